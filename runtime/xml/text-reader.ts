import type { XsdType } from "../xsd/type.js";
import { XmlElementReader } from "./element-reader.js";
import { referredAttachment } from "./read-attachment.js";

const notSpace = /[^ \t\n\r]/;

/** Reads the text of elements; bytes in MIME parts (XOP 1.0) replace their base64. */
export abstract class XmlTextReader extends XmlElementReader {
  /** Text up to the end tag of an element of a simple type, as a value; an element inside is refused. */
  protected parseText<T>(type: XsdType<T>): T {
    const text = this.closed ? "" : this.readText();
    if (!this.closed && !this.atEndTag()) return this.#parseIncluded(type, text);
    // Whether values of the type are attachments.
    if (type.carried === "attachment") return referredAttachment(this, text) as T;
    return this.lenient && type.parseLenient !== undefined ? type.parseLenient(text) : type.parse(text);
  }

  /** Continues at an element in the text of a simple type: a reference to a part must be its only content. */
  #parseIncluded<T>(type: XsdType<T>, before: string): T {
    const { at, name, parts } = this;
    const path = this.path();
    this.child();
    if (parts?.isInclude(this) !== true) {
      throw this.error("UnexpectedElement", `${name} holds an element where only text may be.`, at, path);
    }
    const bytes = parts.include(this);
    this.name = name;
    const after = this.readText();
    if (!this.atEndTag() || notSpace.test(before) || notSpace.test(after)) {
      throw this.error("UnexpectedElement", "Something stands beside xop:Include.", undefined, path);
    }
    if (type.carried === "attachment") return referredAttachment(this, "") as T;
    // Whether values of the type are bytes.
    return type.carried === "bytes" ? (bytes as T) : type.parse(parts.printed(bytes));
  }
}
