import { isSameName, type QName, type SoapArrayName, xsiNamespace } from "./names.js";
import { LexicalError, type XsdType } from "../xsd/type.js";
import { booleanOf } from "../xsd/numbers.js";
import { checkRecordType, checkSimpleType } from "./declared-type.js";
import type { XmlText } from "./xml-text.js";
import { XmlElementReader } from "./element-reader.js";
import type { ReaderOptions } from "./reader-options.js";
import { pathOfEnded, refuse } from "./scanner.js";

/**
 * Reads a document in one forward pass: the caller enters element after element and reads the values that it knows.
 * Exactly the well-formed documents of XML 1.0 with namespaces and without a document type declaration are read; names
 * from the document are compared, never used as keys. Strings read from a document may share its memory: copy those
 * that are stored for long. Constructs of few contracts are read by separate functions (`read-*.ts`), so that bundles
 * include only those that their codecs call.
 *
 * Every method throws `XmlError`.
 */
export class XmlReader extends XmlElementReader {
  /** Number of elements passed by `skip`. */
  skipped = 0;
  /** Types whose content is read as that of others: see `lazyBytes`. */
  replacements: ReadonlyMap<XsdType<unknown>, XsdType<unknown>> | undefined;
  /** As in `ReaderOptions`. */
  readonly encoded: boolean;
  /** Items that SOAP-encoded arrays have left out so far. */
  arrayGaps = 0;

  constructor(document: string | XmlText, options: ReaderOptions = {}) {
    super(document, options);
    this.encoded = options.encoded === true;
  }

  /**
   * Reads the simple content of the element entered last, its end tag included.
   * @param previous value of the same field read before; anything but undefined is a duplicate, which is refused
   * @returns undefined only in lenient reading, for a nil element
   */
  value<T>(type: XsdType<T>, previous: T | undefined): T | undefined {
    if (this.isRepeated(previous)) return previous;
    if (this.hasAttributes) {
      checkSimpleType(this, type.name);
      if (this.isRefusedNil()) return undefined;
    }
    return this.simple(type);
  }

  /** Reads the simple content of the element entered last, whatever its attributes are, its end tag included. */
  simple<T>(type: XsdType<T>): T {
    // What else the values of a replacement are, the type of the message says.
    const read = (this.replacements?.get(type) as XsdType<T> | undefined) ?? type;
    let value: T;
    try {
      value = this.parseText(read);
    } catch (cause) {
      if (!(cause instanceof LexicalError)) throw cause;
      refuse(this, "WrongValue", `${this.name}: ${cause.message}.`);
    }
    if (this.closed) this.leave();
    else this.leaveText();
    return value;
  }

  /** Text up to the end tag of an element of a simple type, as a value; an element inside is refused. */
  protected parseText<T>(type: XsdType<T>): T {
    const text = this.closed ? "" : this.readText();
    if (!this.closed && !this.atEndTag) return this.#parseIncluded(type, text);
    if (type.received !== undefined) return type.received(this, text);
    return this.lenient && type.parseLenient !== undefined ? type.parseLenient(text) : type.parse(text);
  }

  /** Continues at an element in the text of a simple type, which must be a reference to a part. */
  #parseIncluded<T>(type: XsdType<T>, before: string): T {
    const { at, name, parts } = this;
    const path = this.path();
    this.child();
    if (parts?.isInclude(this) === true) return parts.included(this, type, { name, path, before });
    refuse(this, "UnexpectedElement", `${name} holds an element where only text may be.`, at, path);
  }

  /** Reads a nested record: `read` starts inside the element and reads its end tag. Nil: as `value`. */
  record<T>(
    read: (reader: XmlReader) => T,
    type: QName | SoapArrayName,
    previous: T | undefined,
  ): T | undefined {
    if (this.isRepeated(previous)) return previous;
    if (this.hasAttributes) {
      checkRecordType(this, type, this.encoded);
      if (this.isRefusedNil()) return undefined;
    }
    return read(this);
  }

  /** True where the element entered last is the declared one; in lenient reading also with another namespace. */
  isElement(declared: QName): boolean {
    return isSameName(this, declared);
  }

  /** Skips the element entered last, an unknown one, with its content. Counted in `skipped`. */
  skip(): void {
    this.skipped++;
    this.leaveElement();
  }

  /**
   * The value of a required field that the record just read did not have: refused, or the initial value of the type in
   * lenient reading.
   */
  absent<T>(name: string, type: XsdType<T>): T {
    if (this.lenient) return type.initial;
    return this.absentRecord(name);
  }

  /** True if an item of a list that was read without a value keeps its place; absent in a reader that leaves such items out. */
  keeps?(item: unknown): item is never;

  /** True where an element whose type cannot be told is left out; absent in a reader that refuses it. @param type named by `xsi:type` */
  leavesOut?(type: string | undefined): boolean;

  /** Refuses the record just read because a required record in it is absent; `path` is that of the error. */
  absentRecord(
    name: string,
    detail = `The required field ${name} is absent.`,
    path = `${pathOfEnded(this)}.${name}`,
  ): never {
    refuse(this, "MissingValue", detail, undefined, path);
  }

  /** The value of a required record of any of several types; without one the record just read is refused. */
  present<T>(value: T | undefined, name: string): T {
    return value ?? this.absentRecord(name);
  }

  /** True where the element entered last was given before, and has been read to its end; refused, unless reading accepts it. */
  isRepeated<T>(previous: T | undefined): previous is T {
    if (previous !== undefined) refuse(this, "Duplicate", `${this.name} is given twice.`);
    return false;
  }

  /** True for a nil element, which is then read to its end (`xsi:nil`, XML Schema 1.0 part 1, section 2.6.2). */
  isNil(): boolean {
    const lexical = this.attribute(xsiNamespace, "nil");
    if (lexical === undefined) return false;
    const value = this.nilOf(lexical);
    if (value === undefined) refuse(this, "WrongValue", `xsi:nil of ${this.name} is not true or false.`);
    if (value) this.leaveNil();
    return value;
  }

  /** What `xsi:nil` says; undefined for a text that is not true or false. */
  protected nilOf(lexical: string): boolean | undefined {
    return booleanOf(lexical);
  }

  /** Reads a nil element to its end. */
  protected leaveNil(): void {
    const { name } = this;
    const text = this.closed ? "" : this.readText();
    if (text !== "" || this.child()) refuse(this, "NilWithContent", `${name} is nil and has content.`);
  }

  /** False for an element that is not nil; a nil one is refused, unless reading is lenient. */
  isRefusedNil(): boolean {
    const { name } = this;
    if (!this.hasAttributes || !this.isNil()) return false;
    if (this.lenient) return true;
    refuse(this, "NotNillable", `${name} must have a value and is nil.`, undefined, pathOfEnded(this));
  }
}

/** Refuses the record just read because a required list in it has no item. */
export function noItems(reader: XmlReader, name: string): never {
  return reader.absentRecord(name, `At least one ${name} is required.`);
}

/**
 * A record before it has values. Items of lists are copies of one: V8 allocates literals in the old generation once many have survived,
 * and then searches all of them for references to new objects at each collection, which takes longer than to read them.
 */
export type Blank<T> = { -readonly [K in keyof Required<T>]: T[K] | undefined };

/**
 * Not used, but must exist: if a garbage collection finds no object of this shape, V8 drops its constructor
 * optimization, and after a few times creates further ones in 6 us instead of 0.1 us. This happens in servers that are
 * idle at first.
 */
export const keptReader = new XmlReader("");
