import { documentTypeEnd } from "messenger-gen-runtime/xml";
import { isQName, nameCharacters, nameStartCharacters } from "messenger-gen-runtime/xsd";

/** Defect of a document, with its position. */
export type Flaw =
  | { readonly kind: "depth"; readonly offset: number }
  | { readonly kind: "entity" | "syntax"; readonly offset: number; readonly detail: string };

/** Elements within elements, at most. */
export const depthLimit = 250;

const name = `[:${nameStartCharacters}][:${nameCharacters}]*`;

const illegal = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const space = /[ \t\n]+/y;
const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.\d\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
const instruction = new RegExp(`<\\?(${name})(?:[ \\t\\n][^]*?)?\\?>`, "uy");
const endTag = new RegExp(`</(${name})[ \\t\\n]*>`, "uy");
const tagName = new RegExp(`<(${name})`, "uy");
const attribute = new RegExp(`[ \\t\\n]+(${name})[ \\t\\n]*=[ \\t\\n]*("[^"<]*"|'[^'<]*')`, "uy");
const tagEnd = /[ \t\n]*(\/?)>/y;
const reference = /&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#x([0-9A-Fa-f]+));/y;
const entity = new RegExp(`&(${name});`, "uy");

/** From the first character to behind the last. */
export type Range = readonly [start: number, end: number];

/** Findings before the tree is built. */
export interface Scanned {
  readonly flaw: Flaw | undefined;
  /** Processing instructions, the XML declaration aside, in order. */
  readonly instructions: readonly Range[];
  /** The document type declaration. */
  readonly doctype: Range | undefined;
  /** Characters of white space before the XML declaration, which is not allowed. */
  readonly space: number;
}

/**
 * The first flaw of a document, if any, and the places of its processing instructions and document type declaration: XML 1.0
 * without the content of DTDs, and the rule of Namespaces in XML that a name has at most one colon. fast-xml-parser, which builds the tree, and its validator let some of them pass: text outside the root,
 * a second root, undeclared entities, `<` in attributes, forbidden characters.
 *
 * Line ends must be normalized. White space before the XML declaration, which scripts and editors leave, is passed over. A document type declaration is skipped unread; its entities remain undeclared.
 */
export function scan(text: string): Scanned {
  const scanner = new Scanner(text);
  const flaw = scanner.run();
  const { instructions, doctype, space } = scanner;
  return { flaw, instructions, doctype, space };
}

