import type { OutgoingMessage } from "#server/domain/delivery/claiming/attempt.js";
import type { Outcome } from "#server/domain/delivery/outcomes/outcome.js";
import type { Attempt, Gateway } from "#server/ports/delivery.js";

/** A gateway whose network is the test: it holds messages until their responses, and can be up or down. */
export class HeldGateway implements Gateway {
  readonly window: number;
  up = true;
  closed = false;
  /** Messages that were handed over, in order. */
  readonly submitted: OutgoingMessage[] = [];
  #answers: ((outcome: Outcome) => void)[] = [];

  constructor(window = 10) {
    this.window = window;
  }

  state(): { readonly word: string } {
    return { word: this.up ? "bound" : "connecting" };
  }

  free(): number {
    return this.up ? this.window - this.#answers.length : 0;
  }

  prepare(message: OutgoingMessage): Attempt {
    return { parts: message.parts, submit: () => this.#submit(message) };
  }

  #submit(message: OutgoingMessage): Promise<Outcome> {
    this.submitted.push(message);
    return new Promise((resolve) => this.#answers.push(resolve));
  }

  /** Answers everything that was handed over. */
  answer(outcome: Outcome = { kind: "accepted", messageId: "" }): void {
    const answers = this.#answers;
    this.#answers = [];
    for (const resolve of answers) resolve(outcome);
  }

  async resize(): Promise<void> {
    await Promise.resolve();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.answer({ kind: "unsent" });
  }
}
