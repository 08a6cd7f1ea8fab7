// What a search finds; loaded with the index and the library.

/** Words of a text; a full stop before a digit belongs to a code such as 404.2. The index is made by the same rule. */
function tokensOf(text) {
  return text.split(/(?:(?!\.\d)[\n\r\p{Z}\p{P}])+/u);
}

function openIndex() {
  return MiniSearch.loadJSON(siteIndex, {
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "address", "start"],
    tokenize: tokensOf,
  });
}

/** Words of a question that say nothing about its subject. */
const asked = new Set("a an and are can do does for how i if in is it my no not of on or the to was what when where who why you".split(" "));

const common = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (/^\d/.test(term) ? false : 0.15),
  boost: { title: 4, page: 2 },
  boostDocument: (_id, _term, { address }) => weightOf(address),
};

/** Guides and the pages of codes come first, and pages for maintainers last. */
function weightOf(address) {
  if (/^(decisions|bench|test)\//.test(address)) return 0.2;
  return /^(guides|reference\/(result-texts|network-codes|statuses|faults))/.test(address) ? 2 : 1;
}

/** Places with all words; without any, those with some of them. */
function findPlaces(index, query) {
  const words = query.toLowerCase().split(/\s+/);
  const subject = words.filter((word) => !asked.has(word));
  const text = (subject.length === 0 ? words : subject).join(" ");
  const all = index.search(text, { ...common, combineWith: "AND" });
  const places = all.length > 0 ? all : index.search(text, common);
  const seen = new Set();
  return places
    .filter(({ title, page, start }) => {
      const shown = [title, page, start].join("\n");
      return !seen.has(shown) && seen.add(shown);
    })
    .slice(0, 12);
}

globalThis.siteSearch = { openIndex, findPlaces };
