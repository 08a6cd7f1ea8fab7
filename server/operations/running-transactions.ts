import type { ClientTransaction } from "../domain/delivery/submitting/submission.js";

/** Client transactions that calls of this process are carrying out. */
export class RunningTransactions {
  readonly #keys = new Set<string>();

  has(customerId: number, { id }: ClientTransaction): boolean {
    return this.#keys.has(keyOf(customerId, id));
  }

  /** Carries one out: it is running until `work` ends. */
  async during<T>(customerId: number, { id }: ClientTransaction, work: () => Promise<T>): Promise<T> {
    const key = keyOf(customerId, id);
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
    }
  }
}

function keyOf(customerId: number, id: string): string {
  return `${customerId} ${id}`;
}
