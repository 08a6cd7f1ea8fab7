import {
  exclamation,
  forbiddenAt,
  greaterThan,
  isSpace,
  lessThan,
  nameCodes,
  question,
  slash,
} from "../text/characters.js";
import { XmlError, type XmlErrorCode, type XmlRule } from "./errors.js";
import { type XmlLimits, serverLimits } from "./limits.js";
import { keptName, newName, nextHash, type XmlName } from "./name-cache.js";
import { withLineFeeds } from "../text/replaced-units.js";
import { isName } from "../xsd/names.js";
import { quoted } from "../xsd/type.js";
import type { XmlText } from "./xml-text.js";

const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.[0-9]+\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
const usualDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

const predefinedEntities: readonly (readonly [name: string, character: string])[] = [
  ["amp;", "&"],
  ["lt;", "<"],
  ["gt;", ">"],
  ["quot;", '"'],
  ["apos;", "'"],
];
/** Names and tags that one document may add to the cache. */
const mostKept = 256;
const endsEarly = "The document ends too early.";
/** Longer names of entities are treated like a single ampersand. */
const longestEntity = 64;

const ampersand = 38;
const hash = 35;

/** Refuses a document. Functions, because methods keep their names in bundles. */
export function refuse(
  reader: XmlScanner,
  code: XmlErrorCode,
  detail: string,
  offset?: number,
  path?: string,
): never {
  throw reader.error(code, detail, offset, path);
}

/** Refuses a document that is not well-formed. */
export function malformed(reader: XmlScanner, detail: string, offset?: number): never {
  throw reader.error("Malformed", detail, offset);
}

/** Refuses a document by a rule that one sentence describes. */
export function broken(reader: XmlScanner, rule: XmlRule, offset?: number): never {
  throw reader.error(rule, undefined, offset);
}

/**
 * Position in a document and the rules of XML 1.0 (5th edition) for everything that is not a start tag: end tags, text,
 * references, comments, processing instructions, CDATA sections. A document type declaration is refused at its start.
 */
export abstract class XmlScanner {
  protected readonly text: string;
  protected readonly limits: XmlLimits;
  /** Index of the next code unit to be read. */
  protected at = 0;
  /** Number of open elements. */
  protected depth = 0;
  /** The text read last ends at an end tag. */
  atEndTag = false;
  readonly #marks: TextMarks;
  /** As in `XmlText`; undefined when the characters have not been looked at yet. */
  readonly #forbiddenAt: number | undefined;
  #kept = 0;
  /** Sum of the distances that searches of `isNext` have gone too far. */
  #overshoot = 0;
  #items = 0;
  /** Names of the open elements; those at `depth` and above have ended. */
  protected readonly open: XmlName[] = [];

  protected constructor(document: string | XmlText, limits: XmlLimits = serverLimits) {
    this.text = typeof document === "string" ? withLineFeeds(document) : document.text;
    this.#forbiddenAt = typeof document === "string" ? undefined : document.forbiddenAt;
    this.limits = limits;
    this.#marks = new TextMarks(this.text);
  }

  /** Names of the open elements from the root on, joined with points. */
  path(): string {
    return this.#namesTo(this.depth);
  }

  /** Path of the element that has just ended. */
  pathOfEnded(): string {
    return this.#namesTo(this.depth + 1);
  }

