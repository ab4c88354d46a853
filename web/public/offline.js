// The page without a connection: lists the replays that were opened before, and goes back as soon as it can.
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
    link.textContent = [game, ...seats.map((seat) => seat.name ?? seat)].join(" · ");
    document.querySelector("#kept ul").append(document.createElement("li"));
    document.querySelector("#kept li:last-child").append(link);
    document.getElementById("kept").hidden = false;
  }
});
