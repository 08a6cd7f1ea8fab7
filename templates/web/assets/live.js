// Live numbers and fresh cards. Nothing moves that somebody may be about to click: a change that would move anything is taken back, and
// rows that came or went are announced by a button, whose place is there from the start.

/** Milliseconds between two events, and of cards, whose charts have a value for each minute. */
const periods = { event: 2_000, cards: 30_000 };

/** Cards of the latest copy of the page that are not shown yet, by their keys. */
const waiting = new Map();

/** What must stay where it is, with its place. */
const places = () =>
  [...document.querySelectorAll("[data-refresh], main .attention li, main :hover, main :focus")].map((element) => [
    element,
    element.getBoundingClientRect(),
  ]);

const isAt = (box, other) =>
  ["left", "top", "width", "height"].every((side) => Math.abs(box[side] - other[side]) < 1);

/** Makes a change, unless it moves something: then it is undone. */
function still(change, undo) {
  const before = places();
  change();
  const isStill = before.every(([element, box]) => !element.isConnected || isAt(box, element.getBoundingClientRect()));
  if (!isStill) undo();
  return isStill;
}

/** Whether somebody points at a card or a problem, types in it or reads its figures. */
const isUsed = (card) =>
  card.matches(":hover") || card.contains(document.activeElement) || card.querySelector("details[open]") !== null;

/** Writes a text in its place, unless it is used or something would move. */
function write(place, text) {
  const old = place.textContent;
  if (old === text || isUsed(place.closest("[data-refresh], [data-row]") ?? place)) return;
  still(
    () => (place.textContent = text),
    () => (place.textContent = old),
  );
}

/** How many problems there are, in words. */
let problems = document.querySelector('[data-live="problems"]')?.textContent;

/** Writes numbers in their places; true if something has changed that the server draws: the problems, or the state of something. */
function show(numbers) {
  const before = problems;
  problems = numbers.problems;
  for (const place of document.querySelectorAll("[data-live]")) {
    const text = numbers[place.dataset.live];
    if (text !== undefined) write(place, text);
  }
  const isOther = before !== undefined && before !== problems;
  return isOther || [...document.querySelectorAll("[data-live-pill]")].some((pill) => {
    const word = numbers[pill.dataset.livePill];
    return word !== undefined && pill.textContent !== word;
  });
}

/** What the rows of a card, or of a list of problems, are about. */
const rowsOf = (part) =>
  [...(part?.querySelectorAll("tbody tr, li") ?? [])].map(
    (row) =>
      row.dataset.row ??
      row.querySelector("a[href]")?.getAttribute("href") ??
      row.querySelector("strong, td")?.textContent ?? "",
  );

/** Writes the figures of problems that are still there, and strikes out those that are over, unless the list has only the worst. */
function follow(old, fresh) {
  const rest = [...(fresh?.querySelectorAll("li") ?? [])];
  const isWhole = rest.every((row) => row.dataset.row !== undefined);
  for (const row of old?.querySelectorAll("[data-row]") ?? []) {
    const at = rest.findIndex((next) => next.dataset.row === row.dataset.row);
    row.classList.toggle("over", at < 0 && isWhole);
    if (at < 0) continue;
    const [next] = rest.splice(at, 1);
    write(row.querySelector("strong"), next.querySelector("strong").textContent);
  }
}

/** Shows that a part has other rows now, or that it has not. */
function announce(button, old, fresh, take) {
  if (button === null || button === undefined) return;
  const count = rowsOf(fresh).filter((row) => !rowsOf(old).includes(row)).length;
  const isSame = rowsOf(old).join("\n") === rowsOf(fresh).join("\n");
  button.textContent = isSame ? "" : count > 0 ? `${count} new, show` : "changed, show";
  button.classList.toggle("shown", !isSame);
  button.onclick = take;
}

