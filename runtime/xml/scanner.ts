import { forbiddenAt } from "../text/characters.js";
import { withLineFeeds } from "../text/replaced-units.js";
import { XmlError, type XmlErrorCode, type XmlRule } from "./errors.js";
import { type XmlLimits, serverLimits } from "./limits.js";
import type { XmlName } from "./name-cache.js";
import type { XmlText } from "./xml-text.js";

/** Refuses a document. Functions, because methods keep their names in bundles. */
export function refuse(
  scanner: XmlScanner,
  code: XmlErrorCode,
  detail: string,
  offset?: number,
  path?: string,
): never {
  throw scanner.error(code, detail, offset, path);
}

/** Refuses a document that is not well-formed. */
export function malformed(scanner: XmlScanner, detail: string, offset?: number): never {
  throw scanner.error("Malformed", detail, offset);
}

/** Refuses a document by a rule that one sentence describes. */
export function broken(scanner: XmlScanner, rule: XmlRule, offset?: number): never {
  throw scanner.error(rule, undefined, offset);
}

/** Counts a construct that needs more work than text; `offset` is its start. */
export function countItem(scanner: XmlScanner, offset = scanner.at): void {
  if (++scanner.items > scanner.limits.items) broken(scanner, "ItemLimit", offset);
}

/** Path of the element that has just ended. */
export function pathOfEnded(scanner: XmlScanner): string {
  return scanner.path(scanner.depth + 1);
}

/**
 * The position in a document, and the elements that are open there. The functions of `markup.ts` and `character-data.ts` move it: its state
 * is public for them alone.
 */
export abstract class XmlScanner {
  readonly text: string;
  readonly limits: XmlLimits;
  /** Index of the next code unit to be read. */
  at = 0;
  /** Number of open elements. */
  depth = 0;
  /** Names of the open elements; those at `depth` and above have ended. */
  readonly open: XmlName[] = [];
  /** Elements, attributes and so on that were read so far: see `XmlLimits.items`. */
  items = 0;
  /** Names and tags of this document that were cached. */
  kept = 0;
  /** Sum of the distances that searches of `isNext` have gone too far. */
  overshoot = 0;
  readonly marks: TextMarks;
  /** As in `XmlText`; undefined when the characters have not been looked at yet. */
  readonly #forbiddenAt: number | undefined;

  protected constructor(document: string | XmlText, limits: XmlLimits = serverLimits) {
    const { text, forbiddenAt: forbidden } =
      typeof document === "string" ? { text: withLineFeeds(document), forbiddenAt: undefined } : document;
    this.text = text;
    this.limits = limits;
    this.marks = new TextMarks(text);
    this.#forbiddenAt = forbidden;
  }

  /** Names of the open elements from the root on, joined with points. */
  path(depth = this.depth): string {
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

  /** A character that XML 1.0 does not allow: refused, or read as the result. */
  forbidden(offset?: number): string {
    broken(this, "ForbiddenCharacter", offset);
  }

  /** Refuses characters that XML 1.0 does not allow; there are none before `start`. */
  protected checkCharacters(start: number): void {
    const offset = this.#forbiddenAt ?? forbiddenAt(this.text, start);
    if (offset !== -1) this.forbidden(offset);
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
