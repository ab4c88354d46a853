/** The page as an app: its service worker, and the browser's offer to install it. */

/** What Chromium's browsers give a page that could be installed. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

class App {
  /** The browser's offer to install the page, until it is used or the page is installed. */
  offer = $state.raw<InstallOffer | null>(null);

  /** Let what was loaded be kept for when there is no connection, and wait for the offer. */
  start(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as InstallOffer;
    });
    addEventListener("appinstalled", () => (this.offer = null));
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    addEventListener("load", () => void this.#register());
  }

  async #register(): Promise<void> {
    try {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await navigator.serviceWorker.ready;
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      active?.postMessage({ keep: loaded });
    } catch {
      // A browser that allows none plays all the same.
    }
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }
}

export const app = new App();
