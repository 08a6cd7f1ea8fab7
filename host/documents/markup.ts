/** An attribute as written: the value between its quotes, not unescaped. */
export interface MarkupAttribute {
  readonly name: string;
  readonly value: string;
  /** Index of the white space before the name. */
  readonly start: number;
  /** Index of the first character of the value. */
  readonly valueStart: number;
  /** Index after the closing quote. */
  readonly end: number;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The value of an attribute; references to characters by their numbers stay as they are. */
export function unescaped({ value }: Pick<MarkupAttribute, "value">): string {
  return value.replace(/&(lt|gt|amp|quot|apos);/g, (whole, entity: string) => entities[entity] ?? whole);
}

/** An element and its position in a text. */
export interface MarkupElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly children: readonly MarkupElement[];
  /** Index of the start tag. */
  readonly start: number;
  /** Index after the start tag. */
  readonly contentStart: number;
  /** Index of the end tag; for an empty-element tag the index after it. */
  readonly contentEnd: number;
  /** Index after the end tag. */
  readonly end: number;
}

/** The elements of a text. */
export interface MarkupDocument {
  readonly root: MarkupElement;
  /** All elements in document order. */
  readonly elements: readonly MarkupElement[];
}

/** Replaces the text from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Open = { -readonly [K in keyof MarkupElement]: MarkupElement[K] } & {
  readonly children: MarkupElement[];
  readonly tag: string;
  readonly prefixes: ReadonlyMap<string, string>;
};

const markup =
  /<(?:(!--|\?|!\[CDATA\[|!)|(\/?)([^\s/>!?]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>)/y;
const attribute = /\s+([^\s=/>]+)\s*=\s*(["'])/y;
const closings: Readonly<Record<string, string>> = { "!--": "-->", "?": "?>", "![CDATA[": "]]>" };

/**
 * Finds the elements of our own schema files with their places, so that a file can be edited and otherwise stays as
 * written, prefixes inside values included. Not for untrusted input.
 *
 * @throws Error with the line of the text that is not well-formed, or has a document type declaration
 */
export function markupOf(text: string): MarkupDocument {
  const document = newElement({ tag: "", start: 0, contentStart: 0, prefixes: new Map([["xml", ""]]) });
  const stack = [document];
  const elements: MarkupElement[] = [];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", markup.lastIndex)) {
    markup.lastIndex = at;
    const found = markup.exec(text);
    const parent = stack.at(-1);
    if (found === null || parent === undefined) throw notMarkup(text, at);
    const [, section, slash, tag = "", attributes = "", empty] = found;
    if (section !== undefined) markup.lastIndex = sectionEnd(text, at, section);
    else if (slash === "/") {
      if (parent.tag !== tag || stack.length === 1) throw notMarkup(text, at);
      parent.contentEnd = at;
      parent.end = markup.lastIndex;
      stack.pop();
    } else {
      const child = openElement(text, at, tag, attributes.length, parent, markup.lastIndex);
      parent.children.push(child);
      elements.push(child);
      if (empty !== "/") stack.push(child);
    }
  }
  const root = document.children[0];
  if (root === undefined || document.children.length > 1 || stack.length > 1)
    throw notMarkup(text, text.length);
  return { root, elements };
}

/** Applies edits that do not overlap to the part of the text from `start` to `end`. */
export function edited(text: string, start: number, end: number, edits: readonly Edit[]): string {
  let result = "";
  let at = start;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

function openElement(
  text: string,
  start: number,
  tag: string,
  attributesLength: number,
  parent: Open,
  contentStart: number,
): Open {
  const attributes = attributesOf(text, start + 1 + tag.length, attributesLength);
  const declared = attributes.filter(({ name }) => name === "xmlns" || name.startsWith("xmlns:"));
  const own = declared.map(({ name, value }): [string, string] => [name.slice(6), value]);
  const prefixes = own.length === 0 ? parent.prefixes : new Map([...parent.prefixes, ...own]);
  return newElement({ tag, start, contentStart, prefixes, attributes });
}

function newElement({
  tag,
  start,
  contentStart,
  prefixes,
  attributes = [],
}: Pick<Open, "tag" | "start" | "contentStart" | "prefixes"> & Partial<Pick<Open, "attributes">>): Open {
  const colon = tag.indexOf(":");
  const namespace = prefixes.get(colon === -1 ? "" : tag.slice(0, colon)) ?? "";
  const [name, contentEnd, end] = [tag.slice(colon + 1), contentStart, contentStart];
  return { tag, namespace, name, prefixes, attributes, children: [], start, contentStart, contentEnd, end };
}

function attributesOf(text: string, from: number, length: number): MarkupAttribute[] {
  const attributes: MarkupAttribute[] = [];
  for (let start = from; start < from + length;) {
    attribute.lastIndex = start;
    const [, name = "", quote = '"'] = attribute.exec(text) ?? [];
    const valueStart = attribute.lastIndex;
    const end = text.indexOf(quote, valueStart) + 1;
    attributes.push({ name, value: text.slice(valueStart, end - 1), start, valueStart, end });
    start = end;
  }
  return attributes;
}

function sectionEnd(text: string, at: number, section: string): number {
  const closing = closings[section];
  const end = closing === undefined ? -1 : text.indexOf(closing, at + section.length);
  if (closing === undefined || end === -1) throw notMarkup(text, at);
  return end + closing.length;
}

function notMarkup(text: string, at: number): Error {
  return new Error(
    `line ${text.slice(0, at).split("\n").length}: not well-formed, or a document type declaration`,
  );
}
