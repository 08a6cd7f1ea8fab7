import { soap12EncodingNamespace, soapEncodingNamespace, xsdNamespace, xsiNamespace } from "./names.js";
import type { QName, SoapArrayName } from "./names.js";
import { LexicalError, quoted, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";
import { addText, type XmlAttribute, type XmlContent, type XmlElement, type XmlNode } from "./content.js";
import type { ReaderOptions } from "./element-reader.js";
import type { XmlError } from "./errors.js";
import { isQName } from "../xsd/names.js";
import { XmlTextReader } from "./text-reader.js";
import type { XmlText } from "./xml-text.js";

/** How a type is read that may stand where another one is declared. */
export interface TypeReader<T> {
  readonly type: QName;
  read(reader: XmlReader): T;
}

/** Items that the arrays of one message may leave out, by offsets and positions: their places take memory. */
export const maxArrayGaps = 1_000;
/** Further items that may be left out for each item of the message in the sense of `XmlLimits.items`. */
export const arrayGapsPerItem = 4;

/**
 * Reads a document in one pass, forwards: the caller enters element after element and asks for the values it knows.
 * Exactly the well-formed documents of XML 1.0 with namespaces and without a document type declaration are read; names
 * from the document are compared, never used as keys. Strings read from a document may share its memory: copy what is
 * kept for long.
 *
 * Every method throws `XmlError`.
 */
export class XmlReader extends XmlTextReader {
  /** Number of elements passed by `skip`. */
  skipped = 0;
  #substitutes: Map<XsdType<unknown>, unknown> | undefined;
  #typeNamespace = "";
  readonly #encoded: boolean;
  /** Items that arrays have left out so far. */
  #arrayGaps = 0;

  constructor(document: string | XmlText, options: ReaderOptions = {}) {
    super(document, options);
    this.#encoded = options.encoded === true;
  }

  /** From now on `value` stands for content that is none of the type, which is an error otherwise. */
  substitute<T>(type: XsdType<T>, value: T): void {
    this.#substitutes ??= new Map();
    this.#substitutes.set(type, value);
  }

  /**
   * Reads the simple content of the element entered last, its end tag included.
   * @param previous value of the same field read before; anything but undefined is a duplicate, which is refused
   * @returns undefined only in lenient reading, for a nil element
   */
  value<T>(type: XsdType<T>, previous: T | undefined): T | undefined {
    if (previous !== undefined) throw this.#duplicate();
    if (this.attributeCount !== 0) {
      this.#checkSimpleType(type.name);
      if (this.#isRefusedNil()) return undefined;
    }
    return this.simple(type);
  }

  /** As `value`, for a nillable element: nil is null. */
  nillable<T>(type: XsdType<T>, previous: T | null | undefined): T | null {
    if (previous !== undefined) throw this.#duplicate();
    if (this.attributeCount !== 0) {
      this.#checkSimpleType(type.name);
      if (this.isNil()) return null;
    }
    return this.simple(type);
  }

  /** Reads the simple content of the element entered last, whatever its attributes are, its end tag included. */
  simple<T>(type: XsdType<T>): T {
    let value: T;
    try {
      value = this.parseText(type);
    } catch (cause) {
      if (!(cause instanceof LexicalError) || this.#substitutes?.has(type) !== true) {
        throw this.#wrongValue(cause);
      }
      // `substitute` holds a value of the type under each type.
      value = this.#substitutes.get(type) as T;
    }
    if (this.closed) this.leave();
    else this.leaveText();
    return value;
  }

  /** Reads a nested record: `read` stands inside the element and reads its end tag. Nil: as `value`. */
  record<T>(read: (reader: XmlReader) => T, type: QName, previous: T | undefined): T | undefined {
    if (previous !== undefined) throw this.#duplicate();
    if (this.attributeCount !== 0) {
      this.#checkRecordType(type);
      if (this.#isRefusedNil()) return undefined;
    }
    return read(this);
  }

  /** As `record`, for a nillable element: nil is null. */
  nillableRecord<T>(read: (reader: XmlReader) => T, type: QName, previous: T | null | undefined): T | null {
    if (previous !== undefined) throw this.#duplicate();
    if (this.attributeCount !== 0) {
      this.#checkRecordType(type);
      if (this.isNil()) return null;
    }
    return read(this);
  }

  /**
   * Reads an element whose type has derived types: `xsi:type` chooses the reader.
   * @param readers the declared type, unless it is abstract, and every type derived from it
   * @param declared read without `xsi:type`; undefined when the declared type is abstract
   */
  choose<T>(
    readers: readonly TypeReader<T>[],
    declared: QName | undefined,
    previous: T | undefined,
  ): T | undefined {
    if (previous !== undefined) throw this.#duplicate();
    if (this.#isRefusedNil()) return undefined;
    return this.#chosen(readers, declared).read(this);
  }

  /** As `choose`, for a nillable element: nil is null. */
  nillableChoose<T>(
    readers: readonly TypeReader<T>[],
    declared: QName | undefined,
    previous: T | null | undefined,
  ): T | null {
    if (previous !== undefined) throw this.#duplicate();
    return this.isNil() ? null : this.#chosen(readers, declared).read(this);
  }

  /** Reads everything inside the element entered last as data, its end tag included. */
  content(previous: XmlContent | undefined): XmlContent | undefined {
    if (previous !== undefined) throw this.#duplicate();
    return this.#isRefusedNil() ? undefined : this.#children();
  }

  /** As `content`, for a nillable element: nil is null. */
  nillableContent(previous: XmlContent | null | undefined): XmlContent | null {
    if (previous !== undefined) throw this.#duplicate();
    return this.attributeCount !== 0 && this.isNil() ? null : this.#children();
  }

  #children(): XmlContent {
    const root: XmlNode[] = [];
    const lists = [root];
    for (let list: XmlNode[] | undefined = root; list !== undefined; list = lists.at(-1)) {
      addText(list, this.closed ? "" : this.readText());
      if (!this.child()) {
        lists.pop();
        continue;
      }
      if (this.atInclude()) {
        addText(list, this.includedText());
        continue;
      }
      const children: XmlNode[] = [];
      list.push({ namespace: this.namespace, name: this.name, attributes: this.attributes(), children });
      lists.push(children);
    }
    return root;
  }

  /**
   * Reads the element entered last as data, its end tag included.
   * @param previous of a wildcard for one element, the one read before; anything but undefined is refused
   */
  element(previous?: XmlElement): XmlElement {
    const { namespace, name } = this;
    if (previous !== undefined) {
      throw this.error("UnexpectedElement", `${quoted(name)} stands where only one element may be.`);
    }
    const attributes = this.attributes();
    return { namespace, name, attributes, children: this.#children() };
  }

  /**
   * The value of an attribute of the element entered last, undefined without it. To be asked before the first child is
   * entered.
   */
  attributeValue<T>(type: XsdType<T>, namespace: string, name: string): T | undefined {
    const lexical = this.attribute(namespace, name);
    return lexical === undefined ? undefined : this.#parsedAttribute(type, name, lexical);
  }

  /** As `attributeValue`, for an attribute with a default: absent, it has the value of `lexical`. */
  attributeOr<T>(type: XsdType<T>, namespace: string, name: string, lexical: string): T {
    return this.#parsedAttribute(type, name, this.attribute(namespace, name) ?? lexical);
  }

  /** Refuses the record just read because a required attribute of it is absent. */
  absentAttribute(name: string): never {
    throw this.error(
      "MissingValue",
      `The required attribute ${name} is absent.`,
      this.at,
      `${this.pathOfEnded()}.@${name}`,
    );
  }

  /** The attributes of the element entered last without those of XML Schema and those that are known; undefined when there are none. */
  otherAttributes(known: readonly QName[]): readonly XmlAttribute[] | undefined {
    if (this.attributeCount === 0) return undefined;
    const others = this.attributes().filter(
      ({ namespace, name }) =>
        namespace !== xsiNamespace &&
        !known.some((each) => each.name === name && each.namespace === namespace),
    );
    return others.length === 0 ? undefined : others;
  }

  /**
   * Notes to which branch of a choice the element entered last belongs.
   * @param before number of the branch of earlier elements, 0 for none; another one than `branch` is refused
   */
  branch(before: number, branch: number): number {
    if (before !== 0 && before !== branch) throw this.excluded();
    return branch;
  }

  /** The error about an element that excludes one before it. */
  excluded(): XmlError {
    return this.error("UnexpectedElement", `${quoted(this.name)} excludes an element that stands before it.`);
  }

  /** Refuses the record just read because nothing of a choice is there. */
  absentChoice(names: string): never {
    throw this.error("MissingValue", `One of these is required: ${names}.`, this.at, this.pathOfEnded());
  }

  /** As `child`, in mixed content: adds the text before the next tag to `content`. */
  mixedChild(content: unknown[]): boolean {
    const text = this.closed || this.isAhead ? "" : this.readText();
    if (text !== "") content.push(text);
    return this.child();
  }

  /**
   * Reads the items of a SOAP-encoded array, of which any may be left out (SOAP 1.1 section 5.4.2): null where there is none.
   * @param read reads the item entered last; nil is null
   */
  soapArray<T>(read: () => T | null): readonly (T | null)[] {
    const items: (T | null)[] = [];
    let at = this.#arrayIndex("offset") ?? 0;
    while (this.child()) {
      at = this.#arrayIndex("position") ?? at;
      this.#countGaps(at - items.length);
      while (items.length < at) items.push(null);
      items[at] = read();
      at++;
    }
    return items;
  }

  /** `[3]` in an attribute of the encoding. */
  #arrayIndex(name: string): number | undefined {
    const lexical = this.attribute(soapEncodingNamespace, name);
    if (lexical === undefined) return undefined;
    const index = /^\s*\[([0-9]{1,9})\]\s*$/.exec(lexical)?.[1];
    if (index === undefined) throw this.error("WrongValue", `${name} of an array is not an index.`);
    return Number(index);
  }

  #countGaps(gaps: number): void {
    if (gaps <= 0) return;
    this.#arrayGaps += gaps;
    if (this.#arrayGaps > maxArrayGaps + arrayGapsPerItem * this.items)
      throw this.error("WrongValue", "The arrays of the message leave out too many items.");
  }

  /** Passes the element entered last with all it holds: one that nobody knows. Counted in `skipped`. */
  skip(): void {
    this.skipped++;
    const outside = this.depth - 1;
    while (this.depth > outside) this.child();
  }

  /**
   * The value of a required field that the record just read did not have: refused, or the initial value of the type in
   * lenient reading.
   */
  absent<T>(name: string, type: XsdType<T>): T {
    if (this.lenient) return type.initial;
    return this.absentRecord(name);
  }

  /** As `absent`, for a nillable field: null in lenient reading. */
  absentNillable(name: string): null {
    return this.lenient ? null : this.absentRecord(name);
  }

  /** Refuses the record just read because a required record in it is absent. */
  absentRecord(name: string): never {
    throw this.error(
      "MissingValue",
      `The required field ${name} is absent.`,
      this.at,
      `${this.pathOfEnded()}.${name}`,
    );
  }

  #parsedAttribute<T>(type: XsdType<T>, name: string, lexical: string): T {
    try {
      return type.parse(lexical);
    } catch (cause) {
      if (!(cause instanceof LexicalError)) throw cause;
      throw this.error("WrongValue", `@${name}: ${cause.message}.`);
    }
  }

  #wrongValue(cause: unknown): unknown {
    if (!(cause instanceof LexicalError)) return cause;
    return this.error("WrongValue", `${this.name}: ${cause.message}.`);
  }

  #duplicate(): XmlError {
    return this.error("Duplicate", `${this.name} is given twice.`);
  }

  /** True for a nil element, which is then read to its end (`xsi:nil`, XML Schema 1.0 part 1, section 2.6.2). */
  isNil(): boolean {
    const lexical = this.attribute(xsiNamespace, "nil");
    if (lexical === undefined) return false;
    const value = trim(lexical);
    if (value === "false" || value === "0") return false;
    if (value !== "true" && value !== "1")
      throw this.error("WrongValue", `xsi:nil of ${this.name} is not true or false.`);
    const { name } = this;
    const text = this.closed ? "" : this.readText();
    if (text !== "" || this.child()) throw this.error("NilWithContent", `${name} is nil and has content.`);
    return true;
  }

  /** False for an element that is not nil; a nil one is refused, unless reading is lenient. */
  #isRefusedNil(): boolean {
    const { name } = this;
    if (this.attributeCount === 0 || !this.isNil()) return false;
    if (this.lenient) return true;
    throw this.error("NotNillable", `${name} must have a value and is nil.`, this.at, this.pathOfEnded());
  }

  /** Local name of the type in `xsi:type`, its namespace in `#typeNamespace`; undefined without the attribute. */
  #readType(): string | undefined {
    const lexical = this.attribute(xsiNamespace, "type");
    if (lexical === undefined) return undefined;
    const text = trim(lexical);
    if (!isQName(text)) throw this.#wrongType(text);
    const colon = text.indexOf(":");
    const namespace = colon === -1 ? this.scope.defaultNamespace : this.scope.lookUp(text.slice(0, colon));
    if (namespace === undefined) throw this.#wrongType(text);
    this.#typeNamespace = namespace;
    return text.slice(colon + 1);
  }

  /** Programs mark simple values with a built-in type; what they name says nothing beyond the contract. */
  #checkSimpleType(declared: string): void {
    const name = this.#readType();
    if (name === undefined || name === declared || this.#typeNamespace === xsdNamespace) return;
    if (!this.#isEncodingType() || name === "Array" || name === "Struct") throw this.#wrongType(name);
  }

  /** True for a type of the SOAP encodings. On a simple value it says no more than one of XML Schema. */
  #isEncodingType(): boolean {
    return this.#typeNamespace === soapEncodingNamespace || this.#typeNamespace === soap12EncodingNamespace;
  }

  #checkRecordType(declared: QName | SoapArrayName): void {
    const name = this.#readType();
    if (name === undefined) return;
    if (this.#isEncodingType() && (this.#encoded || ("soapArray" in declared && name === "Array"))) return;
    if (name !== declared.name || this.#typeNamespace !== declared.namespace) throw this.#wrongType(name);
  }

  #chosen<T>(readers: readonly TypeReader<T>[], declared: QName | undefined): TypeReader<T> {
    const name = this.#readType() ?? declared?.name;
    if (name === undefined)
      throw this.error("AbstractType", `${this.name}: xsi:type must name one of the derived types.`);
    const namespace =
      this.attribute(xsiNamespace, "type") === undefined ? declared?.namespace : this.#typeNamespace;
    const found = readers.find(({ type }) => type.name === name && type.namespace === namespace);
    if (found === undefined) throw this.#wrongType(name);
    return found;
  }

  #wrongType(name: string): XmlError {
    return this.error("WrongType", `${this.name}: xsi:type ${quoted(name)} does not belong here.`);
  }
}

/**
 * Never used, only there: V8 forgets how objects with so many fields are made when a collection meets none of them, and after a
 * few times makes every further one slowly, in 6 us instead of 0.1. A server that has little to do at first comes to that.
 */
export const keptReader = new XmlReader("");
