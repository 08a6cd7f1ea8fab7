import type { TransferRow, TransferValue } from "./tables.js";

/** Number of rows of a table, and a sum over all their values that does not depend on the order of the rows. */
export interface Digest {
  readonly rows: number;
  readonly sum: number;
}

/** Adds up the digest of a table. Detects differences, not forgeries. */
export class DigestSum {
  #rows = 0;
  #sum = 0;

  add(rows: readonly TransferRow[]): void {
    this.#rows += rows.length;
    for (const row of rows) this.#sum = (this.#sum + hashOf(row)) % 2 ** 52;
  }

  get digest(): Digest {
    return { rows: this.#rows, sum: this.#sum };
  }
}

/** Keeps apart values whose texts are equal, and the places of values. */
function textOf(value: TransferValue): string {
  if (value === null) return "\u0001n";
  if (typeof value === "number") return `\u0001i${value}`;
  if (typeof value === "string") return `\u0001s${value}`;
  return `\u0001b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")}`;
}

/** 52 bits: two hashes of 26 bits, of the kind FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), from two starts. */
function hashOf(row: TransferRow): number {
  let text = "";
  for (const value of row) text += textOf(value);
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b) ^ (second >>> 13);
  }
  return (first >>> 6) * 2 ** 26 + (second >>> 6);
}
