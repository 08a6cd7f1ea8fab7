interface Item<T> {
  readonly cost: number;
  readonly value: T;
}

interface Line<T> {
  readonly items: Item<T>[];
  /** Remaining credit of the queue in this turn. */
  credit: number;
}

/**
 * Waiting items in one queue per owner. The queues take turns by deficit round robin (Shreedhar and Varghese, 1995): each turn
 * gives a queue the same credit, and an item leaves when the credit of its queue covers its cost. A cheap item of one owner does
 * not wait for the expensive ones of others.
 */
export class FairLines<T> {
  readonly #lines = new Map<string, Line<T>>();
  readonly #share: number;
  #size = 0;

  /** @param share credit of one turn, in the unit of the costs; above 0 */
  constructor(share: number) {
    this.#share = share;
  }

  /** Waiting items of all owners. */
  get size(): number {
    return this.#size;
  }

  /** @param first the item goes before the others of its owner */
  add(owner: string, cost: number, value: T, first = false): void {
    this.#size++;
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, { items: [{ cost, value }], credit: this.#share });
    else if (first) line.items.unshift({ cost, value });
    else line.items.push({ cost, value });
  }

  /** Removes the next item in turn; undefined if none waits. */
  next(): T | undefined {
    // A map keeps the order of insertion: a queue that goes to the back is inserted again.
    for (const [owner, line] of this.#lines) {
      const [head] = line.items;
      if (head !== undefined && head.cost > line.credit) {
        line.credit += this.#share;
        this.#lines.delete(owner);
        this.#lines.set(owner, line);
        continue;
      }
      line.items.shift();
      if (line.items.length === 0) this.#lines.delete(owner);
      if (head === undefined) continue;
      line.credit -= head.cost;
      this.#size--;
      return head.value;
    }
    return undefined;
  }
}
