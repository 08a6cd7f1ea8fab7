import type { QName } from "../operation.js";
import type { XsdType } from "../xsd/type.js";
import type { XmlContent } from "./content.js";
import type { XmlLimits } from "./limits.js";
import type { NamespaceAlias } from "./namespace-alias.js";

export interface ReaderOptions {
  readonly limits?: XmlLimits;
  readonly lenient?: boolean;
  readonly alias?: NamespaceAlias | undefined;
}

export interface TypeReader<T> {
  readonly type: QName;
  read(reader: XmlReader): T;
}

export class XmlReader {
  namespace = "";
  name = "";
  skipped = 0;

  constructor(text: string, options: ReaderOptions = {}) {
    throw new Error(`not yet: ${text.length} ${String(options.lenient)}`);
  }
  /** Enters the root element. */
  enterRoot(): void {}
  /** Enters the next child element of the current element; false: its end tag is consumed. */
  child(): boolean {
    return false;
  }
  value<T>(_type: XsdType<T>, _previous: T | undefined): T | undefined {
    return undefined;
  }
  nillable<T>(_type: XsdType<T>, _previous: T | null | undefined): T | null {
    return null;
  }
  /** Text of the current record up to its end tag (complex type with simple content; attributes are read before). */
  simple<T>(type: XsdType<T>): T {
    return type.initial;
  }
  record<T>(_read: (reader: XmlReader) => T, _type: QName, _previous: T | undefined): T | undefined {
    return undefined;
  }
  nillableRecord<T>(
    _read: (reader: XmlReader) => T,
    _type: QName,
    _previous: T | null | undefined,
  ): T | null {
    return null;
  }
  choose<T>(
    _readers: readonly TypeReader<T>[],
    _declared: QName | undefined,
    _previous: T | undefined,
  ): T | undefined {
    return undefined;
  }
  nillableChoose<T>(
    _readers: readonly TypeReader<T>[],
    _declared: QName | undefined,
    _previous: T | null | undefined,
  ): T | null {
    return null;
  }
  content(_previous: XmlContent | undefined): XmlContent | undefined {
    return undefined;
  }
  skip(): void {}
  absent<T>(_name: string, type: XsdType<T>): T {
    return type.initial;
  }
  absentRecord(_name: string): never {
    throw new Error("not yet");
  }
  finish(): void {}
  attribute(_namespace: string, _name: string): string | undefined {
    return undefined;
  }
  path(): string {
    return "";
  }
}
