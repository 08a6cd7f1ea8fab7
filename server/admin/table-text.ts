import { wideEncoding } from "../domain/recipients/recipient-file.js";
import { Refusal } from "./refusal.js";

/** Line breaks before the first octets that are not text. */
function linesOfText(bytes: Uint8Array): number {
  let lines = 0;
  for (let start = 0; ;) {
    const end = bytes.indexOf(0x0a, start) + 1;
    if (end === 0) return lines;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return lines;
    }
    start = end;
    lines++;
  }
}

/** The pieces of a file; the first one has at least two octets, by which UTF-16 is known, unless the file is shorter. */
async function* withStart(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const bytes of file) {
    if (start === undefined) yield bytes;
    else {
      start = Buffer.concat([start, bytes]);
      if (start.length < 2) continue;
      yield start;
      start = undefined;
    }
  }
  if (start !== undefined) yield start;
}

/** How octets that are neither UTF-8 nor UTF-16 are read: refused, or, where only numbers count, as Windows-1252. */
export type OtherText = "refuse" | "windows-1252";

/** Where the last character of a text in UTF-8 begins, if it may go on in the next piece. */
function startOfLast(bytes: Uint8Array): number {
  for (let back = 1; back <= 4; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}

class TextReader {
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** Octets of a character that is not complete: another encoding reads them again. */
  #rest: Uint8Array = new Uint8Array();
  #lines = 1;
  readonly #other: OtherText;

  constructor(other: OtherText) {
    this.#other = other;
  }

  read(piece: Uint8Array, isLast: boolean): string {
    this.#decoder ??= new TextDecoder(wideEncoding(piece) ?? "utf-8", { fatal: true });
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const isHeld = this.#decoder.encoding === "utf-8" && !isLast;
    const end = isHeld ? startOfLast(bytes) : bytes.length;
    this.#rest = bytes.subarray(end);
    const text = this.#decoded(this.#decoder, bytes.subarray(0, end), isLast);
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#lines++;
    return text;
  }

  #decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isLast: boolean): string {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      if (this.#other === "refuse")
        throw new Refusal(
          `line ${this.#lines + linesOfText(bytes)}: a character is not UTF-8: save the file as CSV UTF-8, or as Unicode text`,
        );
      this.#decoder = new TextDecoder(this.#other);
      return this.#decoder.decode(bytes, { stream: !isLast });
    }
  }
}

/**
 * The text of a table, piece by piece: UTF-8, or UTF-16 as `wideEncoding` finds it; without a byte order mark.
 * @throws Refusal with the line for other text
 */
export async function* tableText(file: AsyncIterable<Uint8Array>, other: OtherText): AsyncGenerator<string> {
  const reader = new TextReader(other);
  for await (const bytes of withStart(file)) yield reader.read(bytes, false);
  yield reader.read(new Uint8Array(), true);
}
