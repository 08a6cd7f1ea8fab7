import type { XsdType } from "../xsd/type.js";
import type { XmlContent } from "./content.js";
import type { NamespaceAlias } from "./namespace-alias.js";

export interface WriterOptions {
  readonly alias?: NamespaceAlias | undefined;
  /** Called with each finished piece; without it pieces are kept for `pieces`. */
  readonly onPiece?: (piece: string) => void;
  /** Length from which a piece is finished, in UTF-16 code units. */
  readonly pieceSize?: number;
}

export class XmlWriter {
  constructor(_options: WriterOptions = {}) {}
  /** Start tag; closed directly, it prints `<name />`. */
  open(_name: string): void {}
  /** Start tag of an element in another namespace than the default in force: declares it, until `close`. */
  openIn(_name: string, _namespace: string): void {}
  /** `<name xsi:type="typeName">` */
  openAs(_name: string, _typeName: string): void {}
  /** Start tag that makes `namespace` the default; `declarations` is markup such as ` xmlns:xsi="..."`. */
  openRoot(_name: string, _namespace: string, _declarations?: string): void {}
  /** Attribute of the start tag written last. */
  attribute(_name: string, _value: string): void {}
  close(_name: string): void {}
  /** `<name>escaped</name>`; empty: `<name />` */
  text(_name: string, _value: string): void {}
  /** As `text`, for what never needs escaping. */
  plain(_name: string, _printed: string): void {}
  value<T>(_name: string, _type: XsdType<T>, _value: T): void {}
  /** Escaped text inside the current element. */
  characters(_value: string): void {}
  /** `<name xsi:nil="true" />` */
  nil(_name: string): void {}
  /** Markup as it is. */
  raw(_markup: string): void {}
  /** Any XML inside the current element. */
  content(_value: XmlContent): void {}
  pieces(): readonly string[] {
    return [];
  }
  toString(): string {
    return "";
  }
}
