import { quoted, type XsdType } from "../xsd/type.js";
import { type ReaderOptions, XmlElementReader } from "./element-reader.js";
import { type SoapAttachment, type PartProblem, type ReceivedParts, xopNamespace } from "./parts.js";
import type { XmlText } from "./xml-text.js";

const notSpace = /[^ \t\n\r]/;

const partProblems: Readonly<Record<PartProblem, string>> = {
  MissingPart: "The message has no part that xop:Include names.",
  DuplicatePart: "The part that xop:Include names is not one, or is included twice.",
};

const attachmentProblems: Readonly<Record<PartProblem, string>> = {
  MissingPart: "The message has no attachment for",
  DuplicatePart: "The message has several attachments for",
};

/** Reads the text of elements; bytes that travel in parts of their own (XOP 1.0) stand where their base64 would. */
export abstract class XmlTextReader extends XmlElementReader {
  readonly #parts: ReceivedParts | undefined;
  protected readonly lenient: boolean;
  /** What the text read last stands for, where it is a part. */
  #included: Uint8Array | undefined;

  protected constructor(document: string | XmlText, options: ReaderOptions) {
    super(document, options);
    this.#parts = options.parts;
    this.lenient = options.lenient === true;
  }

  /** Text up to the end tag of an element of a simple type, as a value; an element inside is refused. */
  protected parseText<T>(type: XsdType<T>): T {
    const text = this.closed ? "" : this.#simpleText();
    // Values of such a type are attachments.
    if (type.carried === "attachment") return this.#referred(text) as T;
    if (this.#included === undefined) return this.#parsed(type, text);
    const bytes: Uint8Array & T = this.#included as Uint8Array & T;
    this.#included = undefined;
    return type.carried === "bytes" ? bytes : type.parse(this.#printed(bytes));
  }

  #parsed<T>(type: XsdType<T>, text: string): T {
    return this.lenient && type.parseLenient !== undefined ? type.parseLenient(text) : type.parse(text);
  }

  /**
   * The attachment bound to a part of the message (WSDL 1.1, section 5).
   * @param at its place among such parts, counted from 0
   */
  attachment(part: string, at: number): SoapAttachment {
    const found = this.#parts?.bound(part, at) ?? "MissingPart";
    return this.#present(found, `part ${part}`, part);
  }

  #referred(url: string): SoapAttachment {
    return this.#present(this.#parts?.referred(url) ?? "MissingPart", this.name, this.path());
  }

  #present(found: SoapAttachment | PartProblem, what: string, path: string): SoapAttachment {
    if (typeof found !== "string") return found;
    throw this.error(found, `${attachmentProblems[found]} ${quoted(what)}.`, this.at, path);
  }

  #simpleText(): string {
    const text = this.readText();
    if (this.atEndTag()) return text;
    this.#includeAlone(text);
    return "";
  }

  /** Reads the `xop:Include` that comes next, which must be all that the element holds. */
  #includeAlone(before: string): void {
    const { at, name } = this;
    const path = this.path();
    this.child();
    if (!this.atInclude()) {
      throw this.error("UnexpectedElement", `${name} holds an element where only text may be.`, at, path);
    }
    this.#included = this.#include();
    this.name = name;
    const after = this.readText();
    if (!this.atEndTag() || notSpace.test(before) || notSpace.test(after)) {
      throw this.error("UnexpectedElement", "Something stands beside xop:Include.", this.at, path);
    }
  }

  /** True when the element entered last stands for a part. */
  protected atInclude(): boolean {
    return this.#parts !== undefined && this.name === "Include" && this.namespace === xopNamespace;
  }

  /** The base64 of the part that the element entered last stands for; its end tag is read. */
  protected includedText(): string {
    return this.#printed(this.#include());
  }

  #printed(bytes: Uint8Array): string {
    return this.#parts?.printed(bytes) ?? "";
  }

  #include(): Uint8Array {
    const bytes = this.#parts?.include(this.attribute("", "href") ?? "") ?? "MissingPart";
    if (typeof bytes === "string") throw this.error(bytes, partProblems[bytes]);
    const outside = this.depth - 1;
    while (this.depth > outside) this.child();
    return bytes;
  }
}
