// The form that calls an operation, the search, the caller's key in the samples, and the copy buttons. Every page can be read without it.
function part(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** The root of the interface: this script is at `reference/assets/` of it. */
const root = new URL("../..", document.currentScript.src).href.replace(/\/$/, "");

/** Headers of the credentials that were given. */
function credentials(form) {
  const headers = {};
  for (const field of form.querySelectorAll("[data-key]"))
    if (field.value !== "") headers[field.dataset.header] = field.dataset.prefix + field.value;
  const user = form.querySelector("[data-user]");
  if (user !== null && user.value !== "") {
    const bytes = new TextEncoder().encode(`${user.value}:${form.querySelector("[data-password]").value}`);
    headers.Authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  return headers;
}

function requestOf(form) {
  let { path } = form.dataset;
  const headers = credentials(form);
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-in]")) {
    const { in: place, name } = field.dataset;
    if (place === "path") path = path.replaceAll(`{${name}}`, encodeURIComponent(field.value));
    else if (field.value === "") continue;
    else if (place === "query") query.append(name, field.value);
    else headers[name] = field.value;
  }
  const body = form.querySelector("[data-body]");
  if (body !== null) headers["Content-Type"] = "application/json";
  const url = `${root}${path}${query.size === 0 ? "" : `?${query}`}`;
  return [url, { method: form.dataset.method, headers, credentials: "omit", cache: "no-store", ...(body === null ? {} : { body: body.value }) }];
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const outcome = form.querySelector(".outcome");
  const button = form.querySelector("button");
  button.disabled = true;
  outcome.replaceChildren();
  try {
    const response = await fetch(...requestOf(form));
    const head = [`${response.status} ${response.statusText}`, ...[...response.headers].map(([name, value]) => `${name}: ${value}`)];
    const shown = part("pre", `${head.join("\n")}\n\n${readable(await response.text())}`);
    shown.tabIndex = 0;
    outcome.replaceChildren(shown);
  } catch (error) {
    outcome.replaceChildren(part("p", `No response: ${error.message}`));
  } finally {
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll(".try")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

for (const block of document.querySelectorAll(".code")) {
  const copy = part("button", "Copy");
  copy.type = "button";
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    copy.textContent = "Copied";
  });
  block.prepend(copy);
}

/** Key under which the tab keeps the caller's API key; a closed tab forgets it. */
const keptKey = "api-key";

/** Puts a key into the samples of the page, and into the form. */
function fillIn(field, samples) {
  const placeholder = field.dataset.ownKey;
  const prefix = placeholder.slice(0, -"KEY".length);
  const key = field.value.trim();
  for (const [code, text] of samples) code.textContent = key === "" ? text : text.replaceAll(placeholder, prefix + key);
  for (const typed of document.querySelectorAll(".try [data-key]")) typed.value = key;
}

for (const field of document.querySelectorAll("[data-own-key]")) {
  const samples = [...document.querySelectorAll(".sample code")].map((code) => [code, code.textContent]);
  field.closest("[hidden]").hidden = false;
  field.value = sessionStorage.getItem(keptKey) ?? "";
  field.addEventListener("input", () => {
    sessionStorage.setItem(keptKey, field.value.trim());
    fillIn(field, samples);
  });
  if (field.value !== "") fillIn(field, samples);
}

/** Most places that a search shows. */
const mostFound = 12;

/** Places with all words of a question; those whose title has them come first. */
function placesOf(index, question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const found = words.length === 0 ? [] : index.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))].slice(0, mostFound);
}

for (const field of document.querySelectorAll("[data-find]")) {
  const list = field.parentElement.querySelector(".found");
  let index;
  field.parentElement.hidden = false;
  field.addEventListener("input", async () => {
    index ??= fetch(field.dataset.find, { credentials: "omit" }).then((response) => response.json());
    const places = placesOf(await index, field.value);
    const items = places.map(({ title, kind, path }) => {
      const item = document.createElement("li");
      const link = part("a", title);
      link.href = `${root}/${path}`;
      item.append(link, " ", part("span", kind));
      return item;
    });
    const isEmpty = items.length === 0 && field.value.trim() !== "";
    list.replaceChildren(...(isEmpty ? [part("li", "Nothing was found.")] : items));
  });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") list.replaceChildren();
    if (key === "Enter") list.querySelector("a")?.click();
  });
}
