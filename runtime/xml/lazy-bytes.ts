import { base64Binary } from "../xsd/binary.js";
import type { Decimal } from "../xsd/decimal.js";
import type { XsdDateTime } from "../xsd/date-time.js";
import type { SimpleList } from "../xsd/lists.js";
import type { SoapAttachment } from "../xsd/parts.js";
import { LexicalError, type XsdType } from "../xsd/type.js";
import type { XmlContent, XmlElement } from "./content.js";
import type { XmlReader } from "./reader.js";
import type { Steps } from "./steps.js";

/** Characters of base64 that are decoded without a pause. */
const decodedAtOnce = 262_144;

const whiteSpace = /[ \t\r\n]+/g;

/** Bytes of a message that are still text in base64: a server decodes them when it needs them (`lazyBytes` of the generator). */
export class LazyBytes {
  /** As in the message; not checked. */
  readonly base64: string;
  readonly #isLenient: boolean;

  /** @param isLenient accepts missing padding and any unused bits, as the message was read */
  constructor(base64: string, isLenient = false) {
    this.base64 = base64;
    this.#isLenient = isLenient;
  }

  /** The bytes, decoded at once. @throws LexicalError if the text is not base64 */
  decode(): Uint8Array {
    return decodedText(this.base64, this.#isLenient);
  }

  /**
   * The bytes, decoded in steps of `size` characters: between two of them the caller may let other calls have their turn.
   * @throws LexicalError if the text is not base64
   * @throws RangeError if `size` is not an integer of at least 1
   */
  *decodeInSteps(size: number = decodedAtOnce): Steps<Uint8Array> {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`Not a number of characters: ${size}`);
    const text = this.base64;
    const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
    let length = 0;
    let rest = "";
    let isPadded = false;
    for (let start = 0; start < text.length; start += size) {
      const digits = rest + text.slice(start, start + size).replace(whiteSpace, "");
      const isLast = start + size >= text.length;
      const whole = isLast ? digits.length : digits.length - (digits.length % 4);
      rest = digits.slice(whole);
      if (isPadded) {
        if (!this.#mayFollowPadding(digits)) throw new LexicalError("base64Binary", "not base64");
        rest = "";
      } else if (whole > 0) {
        const decoded = decodedText(digits.slice(0, whole), this.#isLenient);
        bytes.set(decoded, length);
        length += decoded.length;
        isPadded = decoded.length * 4 !== whole * 3;
      }
      yield;
    }
    return bytes.subarray(0, length);
  }

  /** Lenient reading accepts more padding. */
  #mayFollowPadding(digits: string): boolean {
    return digits === "" || (this.#isLenient && /^=+$/.test(digits));
  }
}

function decodedText(digits: string, isLenient: boolean): Uint8Array {
  return isLenient
    ? (base64Binary.parseLenient?.(digits) ?? base64Binary.parse(digits))
    : base64Binary.parse(digits);
}

type Whole =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Date
  | Decimal
  | XsdDateTime
  | SoapAttachment
  | XmlElement
  | XmlContent;

/**
 * Input of an operation whose `xs:base64Binary` elements are not decoded: those that arrive as text are `LazyBytes`. Bytes that arrive as
 * MIME parts, in a form or as JSON are there, and so are those of lists, of attributes and of types with facets.
 */
export type Lazy<T> = T extends Uint8Array
  ? T | LazyBytes
  : T extends Whole
    ? T
    : T extends readonly (infer Item)[]
      ? SimpleListOf<T> extends true
        ? T
        : readonly Lazy<Item>[]
      : { readonly [Key in keyof T]: Lazy<T[Key]> };

type SimpleListOf<T> = keyof SimpleList<unknown> extends keyof T ? true : false;

/** What reads `xs:base64Binary` later. The codecs keep it as it is: the type of the input, `Lazy`, has both. */
const unread: XsdType<unknown> = {
  ...base64Binary,
  parse: (text) => new LazyBytes(text),
  parseLenient: (text) => new LazyBytes(text, true),
};

const replacements: ReadonlyMap<XsdType<unknown>, XsdType<unknown>> = new Map([[base64Binary, unread]]);

/** The same codec, which leaves the elements of type `xs:base64Binary` undecoded. */
export function lazyBytes<T>(
  read: (reader: XmlReader, entered?: boolean) => T,
): (reader: XmlReader, entered?: boolean) => T {
  return (reader, entered) => {
    reader.replacements = replacements;
    return read(reader, entered);
  };
}
