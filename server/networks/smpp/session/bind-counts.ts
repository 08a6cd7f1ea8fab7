import type { BindState, SubmitResponse } from "./link-types.js";

type Counts = Pick<
  BindState,
  "submits" | "answers" | "uncertain" | "throttles" | "delivered" | "connects" | "lastError"
>;

/** Counters of a bind since the process started. */
export class BindCounts {
  throttles = 0;
  delivered = 0;
  connects = 0;
  lastError: string | undefined;
  #submits = 0;
  #uncertain = 0;
  readonly #answers = new Map<number, number>();

  submitted(answer: SubmitResponse): void {
    if (answer.kind === "unsent") return;
    this.#submits++;
    if (answer.kind === "uncertain") this.#uncertain++;
    else this.#answers.set(answer.status, (this.#answers.get(answer.status) ?? 0) + 1);
  }

  read(): Counts {
    return {
      submits: this.#submits,
      answers: new Map(this.#answers),
      uncertain: this.#uncertain,
      throttles: this.throttles,
      delivered: this.delivered,
      connects: this.connects,
      lastError: this.lastError,
    };
  }
}
