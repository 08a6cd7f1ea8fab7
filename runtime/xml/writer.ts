import type { NamespacePrefix, QName } from "./names.js";
import { presentRows, type Rows } from "./rows.js";
import { escapeAttribute, escapeText } from "./escape.js";
import { flat } from "./flat-text.js";
import { type NamespaceAlias, swapNamespace } from "./namespace-alias.js";
import type { SentParts } from "../xsd/parts.js";
import { following, type Tags, tagsOf } from "./tags.js";
import {
  type DefaultNamespace,
  type Piece,
  pieceLength,
  type Place,
  type WrittenPart,
} from "./written-part.js";

/**
 * What becomes of characters that XML 1.0 does not allow: controls, U+FFFE, U+FFFF, halves of a surrogate pair. `replace` writes U+FFFD
 * instead.
 */
export type ForbiddenCharacters = "refuse" | "replace";

/** Options of a writer. */
export interface WriterOptions {
  /** The service is served under another namespace than that of its contract. */
  readonly alias?: NamespaceAlias | undefined;
  /** Takes bytes out of the document; without it all of them stay in it. */
  readonly beside?: SentParts | undefined;
  /** Default: `replace`. */
  readonly forbiddenCharacters?: ForbiddenCharacters | undefined;
}

/**
 * Writes a document, or a part of one, in the layout of the deployed host: no white space between elements, `<Name />`
 * for an empty element. Names are not checked, because they come from the contract, except those that `writeContent`
 * writes.
 *
 * Start and end tags must match. Constructs of few contracts are written by separate functions (`write-*.ts`), so that
 * bundles include only those that their codecs call.
 */
export class XmlWriter {
  readonly #alias: NamespaceAlias | undefined;
  readonly #isRefusing: boolean;
  /** As in `WriterOptions`. */
  readonly beside: SentParts | undefined;
  /** Namespace of the SOAP encoding of the message; undefined if it is not encoded. */
  encoding: string | undefined;
  /** What was written, except for the piece that is not full. */
  protected parts: WrittenPart[] = [];
  #text = "";
  /** The element opened last, if nothing of it is written yet. */
  #pending: Tags | undefined;
  /** The start tag written last has attributes and no `>` yet. */
  #inTag = false;
  /** The element written last, of which the end tag is missing: most often it is written with the next start tag. */
  #unended: Tags | undefined;
  #depth = 0;
  /** Default namespaces in force, the innermost last, each with the depth of the element that declares it. */
  #defaults: DefaultNamespace[] = [];
  /** Prefixes of names around and in the element of a message: data must not declare them for other namespaces. */
  reserved: readonly NamespacePrefix[] = [];

  constructor(options: WriterOptions = {}) {
    this.#alias = options.alias;
    this.beside = options.beside;
    this.#isRefusing = options.forbiddenCharacters === "refuse";
  }

  /** Start tag. Closed directly after, the element is `<name />`. */
  open(name: string): void {
    this.#settle();
    this.#pending = tagsOf(name);
    this.#depth++;
  }

