// Search, the choice of colors, and the copy buttons. Every page works without it.
const root = document.documentElement;

function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root.dataset.root}assets/${name}`;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

let loaded;
/** The index is loaded when the field is used for the first time. */
function searchIndex() {
  loaded ??= Promise.all(["minisearch.js", "search-index.js", "search.js"].map(loadScript)).then(() => siteSearch.openIndex());
  return loaded;
}

const form = document.querySelector(".search");
const field = form.querySelector("input");
const list = form.querySelector("ul");
let chosen = -1;

function choose(index) {
  const items = [...list.querySelectorAll("[role=option]")];
  chosen = items.length === 0 ? -1 : (index + items.length) % items.length;
  items.forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
  if (chosen < 0) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", items[chosen].id);
    items[chosen].scrollIntoView({ block: "nearest" });
  }
}

function close() {
  list.hidden = true;
  chosen = -1;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function part(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function itemOf(result, index) {
  const item = part("li", "");
  item.id = `result-${index}`;
  item.setAttribute("role", "option");
  item.dataset.address = root.dataset.root + result.address;
  item.append(part("b", result.title), part("i", result.page), part("span", result.start));
  return item;
}

async function search() {
  const query = field.value.trim();
  if (query === "") return close();
  const index = await searchIndex();
  // The field may have changed while the index was loaded.
  if (query !== field.value.trim()) return;
  const found = siteSearch.findPlaces(index, query);
  const none = part("li", `No page contains "${query}".`);
  none.setAttribute("role", "option");
  none.id = "result-none";
  list.replaceChildren(...(found.length === 0 ? [none] : found.map(itemOf)));
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  choose(0);
}

function open(item) {
  const address = item?.dataset.address;
  if (address === undefined) return;
  close();
  document.location.href = address;
}

form.hidden = false;
field.addEventListener("focus", () => void searchIndex());
field.addEventListener("input", () => void search());
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  open(list.querySelector("[aria-selected=true]"));
});
list.addEventListener("click", (event) => open(event.target.closest("[role=option]")));
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  field.focus();
});

const button = document.querySelector(".theme");
function isDark() {
  return (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}
function label() {
  button.textContent = isDark() ? "Light" : "Dark";
}
button.hidden = false;
label();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
button.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Without storage the choice lasts for one page.
  }
  label();
});

for (const block of document.querySelectorAll(".code")) {
  const copy = part("button", "Copy");
  copy.type = "button";
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    copy.textContent = "Copied";
  });
  block.prepend(copy);
}
