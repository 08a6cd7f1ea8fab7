// The live parts of a page, the counter of a text, and the key of the search field. Everything else works without this script.
const search = document.querySelector("[data-search]");
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea") !== null;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping || search === null) return;
  event.preventDefault();
  search.focus();
});

for (const field of document.querySelectorAll("[data-counter]"))
  void import(field.dataset.counter).then(({ count }) => count(field));

if (document.body.dataset.liveUrl !== undefined)
  void import(document.body.dataset.liveScript).then(({ watch }) => watch(document.body.dataset.liveUrl));
