import { XmlError } from "../xml/errors.js";

/** A tag; `empty` is `<name/>`. Offsets count UTF-16 code units from the beginning of the document. */
export interface ScannedTag {
  readonly kind: "start" | "end" | "empty";
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset behind its `>`. */
  readonly end: number;
}

/** Beginnings of markup that is not a tag, and its ends. */
const others: readonly (readonly [string, string])[] = [
  ["!--", "-->"],
  ["![CDATA[", "]]>"],
  ["?", "?>"],
];

const special = /["'>]/g;

/**
 * Finds the tags of a document that arrives in pieces; it looks at each character once. It finds the same tags as `XmlReader` in a
 * well-formed document, and leaves all checks to it.
 */
export class TagScanner {
  /** The markup at the current position. */
  #place: "text" | "opening" | "tag" | "quoted" | "other" = "text";
  /** Offset of the current piece. */
  #base = 0;
  /** Offset of the `<` of the current markup. */
  #start = 0;
  /** First characters of the current markup, until its kind is known. */
  #opening = "";
  #isEndTag = false;
  /** Last character of the current tag so far. */
  #last = "";
  #hasEnded = false;
  /** End of the quoted value, comment, CDATA section or processing instruction. */
  #terminator = "";
  /** Characters before the current piece that may belong to the terminator. */
  #tail = "";

  /**
   * The tags that end in the next piece.
   * @throws XmlError `Doctype`, `Malformed`
   */
  *scan(piece: string): Generator<ScannedTag, void, undefined> {
    for (let at = 0; at < piece.length;) {
      switch (this.#place) {
        case "text":
          at = this.#passText(piece, at);
          break;
        case "opening":
          this.#open(piece.charAt(at++));
          break;
        case "tag":
          at = this.#passTag(piece, at);
          if (this.#hasEnded) yield this.#tagTo(this.#base + at);
          break;
        case "quoted":
        case "other":
          at = this.#passTo(piece, at);
      }
    }
    this.#base += piece.length;
  }

  #passText(piece: string, at: number): number {
    const found = piece.indexOf("<", at);
    if (found === -1) return piece.length;
    this.#start = this.#base + found;
    this.#opening = "";
    this.#place = "opening";
    return found + 1;
  }

  #open(character: string): void {
    this.#opening += character;
    const opening = this.#opening;
    const other = others.find(([beginning]) => beginning === opening);
    if (other !== undefined) this.#begin("other", other[1]);
    else if (!opening.startsWith("!")) {
      if (opening === ">") throw new XmlError("Malformed", "A tag has no name.");
      this.#isEndTag = opening === "/";
      this.#last = "";
      this.#place = "tag";
    } else if (!others.some(([beginning]) => beginning.startsWith(opening)))
      throw opening === "!D" ? new XmlError("Doctype") : new XmlError("Malformed", "Unknown markup.");
  }

  #begin(place: "quoted" | "other", terminator: string): void {
    this.#place = place;
    this.#terminator = terminator;
    this.#tail = "";
  }

  /** Passes a tag up to and including its end or the next quote. */
  #passTag(piece: string, at: number): number {
    special.lastIndex = at;
    const found = special.exec(piece);
    const end = found?.index ?? piece.length;
    if (end > at) this.#last = piece.charAt(end - 1);
    if (found === null) return end;
    this.#hasEnded = found[0] === ">";
    if (!this.#hasEnded) this.#begin("quoted", found[0]);
    return end + 1;
  }

  #tagTo(end: number): ScannedTag {
    this.#hasEnded = false;
    this.#place = "text";
    const kind = this.#isEndTag ? "end" : this.#last === "/" ? "empty" : "start";
    return { kind, start: this.#start, end };
  }

  /** Passes text up to and including the terminator. */
  #passTo(piece: string, at: number): number {
    const terminator = this.#terminator;
    const text = this.#tail + piece.slice(at);
    const found = text.indexOf(terminator);
    if (found === -1) {
      this.#tail = terminator.length === 1 ? "" : text.slice(1 - terminator.length);
      return piece.length;
    }
    const next = at + found + terminator.length - this.#tail.length;
    this.#last = "";
    this.#place = this.#place === "quoted" ? "tag" : "text";
    return next;
  }
}