class Scanner {
  readonly instructions: Range[] = [];
  doctype: Range | undefined;
  space = 0;
  readonly #text: string;
  readonly #open: string[] = [];
  #at = 0;
  #roots = 0;
  #flaw: Flaw | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Flaw | undefined {
    const bad = illegal.exec(this.#text);
    if (bad !== null) {
      const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return { kind: "syntax", offset: bad.index, detail: `the character U+${code} is not allowed` };
    }
    if (this.#match(space) !== null && !/^<\?xml[ \t\n?]/.test(this.#text.slice(this.#at, this.#at + 6)))
      this.#at = 0;
    this.space = this.#at;
    this.#match(declaration);
    while (this.#flaw === undefined && this.#at < this.#text.length) this.#token();
    if (this.#flaw !== undefined) return this.#flaw;
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) return this.#fail(`the file ends inside the element ${unclosed}`);
    return this.#roots === 0 ? this.#fail("there is no root element") : undefined;
  }

  #token(): void {
    const text = this.#text;
    const at = this.#at;
    if (text[at] !== "<") this.#characters();
    else if (text.startsWith("</", at)) this.#endTag();
    else if (text.startsWith("<!--", at)) this.#comment();
    else if (text.startsWith("<![CDATA[", at)) this.#cdata();
    else if (text.startsWith("<!DOCTYPE", at)) this.#doctype();
    else if (text.startsWith("<!", at)) this.#fail('"<!" starts neither a comment nor a CDATA section');
    else if (text.startsWith("<?", at)) this.#instruction();
    else this.#startTag();
  }

  #comment(): void {
    const end = this.#text.indexOf("--", this.#at + "<!--".length);
    if (end < 0) this.#fail("a comment is not closed");
    else if (this.#text[end + 2] !== ">") this.#fail('"--" inside a comment', end);
    this.#at = end + "-->".length;
  }

  #cdata(): void {
    const end = this.#text.indexOf("]]>", this.#at);
    if (this.#open.length === 0) this.#fail("text outside the root element");
    else if (end < 0) this.#fail("a CDATA section is not closed");
    this.#at = end + "]]>".length;
  }

  #doctype(): void {
    const start = this.#at;
    const end = documentTypeEnd(this.#text, start);
    if (this.#roots > 0) this.#fail("a DOCTYPE after the start of the root element");
    else if (this.doctype !== undefined) this.#fail("a second DOCTYPE");
    else if (end === undefined) this.#fail("the DOCTYPE is not closed");
    else {
      this.doctype = [start, end];
      this.#at = end;
    }
  }

  #instruction(): void {
    const start = this.#at;
    const found = this.#match(instruction);
    this.instructions.push([start, this.#at]);
    if (!found) this.#fail("a processing instruction is not closed or has no name");
    else if (/^xml$/i.test(found[1] ?? "")) {
      this.#at -= found[0].length;
      this.#fail(
        this.#at === this.space
          ? "the XML declaration is wrong"
          : "an XML declaration after the start of the file",
      );
    } else if (found[1]?.includes(":")) this.#fail("a processing instruction has a colon in its name");
  }

  #characters(): void {
    const at = this.#at;
    const end = this.#text.indexOf("<", at);
    const found = this.#text.slice(at, end < 0 ? undefined : end);
    this.#at += found.length;
    if (this.#open.length === 0) {
      const other = found.search(/[^ \t\n]/);
      if (other >= 0) this.#fail("text outside the root element", at + other);
      return;
    }
    const bracket = found.indexOf("]]>");
    if (bracket >= 0) this.#fail('"]]>" in text; write "]]&gt;"', at + bracket);
    this.#references(found, at);
  }

  #endTag(): void {
    const at = this.#at;
    const found = this.#match(endTag)?.[1];
    const wanted = this.#open.pop();
    if (found === undefined) this.#fail("an end tag is not complete", at);
    else if (wanted === undefined) this.#fail(`the end tag ${found} has no start tag`, at);
    else if (found !== wanted) this.#fail(`the end tag ${found} where ${wanted} has to end`, at);
  }

  #startTag(): void {
    const at = this.#at;
    const element = this.#match(tagName)?.[1];
    if (element === undefined) return void this.#fail('"<" is not followed by a name; write "&lt;" in text');
    this.#qualified(element, at);
    if (this.#open.length === 0 && this.#roots++ > 0) this.#fail("a second root element", at);
    this.#attributes();
    const end = this.#match(tagEnd);
    if (!end) return void this.#fail(`the start tag ${element} is not complete`);
    if (end[1] === "/") return;
    this.#open.push(element);
    if (this.#open.length > depthLimit) this.#flaw ??= { kind: "depth", offset: at };
  }

  #attributes(): void {
    const seen = new Set<string>();
    for (
      let at = this.#at, found = this.#match(attribute);
      found;
      at = this.#at, found = this.#match(attribute)
    ) {
      const [whole, key = "", value = ""] = found;
      const place = at + whole.indexOf(key);
      if (seen.has(key)) this.#fail(`the attribute ${key} is given twice`, place);
      seen.add(key);
      this.#qualified(key, place);
      this.#references(value, at + whole.length - value.length);
    }
  }

  #qualified(found: string, at: number): void {
    if (!isQName(found)) this.#fail(`${found} has a misplaced colon`, at);
  }

  #references(part: string, base: number): void {
    for (let at = part.indexOf("&"); at >= 0; at = part.indexOf("&", at + 1)) {
      reference.lastIndex = entity.lastIndex = at;
      const found = reference.exec(part);
      if (found?.[1] !== undefined) continue;
      if (found !== null) {
        const code = found[2] === undefined ? parseInt(found[3] ?? "", 16) : parseInt(found[2], 10);
        if (code > 0x10ffff || illegal.test(String.fromCodePoint(code))) {
          this.#fail(`${found[0]} is not a character of XML`, base + at);
        }
        continue;
      }
      const undeclared = entity.exec(part)?.[1];
      if (undeclared === undefined) this.#fail('"&" does not start a reference; write "&amp;"', base + at);
      else this.#flaw ??= { kind: "entity", offset: base + at, detail: undeclared };
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  /** Keeps the first. */
  #fail(detail: string, offset = this.#at): Flaw {
    return (this.#flaw ??= { kind: "syntax", offset, detail });
  }
}
