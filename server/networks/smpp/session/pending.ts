import type { Command, Pdu, Response } from "../codec/pdu.js";

/** Result of a request. */
export type Outcome =
  /** `pdu` is undefined if the response has a status but its body cannot be read. */
  | {
      readonly kind: "response";
      readonly command: Command;
      readonly status: number;
      readonly pdu: Pdu<Response> | undefined;
    }
  /** It may have been carried out or not. */
  | { readonly kind: "uncertain"; readonly reason: "lost" | "timeout" }
  /** It was not sent: the connection ended before, or a field is out of range. */
  | { readonly kind: "unsent"; readonly reason: "lost" | "invalid" };

/** A request without a response. */
export interface Pending {
  readonly sequence: number;
  readonly command: Command;
  readonly deadline: number;
  /** Number of the write that sends it. */
  readonly write: number;
  readonly settle: (outcome: Outcome) => void;
}

/** Largest sequence number of a request (SMPP 3.4, section 3.2). */
const lastSequence = 0x7fffffff;

/** Always a power of two. */
const firstSize = 64;

/**
 * The requests of a session without a response, and their sequence numbers. A request has the cell that the last bits of its
 * sequence number name; numbers whose cell is in use are left out. A map would have a new table after every few responses.
 */
export class PendingRequests {
  #cells: (Pending | undefined)[] = emptyCells(firstSize);
  #count = 0;
  #sequence: number;

  /** `before`: the sequence number before the first one. */
  constructor(before = 0) {
    this.#sequence = before;
  }

  /** The next sequence number, for which `add` has a cell. */
  nextSequence(): number {
    do this.#sequence = this.#sequence === lastSequence ? 1 : this.#sequence + 1;
    while (this.#cells[this.#cellOf(this.#sequence)] !== undefined);
    return this.#sequence;
  }

  add(pending: Pending): void {
    this.#cells[this.#cellOf(pending.sequence)] = pending;
    this.#count += 1;
    if (2 * this.#count > this.#cells.length) this.#grow();
  }

  get(sequence: number): Pending | undefined {
    const pending = this.#cells[this.#cellOf(sequence)];
    return pending?.sequence === sequence ? pending : undefined;
  }

  delete({ sequence }: Pending): void {
    this.#cells[this.#cellOf(sequence)] = undefined;
    this.#count -= 1;
  }

  /** All of them now, in no particular order. */
  all(): readonly Pending[] {
    return this.#cells.filter((pending) => pending !== undefined);
  }

  #cellOf(sequence: number): number {
    return sequence & (this.#cells.length - 1);
  }

  #grow(): void {
    const all = this.all();
    this.#cells = emptyCells(2 * this.#cells.length);
    for (const pending of all) this.#cells[this.#cellOf(pending.sequence)] = pending;
  }
}

function emptyCells(size: number): (Pending | undefined)[] {
  return new Array<Pending | undefined>(size).fill(undefined);
}
