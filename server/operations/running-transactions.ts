import type { SendResult } from "messenger-client/records";
import type { ClientTransaction } from "../domain/delivery/submission.js";

/** The response to a call whose client transaction another call is carrying out; nothing was changed. */
export type StillRunning = SendResult & { readonly stillRunning: true };

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
