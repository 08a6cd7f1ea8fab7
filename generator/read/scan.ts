import { documentTypeEnd } from "messenger-gen-runtime/xml";
import { nameCharacters, nameStartCharacters } from "messenger-gen-runtime/xsd";

/** Defect of a document, with its position. */
export type Flaw =
  | { readonly kind: "depth"; readonly offset: number }
  | { readonly kind: "entity" | "syntax"; readonly offset: number; readonly detail: string };

/** Elements within elements, at most. */
export const depthLimit = 250;

/** A name of XML, as a part of patterns with the flag `u`. */
export const namePattern = `[:${nameStartCharacters}][:${nameCharacters}]*`;

/** A character that XML does not allow. */
export const illegal = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const space = /[ \t\n]+/y;
const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.\d\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
const instruction = new RegExp(`<\\?(${namePattern})(?:[ \\t\\n][^]*?)?\\?>`, "uy");

/** Markup that the validator skips unread, and end tags that hold more than a name: `</a/>` is an empty element to it. */
const unread = /<(?:!--|!\[CDATA\[|!DOCTYPE|!|\?|\/[^ \t\n<>/]+(?:\/|[ \t\n]+[^ \t\n>]))/g;

/** A part of a document in which `hidden` is not for fast-xml-parser. */
export interface Mask {
  /** From the first character to behind the last. */
  readonly range: readonly [start: number, end: number];
  readonly hidden: RegExp;
}

const everything = /[^\n]/g;
/** The parser looks for the end of an instruction behind the next quote of the same kind, wherever in the document that is. */
const quotes = /["']/g;

/** Findings before the tree is built. */
export interface Scanned {
  readonly flaw: Flaw | undefined;
  /** In the order of the document. */
  readonly masks: readonly Mask[];
  /** Offset of the document type declaration. */
  readonly doctype: number | undefined;
  /** Characters of white space before the XML declaration, which is not allowed. */
  readonly space: number;
}

/**
 * The first flaw in what fast-xml-parser and its validator skip: characters, the XML declaration, comments, CDATA sections before
 * the root, processing instructions, declarations. Line ends must be normalized. White space before the XML declaration,
 * which scripts and editors leave, is passed over. A document type declaration is skipped unread; its entities remain undeclared.
 */
export function scan(text: string): Scanned {
  const scanner = new Scanner(text);
  const flaw = scanner.run();
  const { masks, doctype, space } = scanner;
  return { flaw, masks, doctype, space };
}

class Scanner {
  readonly masks: Mask[] = [];
  doctype: number | undefined;
  space = 0;
  readonly #text: string;
  #at = 0;
  /** Nothing but white space, comments and instructions was found. */
  #isProlog = true;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Flaw | undefined {
    const bad = illegal.exec(this.#text);
    if (bad !== null) {
      const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return syntax(`the character U+${code} is not allowed`, bad.index);
    }
    return this.#declaration() ?? this.#unread() ?? this.#end();
  }

  #declaration(): Flaw | undefined {
    const start = this.#match(space)?.[0].length ?? 0;
    if (!/^<\?xml[ \t\n?]/i.test(this.#text.slice(start, start + 6))) {
      this.#at = 0;
      return undefined;
    }
    if (this.#match(declaration) === null) return syntax("the XML declaration is wrong", start);
    // The library, too, refuses a declaration behind white space.
    if (start > 0) this.masks.push({ range: [start, this.#at], hidden: everything });
    this.space = start;
    return undefined;
  }

  #unread(): Flaw | undefined {
    unread.lastIndex = this.#at;
    for (let found = unread.exec(this.#text); found !== null; found = unread.exec(this.#text)) {
      this.#isProlog &&= !/[^ \t\n]/.test(this.#text.slice(this.#at, found.index));
      this.#at = found.index;
      const flaw = this.#markup(found[0]);
      if (flaw !== undefined) return flaw;
      unread.lastIndex = this.#at;
    }
    return undefined;
  }

  /** Goes behind the markup at the current position, which starts like that. */
  #markup(start: string): Flaw | undefined {
    switch (start) {
      case "<!--":
        return this.#comment();
      case "<![CDATA[":
        return this.#cdata();
      case "<!DOCTYPE":
        return this.#doctype();
      case "<!":
        return syntax('"<!" starts neither a comment nor a CDATA section', this.#at);
      case "<?":
        return this.#instruction();
      default:
        return syntax("an end tag holds more than a name", this.#at);
    }
  }

  #comment(): Flaw | undefined {
    const end = this.#text.indexOf("--", this.#at + "<!--".length);
    if (end < 0) return syntax("a comment is not closed", this.#at);
    if (this.#text[end + 2] !== ">") return syntax('"--" inside a comment', end);
    this.#at = end + "-->".length;
    return undefined;
  }

  #cdata(): Flaw | undefined {
    const end = this.#text.indexOf("]]>", this.#at);
    if (this.#isProlog) return syntax("text outside the root element", this.#at);
    if (end < 0) return syntax("a CDATA section is not closed", this.#at);
    this.#at = end + "]]>".length;
    return undefined;
  }

  #doctype(): Flaw | undefined {
    const start = this.#at;
    if (!this.#isProlog) return syntax("a DOCTYPE after the start of the root element", start);
    if (this.doctype !== undefined) return syntax("a second DOCTYPE", start);
    const end = documentTypeEnd(this.#text, start);
    if (end === undefined) return syntax("the DOCTYPE is not closed", start);
    this.masks.push({ range: [start, end], hidden: everything });
    this.doctype = start;
    this.#at = end;
    return undefined;
  }

  #instruction(): Flaw | undefined {
    const start = this.#at;
    const name = this.#match(instruction)?.[1];
    if (name === undefined) return syntax("a processing instruction is not closed or has no name", start);
    if (name.includes(":")) return syntax("a processing instruction has a colon in its name", start);
    if (name.toLowerCase() === "xml") return syntax("an XML declaration after the start of the file", start);
    this.masks.push({ range: [start, this.#at], hidden: quotes });
    return undefined;
  }

  /** To the validator a file may end with `<a/`. */
  #end(): Flaw | undefined {
    const last = this.#text.lastIndexOf("<");
    const isOpen = this.#text.endsWith("/") && last >= this.#at && !this.#text.includes(">", last);
    return isOpen ? syntax("the last start tag is not complete", last) : undefined;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

function syntax(detail: string, offset: number): Flaw {
  return { kind: "syntax", offset, detail };
}
