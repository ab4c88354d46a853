/** What this browser remembers: who you are, how you like the page, and the secret that brings your seats back. */

const KEY = "bottega";

interface Settings {
  name: string;
  token: string;
  language: string;
  theme: "auto" | "light" | "dark";
  muted: boolean;
  notify: boolean;
  /** Whether the house may push notifications to this browser while the page is closed. */
  push: boolean;
  /** Whether every move is asked about before it is sent. */
  confirm: boolean;
  /** Whether log and chat stand open beside a board, where there is space for them. */
  panel: boolean;
  /** How long bots wait before they act, in seconds; null: as long as the house lets them. */
  pace: number | null;
  /** Whether hints say what could be done next. */
  hints: boolean;
}

const DEFAULTS: Settings = {
  name: "",
  token: "",
  language: "",
  theme: "auto",
  muted: false,
  notify: false,
  push: false,
  panel: true,
  confirm: false,
  hints: false,
  pace: null,
};

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(stored());

/** Another window of this browser has a new token for our name: the former one is void. */
export function hearOfToken(event: StorageEvent): void {
  if (event.key !== KEY) return;
  const other = stored();
  if (other.name === settings.name) settings.token = other.token;
}

/** Keep the settings, and follow the theme: called once, inside an effect root. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that stores nothing still plays; it only forgets.
    }
  });
  addEventListener("storage", hearOfToken);
  $effect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => {
      const theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
      document.documentElement.dataset["theme"] = theme;
    };
    paint();
    dark.addEventListener("change", paint);
    return () => dark.removeEventListener("change", paint);
  });
}
