import type { SmppStore } from "../../ports/smpp.js";

/** A message that waits for its place in the rate. */
interface Waiting {
  readonly parts: number;
  readonly settle: (granted: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Rates of customers, over all their binds and all processes: one write of the store for all messages that wait. */
export class Rates {
  readonly #store: Pick<SmppStore, "takeRate">;
  readonly #now: () => number;
  /** Customers with a write in progress, and the messages that wait for the next one. */
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(store: Pick<SmppStore, "takeRate">, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Whether a message of some parts may be sent now. `perSecond`: rate of the customer, undefined without one. */
  take(customerId: number, parts: number, perSecond: number | undefined): Promise<boolean> | true {
    if (perSecond === undefined) return true;
    return new Promise((settle, fail) => {
      const message = { parts, settle, fail };
      const waiting = this.#waiting.get(customerId);
      if (waiting !== undefined) waiting.push(message);
      else void this.#takeAll(customerId, [message], perSecond);
    });
  }

  async #takeAll(customerId: number, first: readonly Waiting[], perSecond: number): Promise<void> {
    for (let messages = first; messages.length > 0; messages = this.#waiting.get(customerId) ?? []) {
      this.#waiting.set(customerId, []);
      try {
        const parts = messages.map((message) => message.parts);
        const grants = await this.#store.takeRate(customerId, parts, perSecond, this.#now());
        for (const [index, { settle }] of messages.entries()) settle(grants[index] === true);
      } catch (error) {
        for (const { fail } of messages) fail(error);
      }
    }
    this.#waiting.delete(customerId);
  }
}
