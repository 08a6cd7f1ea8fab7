import type { NamespacePrefix, QName } from "./names.js";
import type { Rows } from "./rows.js";
import { escapeAttribute, escapeText } from "./escape.js";
import { flat } from "./flat-text.js";
import { type NamespaceAlias, swapNamespace } from "./namespace-alias.js";
import type { SentParts } from "../xsd/parts.js";
import { following, type Tags, tagsOf } from "./tags.js";
import { type DefaultNamespace, type Piece, pieceLength, type WrittenPart } from "./written-part.js";

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
  /** The piece that is not full. */
  piece = "";
  /** The element opened last, if nothing of it is written yet. */
  protected pending: Tags | undefined;
  /** The start tag written last has attributes and no `>` yet. */
  inTag = false;
  /** The element written last, of which the end tag is missing: most often it is written with the next start tag. */
  #unended: Tags | undefined;
  protected depth = 0;
  /** Default namespaces in force, the innermost last, each with the depth of the element that declares it. */
  protected defaults: DefaultNamespace[] = [];
  /** Prefixes of names around and in the element of a message: data must not declare them for other namespaces. */
  reserved: readonly NamespacePrefix[] = [];

  constructor(options: WriterOptions = {}) {
    this.#alias = options.alias;
    this.beside = options.beside;
    this.#isRefusing = options.forbiddenCharacters === "refuse";
  }

  /** Start tag. Closed directly after, the element is `<name />`. */
  open(name: string): void {
    this.settle();
    this.pending = tagsOf(name);
    this.depth++;
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
    this.piece += declarations;
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

  /** Attribute of the start tag written last, directly after it. */
  attribute(name: string, value: string): void {
    this.#enterTag();
    this.piece += ` ${name}="${escapeAttribute(value, this.#isRefusing)}"`;
  }

  /** As `writeEach` calls it. */
  later?<T>(rows: Rows<T>, write: (row: T) => void): boolean;

  /** End tag of the innermost open element, whose name is `name`. */
  close(name: string): void {
    this.end(tagsOf(name));
    if (this.defaults.length > 0 && this.defaults.at(-1)?.depth === this.depth) this.defaults.pop();
    this.depth--;
    if (this.piece.length >= pieceLength) this.endPiece();
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
      this.settle();
      this.#unended = tagsOf(name);
      this.piece += this.#unended.start + printed;
    } else {
      const { tags, between } = following(this.#unended, name);
      this.#unended = tags;
      this.piece += between + printed;
    }
    if (this.piece.length >= pieceLength) this.endPiece();
  }

  /** Text inside the element that is open. */
  characters(value: string): void {
    this.raw(escapeText(value, this.#isRefusing));
  }

  /** Markup as it is. */
  raw(markup: string): void {
    if (markup === "") return;
    this.settle();
    this.piece += markup;
    if (this.piece.length >= pieceLength) this.endPiece();
  }

  /** All that was written; not for a `StreamWriter`, which alone has parts that are no text. */
  toString(): string {
    this.endPieces();
    return (this.parts as readonly string[]).join("");
  }

  /** Ends the piece that is not full. */
  protected endPieces(): void {
    this.settle();
    if (this.piece !== "") this.endPiece();
  }

  /** End tag of the innermost open element. */
  protected end({ empty, end }: Tags): void {
    if (this.#unended !== undefined) this.settle();
    if (this.pending !== undefined) this.piece += empty;
    else this.piece += this.inTag ? " />" : end;
    this.pending = undefined;
    this.inTag = false;
  }

  #defaultNamespace(): string {
    return this.defaults.at(-1)?.namespace ?? "";
  }

  #declare(namespace: string): void {
    this.defaults.push({ depth: this.depth, namespace });
    this.attribute("xmlns", this.onWire(namespace));
  }

  /** The namespace in the message for one of the codecs. */
  onWire(namespace: string): string {
    return this.#alias === undefined ? namespace : swapNamespace(this.#alias, namespace);
  }

  /** Completes the tag written last before further output. */
  protected settle(): void {
    if (this.#unended !== undefined) this.piece += this.#unended.end;
    else if (this.pending !== undefined) this.piece += this.pending.start;
    else if (this.inTag) this.piece += ">";
    else return;
    this.#unended = undefined;
    this.pending = undefined;
    this.inTag = false;
  }

  /** Begins the start tag opened last: attributes follow. */
  #enterTag(): void {
    if (this.pending === undefined) return;
    this.piece += this.pending.open;
    this.pending = undefined;
    this.inTag = true;
  }

  protected endPiece(): void {
    this.parts.push(this.pieceOf(this.piece));
    this.piece = "";
  }

  /** A piece with that text. */
  protected pieceOf(text: string): Piece {
    return flat(text);
  }
}
