/** Documents whose arrays are written while they are sent. */
import type { Rows } from "../xml/rows.js";
import { isArray, pieceLength } from "../xml/written-part.js";
import { JsonWriter, type WriteJson } from "./writer.js";

/** Items that are written later, in the place where they belong. */
interface WaitingItems {
  readonly items: Rows<unknown>;
  readonly write: WriteJson<unknown>;
  /** Nothing is between them. */
  readonly isJoined: boolean;
}

type Part = string | WaitingItems;

/** Writes a document; iterables other than arrays wait until `stream` is read. */
export class JsonStreamWriter extends JsonWriter {
  #parts: Part[] = [];

  /** True when items wait. */
  get waits(): boolean {
    return this.#parts.length > 0;
  }

  protected override each<T>(items: Rows<T>, write: WriteJson<T>): void {
    if (isArray(items)) super.each(items, write);
    else this.#wait(items, write, false);
  }

  protected override joined<T>(items: Rows<T>, write: WriteJson<T>): void {
    if (isArray(items)) super.joined(items, write);
    else this.#wait(items, write, true);
  }

  #wait<T>(items: Rows<T>, write: WriteJson<T>, isJoined: boolean): void {
    this.#parts.push(this.take(), { items, write: write as WriteJson<unknown>, isJoined });
  }

  /** The document in pieces; all but the last are full. Items are requested when a piece is. `return`, or an error, ends their iterators. */
  async *stream(): AsyncGenerator<string, void, undefined> {
    yield* this.#written();
    yield this.take();
  }

  async *#written(): AsyncGenerator<string, void, undefined> {
    const parts: readonly Part[] = this.#parts.concat(this.take());
    this.#parts = [];
    for (const part of parts) {
      if (typeof part === "string") this.raw(part);
      else yield* this.#itemsOf(part);
      yield* this.#full();
    }
  }

  async *#itemsOf({ items, write, isJoined }: WaitingItems): AsyncGenerator<string, void, undefined> {
    let isFirst = true;
    const each = (item: unknown): void => {
      if (isJoined) write(this, item);
      else this.item(write, item, isFirst);
      isFirst = false;
    };
    if (Symbol.asyncIterator in items) {
      for await (const item of items) {
        each(item);
        if (this.#isOver) yield* this.#more();
      }
    } else {
      for (const item of items) {
        each(item);
        if (this.#isOver) yield* this.#more();
      }
    }
  }

  /** True when a piece is full, or items wait inside of the last one. */
  get #isOver(): boolean {
    return this.waits || this.length >= pieceLength;
  }

  async *#more(): AsyncGenerator<string, void, undefined> {
    if (this.waits) yield* this.#written();
    yield* this.#full();
  }

  *#full(): Generator<string, void, undefined> {
    if (this.length >= pieceLength) yield this.take();
  }
}
