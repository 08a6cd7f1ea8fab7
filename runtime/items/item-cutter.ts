import { copied } from "../xml/flat-text.js";
import { HeldText } from "./held-text.js";
import { TagScanner, type ScannedTag } from "./tag-scanner.js";

/** Local names of the elements from the root to the items. */
export type ItemPath = readonly string[];

/** The name, and the name without prefix. */
const namesOfTag = /^<((?:[^\s/>:]*:)?([^\s/>]*))/;
const notSpace = /[^ \t\r\n]/;

/**
 * Cuts a document that arrives in pieces into windows and the rest. A window is a document of complete items in the elements around them.
 * The first window also has everything that precedes the items. Elements are recognized by their local names: the reader of a window checks
 * the namespaces.
 */
export class ItemCutter {
  readonly #path: ItemPath;
  readonly #scanner = new TagScanner();
  readonly #held = new HeldText();
  #depth = 0;
  /** Start tags of the open elements that are on the path. */
  readonly #around: string[] = [];
  /** Offset of the second element on the path. */
  #body = 0;
  /** Offset behind the first item; 0 before its end. */
  #firstEnd = 0;
  /** The text before it is in a window or in the rest. */
  #taken = 0;
  /** Place of the complete items that are not in a window yet. */
  #items: { readonly start: number; end: number } | undefined;
  /** The last element beside the items was an item. */
  #isAdjacent = false;
  /** An item has begun and not ended. */
  #isItem = false;
  #windows: string[] = [];
  #hasItems = false;
  #rest = "";

  constructor(path: ItemPath) {
    this.#path = path;
  }

  /** True after the first item. */
  get hasItems(): boolean {
    return this.#hasItems;
  }

  /** Code units that are kept: the incomplete item and the rest. */
  get kept(): number {
    return this.#held.length + this.#rest.length;
  }

  /**
   * Returns the windows that are complete with the next piece.
   * @throws XmlError `Doctype`, `Malformed`
   */
  cut(piece: string): readonly string[] {
    this.#held.append(piece);
    for (const tag of this.#scanner.scan(piece)) {
      if (tag.kind !== "end") this.#enter(tag);
      if (tag.kind !== "start") this.#leave(tag);
    }
    this.#closeWindow();
    this.#held.forget(this.#taken);
    const windows = this.#windows;
    this.#windows = [];
    return windows;
  }

  /**
   * The document with the first item only, because there may have to be one. If there is one, the elements before the second one on the path
   * are left out. The document is complete after the last piece.
   */
  rest(): string {
    return this.#rest + this.#held.slice(this.#taken, this.#held.end);
  }

  #enter(tag: ScannedTag): void {
    const depth = this.#depth++;
    if (depth !== this.#around.length) return;
    const text = this.#held.slice(tag.start, tag.end);
    const isOnPath = namesOfTag.exec(text)?.[2] === this.#path[depth];
    if (depth < this.#path.length - 1) {
      if (!isOnPath) return;
      this.#around.push(text);
      this.#isAdjacent = false;
      if (depth === 1) this.#body = tag.start;
      return;
    }
    this.#isItem = isOnPath;
    if (isOnPath) this.#items ??= this.#begin(tag.start);
    else {
      this.#closeWindow();
      this.#isAdjacent = false;
    }
  }

  /** Comments between items are in the window, so that they are checked and forgotten. */
  #begin(start: number): { readonly start: number; end: number } {
    const from = this.#isAdjacent ? this.#taken : start;
    return { start: from, end: from };
  }

  #leave(tag: ScannedTag): void {
    if (this.#depth === 0) return;
    const depth = --this.#depth;
    if (depth < this.#around.length) {
      this.#closeWindow();
      this.#around.length = depth;
    } else if (depth === this.#path.length - 1 && this.#isItem && this.#items !== undefined) {
      this.#items.end = tag.end;
      this.#firstEnd ||= tag.end;
      this.#isAdjacent = true;
      this.#isItem = false;
    }
  }

  #closeWindow(): void {
    const items = this.#items;
    if (items === undefined || items.end === items.start) return;
    const text = this.#held.slice(items.start, items.end);
    const before = this.#held.slice(this.#taken, items.start);
    const ends = this.#around.map((tag) => `</${namesOfTag.exec(tag)?.[1] ?? ""}>`).toReversed();
    if (this.#hasItems) {
      this.#windows.push(this.#around.join("") + text + ends.join(""));
      this.#rest += notSpace.test(before) ? copied(before) : "";
    } else {
      this.#windows.push(before + text + ends.join(""));
      this.#rest = (this.#around[0] ?? "") + this.#held.slice(this.#body, this.#firstEnd);
      this.#hasItems = true;
    }
    this.#taken = items.end;
    // The next window begins with an item that is not complete yet.
    this.#items = this.#isItem ? { start: items.end, end: items.end } : undefined;
  }
}
