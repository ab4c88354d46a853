// The page without a connection: lists the replays that were opened before, and goes back as soon as it can.
// It may load nothing of the other page, so what the games are called is said here once more.
const GAMES = {
  splendor: { en: "Splendor" },
  sagrada: { en: "Sagrada" },
  renaissance: { en: "Masters of Renaissance", it: "Maestri del Rinascimento", pl: "Mistrzowie Renesansu" },
};

/** In the language that was chosen, or else in the first of the browser's that there is. */
const called = (game) => {
  const names = GAMES[game] ?? { en: game };
  const { language } = JSON.parse(localStorage.bottega ?? "{}");
  const wished = language ? [language] : navigator.languages.map((tag) => tag.slice(0, 2));
  return names[wished.find((code) => ["en", "it", "pl"].includes(code))] ?? names.en;
};

document.getElementById("again").href = location.href;

/** A network is not yet the house, and the house may be gone while the network is there: only its own answer counts. */
const knock = () =>
  fetch("/manifest.webmanifest", { cache: "no-store" }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
addEventListener("online", knock);
setInterval(knock, 3000);

caches.open("bottega-replays").then(async (cache) => {
  const kept = (await cache.keys()).map((request) => /\/api\/tables\/([\w-]+)\/replay$/.exec(new URL(request.url).pathname)?.[1]);
  for (const id of kept.filter(Boolean).reverse()) {
    const { game = "", seats = [] } = await (await cache.match(`/api/tables/${id}/replay`)).json();
    const link = document.createElement("a");
    link.href = `/replay/${id}`;
    link.textContent = [called(game), ...seats.map((seat) => seat.name ?? seat)].join(" · ");
    document.querySelector("#kept ul").append(document.createElement("li"));
    document.querySelector("#kept li:last-child").append(link);
    document.getElementById("kept").hidden = false;
  }
});
