import type { Decoder } from "../text/native-decoder.js";
import { ServiceFault } from "../errors/fault.js";
import { interned } from "../text/interned.js";
import { replacedUnits, textOf } from "../text/replaced-units.js";
import { forbiddenAt } from "../text/characters.js";
import { allowedText } from "./allowed-text.js";

/** Parameters by lower-case name, each with its values in the order given. */
export type FormParameters = ReadonlyMap<string, readonly string[]>;

/** How exactly the text of a form must be written. */
export interface FormTextOptions {
  /** Keeps a broken percent escape as text instead of refusing it. */
  readonly lenient?: boolean;
  /** Of the charset that `%XX` escapes are in; UTF-8 when not given. It reads ASCII as it is. */
  readonly decoder?: Decoder | undefined;
}

/** Most different parameter names in one form. */
export const maxFormNames = 1_000;
/** Most values in one form; a repeated part carries one byte in each. */
export const maxFormValues = 524_288;

/**
 * Reads `name=value&name=value` as browsers and existing programs write it: `+` is a space, `%XX` is a byte,
 * `%uXXXX` is one UTF-16 code unit, `;` separates nothing, and a name without `=` counts as absent.
 *
 * @throws ServiceFault `InvalidValue` for a broken percent escape, bad UTF-8 or a character that XML does not allow,
 * `TooLarge` above `maxFormNames` names or `maxFormValues` values.
 */
export function parseForm(text: string, options: FormTextOptions = {}): FormParameters {
  const parameters = new Map<string, string[]>();
  let count = 0;
  let equals = text.indexOf("=");
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf("&", start);
    const end = ampersand === -1 ? text.length : ampersand;
    // Searched once: otherwise a text of ampersands would be searched to its end for each of them.
    if (equals !== -1 && equals < start) equals = text.indexOf("=", start);
    if (equals !== -1 && equals < end) {
      if (++count > maxFormValues) throw new ServiceFault("TooLarge", "Too many parameters.");
      const name = lowerName(text.slice(start, equals), options);
      addValue(parameters, name, decodeFormText(text.slice(equals + 1, end), options));
    }
    start = end + 1;
  }
  return parameters;
}

function addValue(parameters: Map<string, string[]>, name: string, value: string): void {
  const values = parameters.get(name);
  if (values !== undefined) {
    values.push(value);
    return;
  }
  if (parameters.size === maxFormNames) throw new ServiceFault("TooLarge", "Too many parameters.");
  parameters.set(name, [value]);
}

// Callers send the names of the contract; the limits prevent hostile ones from filling memory.
const knownNames = new Map<string, string>();
const maxKnownNames = 512;
const maxKnownLength = 64;

function lowerName(raw: string, options: FormTextOptions): string {
  const known = knownNames.get(raw);
  if (known !== undefined) return known;
  const text = decodePrintable(raw);
  if (text === undefined) return decodeFormText(raw, options).toLowerCase();
  const name = text.toLowerCase();
  if (knownNames.size < maxKnownNames && raw.length <= maxKnownLength)
    knownNames.set(interned(raw), interned(name));
  return name;
}

/** The key of a parameter whose name the contract gives. */
export function parameterKey(name: string): string {
  // A name that callers send as it is written; a name of a contract contains no escape.
  return knownNames.get(name) ?? name.toLowerCase();
}

function decodeFormText(raw: string, options: FormTextOptions): string {
  const printable = raw.length <= longestPrintable ? decodePrintable(raw) : undefined;
  if (printable !== undefined) return printable;
  const spaced = replacedUnits(raw, ["+"], " ");
  const text = spaced.includes("%") ? decodePercents(spaced, options) : spaced;
  if (forbiddenAt(text) === -1) return text;
  if (options.lenient !== true)
    throw new ServiceFault("InvalidValue", "A parameter holds a character that is not allowed.");
  return allowedText(text);
}

/** A longer text is decoded faster by the platform. */
const longestPrintable = 4_096;

/** With more replacements than this the text would consist of very many small pieces. */
const mostReplaced = 256;

const plus = 43;
const percent = 37;
const letterU = 117;
const hexDigits = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? 16 : digit;
});
const printableAscii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code));