  /** Start tag of an element of `namespace`, which is declared as the default one unless it is that already. */
  openIn(name: string, namespace: string): void {
    this.open(name);
    if (namespace !== this.#defaultNamespace()) this.#declare(namespace);
  }

  /** As `openIn`, the namespace declared in any case; `declarations` is markup like ` xmlns:xsi="..."`. */
  openRoot(name: string, namespace: string, declarations = ""): void {
    this.open(name);
    this.#enterTag();
    this.#text += declarations;
    this.#declare(namespace);
  }

  /**
   * Start tag of the element of a message, with its namespaces: those with a prefix, and its own as the default one
   * unless it is among them.
   * @returns the name to close it with
   */
  openElement({ namespace, name }: QName, prefixes: readonly NamespacePrefix[] = []): string {
    const own = prefixes.find((each) => each.namespace === namespace);
    const tag = own === undefined ? name : `${own.prefix}:${name}`;
    if (own === undefined && namespace !== "") this.openRoot(tag, namespace);
    else this.openIn(tag, "");
    this.declare(prefixes);
    this.reserved = prefixes;
    return tag;
  }

  /** Declares prefixes in the start tag written last, which declares none of them. */
  declare(prefixes: readonly NamespacePrefix[]): void {
    for (const { prefix, namespace } of prefixes) this.attribute(`xmlns:${prefix}`, this.onWire(namespace));
  }

  /** The start tag written last, without its `>`; empty if it has no attributes, or more was written. */
  get startTag(): string {
    return this.#inTag ? this.#text.slice(this.#text.lastIndexOf("<")) : "";
  }

  /** Attribute of the start tag written last, directly after it. */
  attribute(name: string, value: string): void {
    this.#enterTag();
    this.#text += ` ${name}="${escapeAttribute(value, this.#isRefusing)}"`;
  }

  /** Calls `write` for each item, which writes elements. */
  each<T>(rows: Rows<T>, write: (row: T) => void): void {
    for (const row of presentRows(rows)) write(row);
  }

  /** End tag of the innermost open element, whose name is `name`. */
  close(name: string): void {
    this.end(tagsOf(name));
    if (this.#defaults.length > 0 && this.#defaults.at(-1)?.depth === this.#depth) this.#defaults.pop();
    this.#depth--;
    if (this.#text.length >= pieceLength) this.#endPiece();
  }

  /** An element that holds a text. */
  text(name: string, value: string): void {
    this.plain(name, escapeText(value, this.#isRefusing));
  }

  /** Like `text`, for markup or text that never needs escaping, such as a number. */
  plain(name: string, printed: string): void {
    if (printed === "") {
      this.raw(tagsOf(name).empty);
      return;
    }
    if (this.#unended === undefined) {
      this.#settle();
      this.#unended = tagsOf(name);
      this.#text += this.#unended.start + printed;
    } else {
      const { tags, between } = following(this.#unended, name);
      this.#unended = tags;
      this.#text += between + printed;
    }
    if (this.#text.length >= pieceLength) this.#endPiece();
  }

  /** Text inside the element that is open. */
  characters(value: string): void {
    this.raw(escapeText(value, this.#isRefusing));
  }

  /** Markup as it is. */
  raw(markup: string): void {
    if (markup === "") return;
    this.#settle();
    this.#text += markup;
    if (this.#text.length >= pieceLength) this.#endPiece();
  }

  /** All that was written. */
  toString(): string {
    this.endPieces();
    return this.parts.filter((part) => typeof part === "string").join("");
  }

  /** Ends the piece that is not full. */
  protected endPieces(): void {
    this.#settle();
    if (this.#text !== "") this.#endPiece();
  }

  /** End tag of the innermost open element. */
  protected end({ empty, end }: Tags): void {
    if (this.#unended !== undefined) this.#settle();
    if (this.#pending !== undefined) this.#text += empty;
    else this.#text += this.#inTag ? " />" : end;
    this.#pending = undefined;
    this.#inTag = false;
  }

  /** True if nothing was written after the last part. */
  protected get isBehindPart(): boolean {
    return this.#text === "" && this.#pending === undefined;
  }

  /** Ends the piece where rows belong that are written later. */
  protected leave(): Place {
    if (this.#unended !== undefined) this.#settle();
    const place = {
      pending: this.#pending,
      inTag: this.#inTag,
      depth: this.#depth,
      defaults: [...this.#defaults],
    };
    if (this.#text !== "") this.#endPiece();
    this.#pending = undefined;
    this.#inTag = false;
    return place;
  }

  /** Goes to where rows belong, before the first one. */
  enter({ pending, inTag, depth, defaults }: Place): void {
    if (pending !== undefined || inTag) {
      this.#settle();
      [this.#pending, this.#inTag] = [pending, inTag];
    }
    this.#depth = depth;
    this.#defaults = [...defaults];
  }

  #defaultNamespace(): string {
    return this.#defaults.at(-1)?.namespace ?? "";
  }

  #declare(namespace: string): void {
    this.#defaults.push({ depth: this.#depth, namespace });
    this.attribute("xmlns", this.onWire(namespace));
  }

  /** The namespace in the message for one of the codecs. */
  onWire(namespace: string): string {
    return this.#alias === undefined ? namespace : swapNamespace(this.#alias, namespace);
  }

  /** Completes the tag written last before further output. */
  #settle(): void {
    if (this.#unended !== undefined) this.#text += this.#unended.end;
    else if (this.#pending !== undefined) this.#text += this.#pending.start;
    else if (this.#inTag) this.#text += ">";
    else return;
    this.#unended = undefined;
    this.#pending = undefined;
    this.#inTag = false;
  }

  /** Begins the start tag opened last: attributes follow. */
  #enterTag(): void {
    if (this.#pending === undefined) return;
    this.#text += this.#pending.open;
    this.#pending = undefined;
    this.#inTag = true;
  }

  #endPiece(): void {
    this.parts.push(this.pieceOf(this.#text));
    this.#text = "";
  }

  /** A piece with that text. */
  protected pieceOf(text: string): Piece {
    return flat(text);
  }
}
