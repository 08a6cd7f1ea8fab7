/** A number below the limit. */
export type Pick = (limit: number) => number;

/** The same numbers for the same seed (a linear congruential generator). */
export function picking(seed: number): Pick {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
}

/** Markup between the parts of a text that does not belong to it. */
const between = ["<!-- & ]]> &#65; -->", "<?note & ]]> &lt;?>", "<![CDATA[]]>"];
/** Characters as they are; those with a meaning in XML, or that it changes, as references. */
const asLiteral = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${String(character.charCodeAt(0))};`);
const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);
const asReferences =
  (print: (codePoint: number) => string) =>
  (text: string): string =>
    Array.from(text)
      .map((character) => print(character.codePointAt(0) ?? 0))
      .join("");
/** A section cannot hold its own end, and a carriage return in it would become a line feed. */
const asSection = (text: string): string => (/\r|\]\]>/.test(text) ? asLiteral(text) : `<![CDATA[${text}]]>`);

const references = [
  asReferences((codePoint) => `&#${String(codePoint)};`),
  asReferences((codePoint) => `&#x${codePoint.toString(16)};`),
  (text: string): string =>
    Array.from(text)
      .map((character) => entities.get(character) ?? asLiteral(character))
      .join(""),
];
const inElements = [asLiteral, asSection, ...references];

/** The text of an element, in parts: characters, references, sections, separated by other markup. */
export function splitText(text: string, pick: Pick): string {
  return partsOf(text, pick)
    .map((part) => (inElements[pick(inElements.length)] ?? asLiteral)(part) + (between[pick(6)] ?? ""))
    .reduce((written, part) => written + part, between[pick(6)] ?? "");
}

/** The value of an attribute in double quotes, in parts: characters and references. */
export function splitValue(value: string, pick: Pick): string {
  const forms = [
    (part: string) => part.replace(/[&<"\t\n\r]/g, (each) => `&#${String(each.charCodeAt(0))};`),
  ];
  const all = [...forms, ...references.slice(0, 2)];
  return partsOf(value, pick)
    .map((part) => (all[pick(all.length)] ?? asLiteral)(part))
    .join("");
}

/** Cut between code points, into at most eight. */
function partsOf(text: string, pick: Pick): readonly string[] {
  const characters = Array.from(text);
  const cuts = Array.from({ length: pick(8) }, () => pick(characters.length + 1)).sort((a, b) => a - b);
  return [...cuts, characters.length].map((end, at) => characters.slice(cuts[at - 1] ?? 0, end).join(""));
}