/** The usual case in one pass: printable ASCII only, as it is or as `%XX`; undefined for any other text. */
function decodePrintable(raw: string): string | undefined {
  let decoded = "";
  let start = 0;
  let replaced = 0;
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code < 32 || code > 126) return undefined;
    if (code !== plus && code !== percent) continue;
    const unescaped = code === plus ? 32 : byteAt(raw, at);
    if (unescaped < 32 || unescaped > 126 || ++replaced > mostReplaced) return undefined;
    decoded += raw.slice(start, at) + (printableAscii[unescaped] ?? "");
    if (code === percent) at += 2;
    start = at + 1;
  }
  return start === 0 ? raw : decoded + raw.slice(start);
}

function decodePercents(text: string, options: FormTextOptions): string {
  if (options.decoder !== undefined) return decodeEachPercent(text, options);
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeEachPercent(text, options);
  }
}

/** For input that the platform does not decode: `%uXXXX`, other charsets, and invalid escapes. */
function decodeEachPercent(text: string, options: FormTextOptions): string {
  const units = new Uint16Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const escape = code === percent ? escapeAt(text, at, options) : { value: code, length: 1 };
    at += escape.length;
    if (typeof escape.value === "number") units[count++] = escape.value;
    else
      for (let each = 0; each < escape.value.length; each++) units[count++] = escape.value.charCodeAt(each);
  }
  return textOf(units.subarray(0, count));
}

/**
 * The text of an escape that starts with `%`: one code unit, or a run of bytes beyond ASCII; and the length of the
 * escape.
 */
interface Escape {
  readonly value: number | string;
  readonly length: number;
}

function escapeAt(text: string, at: number, options: FormTextOptions): Escape {
  const unit = unitAt(text, at);
  if (unit !== -1) return { value: unit, length: 6 };
  const byte = byteAt(text, at);
  if (byte === -1) {
    if (options.lenient === true) return { value: percent, length: 1 };
    throw new ServiceFault("InvalidValue", "A parameter holds a % that starts no %XX or %uXXXX escape.");
  }
  // ASCII is the same in every charset, and no part of another character.
  if (byte < 128) return { value: byte, length: 3 };
  let end = at + 3;
  while (byteAt(text, end) > 127) end += 3;
  return { value: decodeBytes(text.slice(at, end), options), length: end - at };
}

/** The code unit of the `%uXXXX` at this index; -1 where there is none. */
function unitAt(text: string, at: number): number {
  if ((text.charCodeAt(at + 1) | 32) !== letterU) return -1;
  const high = digitsAt(text, at + 2);
  const low = digitsAt(text, at + 4);
  return high === -1 || low === -1 ? -1 : high * 256 + low;
}

/** The byte of the `%XX` at this index; -1 where there is none. */
function byteAt(text: string, at: number): number {
  return text.charCodeAt(at) === percent ? digitsAt(text, at + 1) : -1;
}

/** The value of the two hexadecimal digits at this index; -1 where there are none. */
function digitsAt(text: string, at: number): number {
  const high = hexDigits[text.charCodeAt(at)] ?? 16;
  const low = hexDigits[text.charCodeAt(at + 1)] ?? 16;
  return high > 15 || low > 15 ? -1 : high * 16 + low;
}

function decodeBytes(run: string, { lenient = false, decoder }: FormTextOptions): string {
  try {
    return decoder === undefined ? decodeURIComponent(run) : decoder.decode(escapedBytes(run));
  } catch (cause) {
    if (!lenient) {
      const charset = (decoder?.encoding ?? "utf-8").toUpperCase();
      throw new ServiceFault("InvalidValue", `A parameter holds %XX escapes that are not ${charset}.`, {
        cause,
      });
    }
    return new TextDecoder(decoder?.encoding ?? "utf-8", { ignoreBOM: true }).decode(escapedBytes(run));
  }
}

function escapedBytes(run: string): Uint8Array {
  const bytes = new Uint8Array(run.length / 3);
  for (let index = 0; index < bytes.length; index++) bytes[index] = byteAt(run, 3 * index);
  return bytes;
}
