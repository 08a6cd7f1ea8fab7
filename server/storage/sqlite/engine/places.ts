import { writeLimits } from "../../script/calls.js";

/** State of a write that has a slot. Both threads change it atomically, so that exactly one of them decides. */
const waiting = 0;
const begun = 1;
const takenBack = 2;

/** The places of the writes that were given to one writer's thread. */
export class Places {
  /** Shared with the thread. */
  readonly cells = new Int32Array(new SharedArrayBuffer(writeLimits.all * Int32Array.BYTES_PER_ELEMENT));
  readonly #free: number[] = Array.from(this.cells.keys()).reverse();

  /** A slot for one more write; undefined if none is free. */
  take(ofCaller: boolean): number | undefined {
    const used = this.cells.length - this.#free.length;
    if (ofCaller && used >= writeLimits.ofCallers) return undefined;
    const place = this.#free.pop();
    if (place !== undefined) Atomics.store(this.cells, place, waiting);
    return place;
  }

  giveBack(place: number): void {
    this.#free.push(place);
  }

  /** True when the write has not begun, and now never will. */
  takeBack(place: number): boolean {
    return Atomics.compareExchange(this.cells, place, waiting, takenBack) === waiting;
  }

  hasBegun(place: number): boolean {
    return Atomics.load(this.cells, place) === begun;
  }
}

/** For the writer thread: false if the write was withdrawn. */
export function beginsAt(cells: Int32Array, place: number): boolean {
  return Atomics.compareExchange(cells, place, waiting, begun) === waiting;
}
