interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers the calls of one turn of the event loop into one; each gets its own result, or all the same rejection. */
export class Gathered<Item, Result> {
  readonly #call: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];

  /** `call` returns one result per item, in order. */
  constructor(call: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#call = call;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length > 1) return;
      setImmediate(() => {
        void this.#flush();
      });
    });
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const results = await this.#call(waiting.map(({ item }) => item));
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error("a call in the batch has no result"));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