/** Puts the latest copy of a card in its place. */
function replace(card, next) {
  const scrolled = card.querySelector(".scroll")?.scrollLeft ?? 0;
  card.replaceWith(next);
  const scroll = next.querySelector(".scroll");
  if (scroll !== null) scroll.scrollLeft = scrolled;
}

/** Puts a fresh card in place of the one on the page, or announces it. */
function take(card, next) {
  const key = card.dataset.refresh;
  waiting.set(key, next);
  const isSame = rowsOf(card).join("\n") === rowsOf(next).join("\n");
  if (!isSame)
    announce(card.querySelector("[data-news]"), card, next, () => {
      const latest = waiting.get(key);
      replace(card, latest);
      latest.querySelector("h2").setAttribute("tabindex", "-1");
      latest.querySelector("h2").focus();
    });
  if (!isSame || isUsed(card) || card.querySelector("form") !== null) return;
  const box = card.getBoundingClientRect();
  still(
    () => replace(card, next),
    () => next.replaceWith(card),
  );
  if (next.isConnected && !isAt(box, next.getBoundingClientRect())) next.replaceWith(card);
}

/** Takes a fresh copy of the page; false if the session has ended. */
async function refresh() {
  const response = await fetch(location.href, { headers: { "X-Refresh": "1" } });
  if (response.redirected) return false;
  if (!response.ok) return true;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const card of document.querySelectorAll("[data-refresh]")) {
    const next = fresh.querySelector(`[data-refresh="${card.dataset.refresh}"]`);
    if (next !== null) take(card, next);
  }
  const [shown, now] = [document, fresh].map((page) => page.querySelector("main > .attention"));
  follow(shown, now);
  announce(document.querySelector("[data-news-page]"), shown, now, () => location.reload());
  return true;
}

/** How fresh the numbers are, in words and as a color. */
function stateOf(last, isPaused, isOver) {
  const silent = Math.floor((Date.now() - last) / 1000);
  if (isOver) return ["session ended: ", "warn"];
  if (isPaused) return ["paused", "warn"];
  return silent * 1000 > 3 * periods.event
    ? [`no news for ${silent} s`, "warn"]
    : [`updated ${silent} s ago`, "ok"];
}

function logInLink() {
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "log in";
  return link;
}

/** Follows the numbers of a page while it is seen, and its cards. */
export function watch(url) {
  const state = document.querySelector("[data-live-state]");
  const updated = state.querySelector("[data-updated]");
  const pause = document.querySelector("[data-pause]");
  let [last, drawn, isPaused, isOver, events] = [Date.now(), Date.now(), false, false, undefined];

  const tell = () => {
    const [text, tone] = stateOf(last, isPaused, isOver);
    updated.textContent = text;
    state.querySelector(".dot").className = `dot ${tone}`;
  };
  const close = () => {
    events?.close();
    events = undefined;
  };
  // Said once: what is on the page stays, and a link leads to the log-in.
  const end = () => {
    close();
    isOver = true;
    globalThis.clearInterval(timer);
    tell();
    updated.append(logInLink());
    pause.hidden = true;
  };
  const draw = async () => {
    drawn = Date.now();
    const isOpen = await refresh().catch(() => true);
    if (!isOpen && !isOver) end();
  };
  const open = () => {
    if (events !== undefined || isPaused || isOver || document.hidden) return;
    events = new EventSource(url);
    events.addEventListener("numbers", ({ data }) => {
      last = Date.now();
      if (show(JSON.parse(data)) || last - drawn >= periods.cards) void draw();
    });
    events.addEventListener("over", end);
    // Refused, perhaps because the session has ended meanwhile.
    events.addEventListener("error", () => {
      if (events?.readyState !== EventSource.CLOSED) return;
      close();
      void draw().then(() => globalThis.setTimeout(open, periods.cards));
    });
  };
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.querySelector("span").textContent = isPaused ? "Continue" : "Pause";
    if (isPaused) close();
    else open();
    tell();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return close();
    open();
    if (!isPaused && !isOver) void draw();
  });
  const timer = setInterval(tell, 1_000);
  open();
}