  #namesTo(depth: number): string {
    return this.open
      .slice(0, depth)
      .map((name) => name.local)
      .join(".");
  }

  /** An error about the document, by default at the current position. */
  error(code: XmlErrorCode, detail: string, offset?: number, path?: string): XmlError;
  error(code: XmlRule, detail: undefined, offset?: number): XmlError;
  error(code: XmlErrorCode, detail?: string, offset = this.at, path = this.path()): XmlError {
    // Either there is a detail, or the code is a rule.
    return new XmlError(code, detail as string, { text: this.text, offset, path });
  }

  /** Elements, attributes and so on that were read so far: see `XmlLimits.items`. */
  get items(): number {
    return this.#items;
  }

  /** Counts constructs that need more work than text; `offset` is their start. */
  protected countItem(offset: number): void {
    if (++this.#items > this.limits.items) broken(this, "ItemLimit", offset);
  }

  /** Refuses characters that XML 1.0 does not allow; there are none before `start`. */
  protected checkCharacters(start: number): void {
    const offset = this.#forbiddenAt ?? forbiddenAt(this.text, start);
    if (offset !== -1) broken(this, "ForbiddenCharacter", offset);
  }

  /** Skips the XML declaration, if the document starts with one; returns true for the usual one. */
  protected passDeclaration(): boolean {
    if (this.isNext(usualDeclaration)) {
      this.at = usualDeclaration.length;
      return true;
    }
    if (this.text.startsWith("<?xml") && isSpace(this.text.charCodeAt(5))) {
      declaration.lastIndex = 0;
      if (!declaration.test(this.text)) malformed(this, "The XML declaration is not well-formed.");
      this.at = declaration.lastIndex;
    }
    return false;
  }

  /** Passes white space, comments and processing instructions; true when a tag or the like follows, false at the end. */
  protected passMisc(): boolean {
    for (;;) {
      this.passSpace();
      if (this.at >= this.text.length) return false;
      if (this.text.charCodeAt(this.at) !== lessThan) malformed(this, "Text outside the root element.");
      const next = this.text.charCodeAt(this.at + 1);
      if (next === question) this.#passInstruction();
      else if (next === exclamation) this.#passComment();
      else return true;
    }
  }

  protected passSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Reads a name at the current position. */
  protected readName(): XmlName {
    const text = this.text;
    const start = this.at;
    let end = start;
    let hash = 0;
    const stop = start + this.limits.nameLength + 1;
    for (; end < stop; end++) {
      const code = text.charCodeAt(end);
      if (code < 128 ? nameCodes[code] !== 1 : !(code >= 128)) break;
      hash = nextHash(hash, code);
    }
    if (end === stop) broken(this, "NameLimit");
    const name = keptName(text, start, end, hash) ?? newName(text.slice(start, end), hash, this.mayKeep());
    if (name === undefined) malformed(this, this.#unexpected(start, "a name"));
    this.at = end;
    return name;
  }

  /**
   * True if names or tags of this document may be cached to read the next one faster. Caching takes time, so a document
   * in which everything is new may not add much.
   */
  protected mayKeep(): boolean {
    return this.#kept++ < mostKept;
  }

  #unexpected(offset: number, wanted: string): string {
    if (offset >= this.text.length) return endsEarly;
    return `Expected ${wanted}, found ${quoted(this.text.slice(offset, offset + 10))}.`;
  }

  /** Reads the end tag of the innermost open element; the position is at its `<`. */
  protected passEndTag(): void {
    const name = this.open[this.depth - 1];
    if (name === undefined) malformed(this, "An end tag outside the root element.");
    let end = this.at + name.endTag.length;
    if (!this.isNext(name.endTag)) {
      for (end--; isSpace(this.text.charCodeAt(end)); end++);
      if (!this.text.startsWith(name.raw, this.at + 2) || this.text.charCodeAt(end++) !== greaterThan)
        malformed(this, `Expected the end tag of ${quoted(name.raw)}.`);
    }
    this.at = end;
  }

  /**
   * As `startsWith` at the current position, for markup up to `>` that is most likely there: a search is the fastest comparison. If
   * the markup is not there, the search goes on. Once such searches have gone as far as the text is long, slices are
   * compared instead, which takes twice the time.
   */
  protected isNext(markup: string): boolean {
    const { at, text } = this;
    const last = markup.length - 1;
    if (text.charCodeAt(at + last) !== greaterThan) return false;
    if (this.#overshoot > text.length) return text.slice(at, at + markup.length) === markup;
    const found = text.indexOf(markup, at);
    if (found === at) return true;
    this.#overshoot += (found === -1 ? text.length : found) - at;
    return false;
  }

  /**
   * Reads text up to the next tag, references replaced: comments and processing instructions are passed, CDATA sections
   * are text.
   */
  readText(): string {
    let read = this.#characterData();
    for (;;) {
      const next = this.text.charCodeAt(this.at + 1);
      this.atEndTag = next === slash;
      if (this.atEndTag || (next !== exclamation && next !== question)) return read;
      if (this.atCData()) read += this.#readCData();
      else this.passOther();
      read += this.#characterData();
    }
  }

  /** Passes a comment or a processing instruction. */
  protected passOther(): void {
    if (this.text.charCodeAt(this.at + 1) === question) this.#passInstruction();
    else this.#passComment();
  }

  /** Reads from the current position to the next `<`, references replaced. */
  #characterData(): string {
    const start = this.at;
    const end = this.text.indexOf("<", start);
    if (end === -1) {
      this.at = this.text.length;
      malformed(this, endsEarly);
    }
    const read = this.#marks.next(start) < end ? this.#replaceReferences(end) : "";
    const rest = this.text.slice(this.at, end);
    this.at = end;
    return read === "" ? rest : read + rest;
  }

  /** Reads to behind the last reference before `end`. */
  #replaceReferences(end: number): string {
    let read = "";
    for (let next = this.#marks.next(this.at); next < end; next = this.#marks.next(this.at)) {
      if (this.text.charCodeAt(next) !== ampersand) {
        malformed(this, "]]> outside a CDATA section.", next);
      }
      read += this.text.slice(this.at, next);
      this.at = next;
      read += this.readReference();
    }
    return read;
  }

  /** Reads a character reference or one of the five predefined entities. */
  protected readReference(): string {
    this.countItem(this.at);
    const start = this.at + 1;
    if (this.text.charCodeAt(start) === hash) return this.#readCharacterReference();
    for (const [name, character] of predefinedEntities) {
      if (!this.text.startsWith(name, start)) continue;
      this.at = start + name.length;
      return character;
    }
    const end = this.text.slice(start, start + longestEntity).indexOf(";");
    if (end > 0 && isName(this.text.slice(start, start + end))) broken(this, "UndeclaredEntity");
    malformed(this, "An ampersand that begins no reference.");
  }

  #readCharacterReference(): string {
    const hexadecimal = this.text.charCodeAt(this.at + 2) === 120;
    const radix = hexadecimal ? 16 : 10;
    const first = this.at + (hexadecimal ? 3 : 2);
    let end = first;
    let codePoint = 0;
    for (; codePoint <= 0x10ffff; end++) {
      const digit = digitValue(this.text.charCodeAt(end));
      if (digit >= radix) break;
      codePoint = codePoint * radix + digit;
    }
    if (codePoint > 0x10ffff) broken(this, "ForbiddenCharacter");
    if (end === first || this.text.charCodeAt(end) !== 59) {
      malformed(this, "A character reference is not well-formed.");
    }
    const character = String.fromCodePoint(codePoint);
    if (forbiddenAt(character) !== -1) broken(this, "ForbiddenCharacter");
    this.at = end + 1;
    return character;
  }

  /** Skips a comment; anything else after `<!` is refused. */
  #passComment(): void {
    if (!this.text.startsWith("<!--", this.at)) {
      if (this.text.startsWith("<!DOCTYPE", this.at)) broken(this, "Doctype");
      malformed(this, this.#unexpected(this.at, "a tag"));
    }
    this.countItem(this.at);
    const end = this.text.indexOf("--", this.at + 4);
    if (end === -1 || this.text.charCodeAt(end + 2) !== greaterThan) {
      malformed(this, "A comment is not well-formed.");
    }
    this.at = end + 3;
  }

  #passInstruction(): void {
    const start = this.at;
    this.countItem(start);
    this.at += 2;
    const target = this.readName();
    if (target.prefix !== "" || target.local.toLowerCase() === "xml") {
      malformed(this, "The target of a processing instruction is not allowed.", start);
    }
    const end = this.text.indexOf("?>", this.at);
    if (end === -1 || (end > this.at && !isSpace(this.text.charCodeAt(this.at)))) {
      malformed(this, "A processing instruction is not well-formed.", start);
    }
    this.at = end + 2;
  }

  /** True at the beginning of a CDATA section. */
  protected atCData(): boolean {
    return this.text.startsWith("<![CDATA[", this.at);
  }

  /** Reads a CDATA section. */
  #readCData(): string {
    this.countItem(this.at);
    const start = this.at + 9;
    const end = this.text.indexOf("]]>", start);
    if (end === -1) malformed(this, "A CDATA section does not end.");
    this.at = end + 3;
    return this.text.slice(start, end);
  }
}

/**
 * Positions in a document at which text must be checked: `&` and `]]>`. The last result is cached with its range, so
 * that queries may be in any order.
 */
class TextMarks {
  readonly #text: string;
  /** There is no mark between this index and `#next`. */
  #from = 0;
  #next = -1;
  #reference = -1;
  #sectionEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the first mark from `start` on; the length of the text when there is none. */
  next(start: number): number {
    return start >= this.#from && start <= this.#next ? this.#next : this.#find(start);
  }

  #find(start: number): number {
    const back = start < this.#from;
    if (back || this.#reference < start) this.#reference = this.#indexOf("&", start);
    if (back || this.#sectionEnd < start) this.#sectionEnd = this.#indexOf("]]>", start);
    this.#from = start;
    this.#next = Math.min(this.#reference, this.#sectionEnd);
    return this.#next;
  }

  #indexOf(mark: string, start: number): number {
    const found = this.#text.indexOf(mark, start);
    return found === -1 ? this.#text.length : found;
  }
}

/** Value of a digit in any base up to 16; 16 for everything else. */
export function digitValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : 16;
}
