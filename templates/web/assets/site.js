// Live numbers, fresh charts, the counter of a text, and the key of the search field. Everything else works without this script.
const search = document.querySelector("[data-search]");
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea") !== null;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping || search === null) return;
  event.preventDefault();
  search.focus();
});

for (const field of document.querySelectorAll("[data-counter]"))
  void import(field.dataset.counter).then(({ count }) => count(field));

const { liveUrl } = document.body.dataset;
if (liveUrl !== undefined) watch(liveUrl);

/** Milliseconds between two events, and of charts, which have a value for each minute. */
function watch(url) {
  const periods = { event: 2_000, cards: 30_000 };
  const state = document.querySelector("[data-live-state]");
  const updated = state.querySelector("[data-updated]");
  const pause = document.querySelector("[data-pause]");
  let [last, drawn, isPaused, events] = [Date.now(), Date.now(), false, undefined];

  const open = () => {
    events = new EventSource(url);
    events.addEventListener("numbers", ({ data }) => {
      last = Date.now();
      const isChanged = show(JSON.parse(data));
      if (isChanged || last - drawn >= periods.cards) {
        drawn = last;
        void refresh();
      }
    });
    // The session has ended: the reloaded page is the log-in.
    events.addEventListener("over", () => {
      events.close();
      location.reload();
    });
  };
  const tell = () => {
    const silent = Math.floor((Date.now() - last) / 1000);
    const isLate = !isPaused && silent * 1000 > 3 * periods.event;
    updated.textContent = isPaused ? "paused" : isLate ? `no news for ${silent} s` : `updated ${silent} s ago`;
    state.querySelector(".dot").className = `dot ${isPaused || isLate ? "warn" : "ok"}`;
  };
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.querySelector("span").textContent = isPaused ? "Continue" : "Pause";
    if (isPaused) events.close();
    else open();
    tell();
  });
  open();
  setInterval(tell, 1_000);
}

/** Writes numbers in their places; true if the state of something has changed, whose color the server knows. */
function show(numbers) {
  for (const place of document.querySelectorAll("[data-live]")) {
    const text = numbers[place.dataset.live];
    if (text !== undefined && place.textContent !== text) place.textContent = text;
  }
  return [...document.querySelectorAll("[data-live-pill]")].some((pill) => {
    const word = numbers[pill.dataset.livePill];
    return word !== undefined && pill.textContent !== word;
  });
}

/** Takes the cards of a fresh copy of the page, except those in which somebody types or reads figures. */
async function refresh() {
  const response = await fetch(location.href, { headers: { "X-Refresh": "1" } });
  if (!response.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const card of document.querySelectorAll("[data-refresh]")) {
    const isUsed = card.contains(document.activeElement) || card.querySelector("form, details[open]") !== null;
    const next = fresh.querySelector(`[data-refresh="${card.dataset.refresh}"]`);
    if (!isUsed && next !== null) card.replaceWith(next);
  }
}
