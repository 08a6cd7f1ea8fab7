import { ServiceFault } from "../errors/fault.js";
import { base64Binary } from "../xsd/primitives.js";
import { LexicalError, type XsdType, shortened } from "../xsd/type.js";
import type { ForbiddenCharacters } from "../xml/writer.js";
import { parseParameter } from "./parse-parameter.js";
import { allowedText } from "./allowed-text.js";
import { type FormParameters, parameterKey } from "./form-text.js";

/** Type names of the original platform, for the text about an invalid value. */
const hostTypeNames: ReadonlyMap<string, string> = new Map([
  ["boolean", "System.Boolean"],
  ["int", "System.Int32"],
  ["long", "System.Int64"],
  ["short", "System.Int16"],
  ["unsignedByte", "System.Byte"],
  ["decimal", "System.Decimal"],
  ["double", "System.Double"],
  ["dateTime", "System.DateTime"],
]);

const byteText = /^[0-9]{1,3}$/;

/** How a `FormReader` treats absent and repeated parameters. */
export interface FormReaderOptions {
  /** Absent booleans are false; the values of a parameter given twice are joined with a comma. */
  readonly lenient?: boolean;
}

/**
 * Typed access to the parameters of an HTTP GET or POST call. Names are compared without regard to case; unknown
 * parameters are ignored. Every method throws `ServiceFault` `InvalidValue` for a value outside its type.
 */
export class FormReader {
  readonly #parameters: FormParameters;
  readonly #lenient: boolean;

  constructor(parameters: FormParameters, options: FormReaderOptions = {}) {
    this.#parameters = parameters;
    this.#lenient = options.lenient === true;
  }

  /** @throws ServiceFault `MissingValue` when the parameter is absent. */
  required<T>(name: string, type: XsdType<T>): T {
    const lexical = this.#single(name);
    if (lexical !== undefined) return this.#parse(name, type, lexical);
    if (this.#lenient && type.initial === false) return type.initial;
    throw missing(name);
  }

  /** Absent is undefined, and so is an empty value where the type is not text: programs send every parameter. */
  optional<T>(name: string, type: XsdType<T>): T | undefined {
    const lexical = this.#single(name);
    if (lexical === undefined || (lexical === "" && type.initial !== "")) return undefined;
    return this.#parse(name, type, lexical);
  }

  /** Several values, or one value of one to three digits, are bytes 0 to 255; anything else is base64. */
  bytes(name: string): Uint8Array | undefined {
    const values = this.#parameters.get(parameterKey(name));
    const first = values?.[0];
    if (values === undefined || first === undefined) return undefined;
    if (values.length === 1 && !byteText.test(first)) return this.#parse(name, base64Binary, first);
    return Uint8Array.from(values, (lexical) => parseByte(name, lexical));
  }

  /** @throws ServiceFault `MissingValue` when the parameter is absent. */
  requiredBytes(name: string): Uint8Array {
    const bytes = this.bytes(name);
    if (bytes === undefined) throw missing(name);
    return bytes;
  }

  #single(name: string): string | undefined {
    const values = this.#parameters.get(parameterKey(name));
    if (values === undefined || values.length === 1) return values?.[0];
    if (this.#lenient) return values.join(",");
    throw new ServiceFault("InvalidValue", `Parameter given more than once: ${name}.`, { path: name });
  }

  #parse<T>(name: string, type: XsdType<T>, lexical: string): T {
    try {
      return parseParameter(type, lexical, this.#lenient);
    } catch (cause) {
      throw notConvertible(name, lexical, hostTypeNames.get(type.name) ?? type.name, cause);
    }
  }
}

function missing(name: string): ServiceFault {
  return new ServiceFault("MissingValue", `Missing parameter: ${name}.`, { path: name });
}

function notConvertible(name: string, lexical: string, type: string, cause?: unknown): ServiceFault {
  const accepted = cause instanceof LexicalError ? cause.accepted : undefined;
  const hint = accepted === undefined ? "" : ` ---> Expected ${accepted}.`;
  const text = `Cannot convert ${shortened(lexical)} to ${type}. Parameter name: ${name}${hint}`;
  return new ServiceFault("InvalidValue", text, { cause, path: name });
}

function parseByte(name: string, lexical: string): number {
  const value = byteText.test(lexical) ? Number(lexical) : 256;
  if (value > 255) throw notConvertible(name, lexical, "System.Byte");
  return value;
}

/**
 * Writes the parameters of an HTTP GET or POST call as `application/x-www-form-urlencoded` text. Characters that XML does not allow are
 * refused or replaced as in XML.
 */
export class FormWriter {
  readonly #isRefusing: boolean;
  #text = "";

  constructor(forbiddenCharacters?: ForbiddenCharacters) {
    this.#isRefusing = forbiddenCharacters === "refuse";
  }

  value<T>(name: string, type: XsdType<T>, value: T): void {
    this.#add(name, type.print(value));
  }

  /** Omits undefined. */
  optional<T>(name: string, type: XsdType<T>, value: T | undefined): void {
    if (value !== undefined) this.#add(name, type.print(value));
  }

  /** Base64; omits undefined. */
  bytes(name: string, value: Uint8Array | undefined): void {
    if (value !== undefined) this.#add(name, base64Binary.print(value));
  }

  toString(): string {
    return this.#text;
  }

  #add(name: string, lexical: string): void {
    if (this.#text !== "") this.#text += "&";
    this.#text += `${encodeURIComponent(name)}=${encodeURIComponent(allowedText(lexical, this.#isRefusing))}`;
  }
}
