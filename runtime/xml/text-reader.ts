import type { XsdType } from "../xsd/type.js";
import { XmlElementReader } from "./element-reader.js";

/** Reads the text of elements; bytes in MIME parts (XOP 1.0) replace their base64. */
export abstract class XmlTextReader extends XmlElementReader {
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
    throw this.error("UnexpectedElement", `${name} holds an element where only text may be.`, at, path);
  }
}
