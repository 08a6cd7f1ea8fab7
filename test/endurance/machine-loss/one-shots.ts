import { setTimeout as sleep } from "node:timers/promises";

/** What a caller learned about a message. `unknown`: it may have been accepted. */
export type Learned = "accepted" | "unavailable" | "unknown";

export interface Outcome {
  readonly phone: string;
  readonly learned: Learned;
  /** HTTP status and code of the problem; of an accepted one the number of the transaction. */
  readonly detail: string;
  /** Milliseconds since the epoch, of the response. */
  readonly at: number;
  /** Milliseconds that it took. */
  readonly took: number;
}

/** Milliseconds after which a call without a response counts as hung: `callTime` and `answerTime` of the limits, and some for a busy machine. */
export const longestCall = 70_000 + 10_000;

/** Calls without a response at most: fewer than an address may have connections at both processes, of which idle ones are closed for new ones. */
const mostOpen = 100;

const learnedOf = (status: number, code: string): Learned | undefined => {
  if (status === 202) return "accepted";
  if (status === 503) return "unavailable";
  return code === "OutcomeUnknown" || code === "DeadlineExceeded" ? "unknown" : undefined;
};

/** Programs that send each message over JSON once, at a steady rate, whatever the responses are. */
export class OneShots {
  readonly outcomes: Outcome[] = [];
  /** Responses that the documents do not promise for such a time. */
  readonly unexpected: string[] = [];
  /** Whether processes are being restarted, so that a connection may be refused, or closed with a call that was just sent. */
  #mayClose = false;
  readonly #key: string;
  readonly #first: number;
  #next = 0;
  readonly #open = new Set<Promise<void>>();

  /** `first`: the number of the first recipient. */
  constructor(key: string, first: number) {
    this.#key = key;
    this.#first = first;
  }

  of(learned: Learned): readonly Outcome[] {
    return this.outcomes.filter((each) => each.learned === learned);
  }

  restarts(areUnderWay: boolean): void {
    this.#mayClose = areUnderWay;
  }

  /** Sends so many a second until `isOver`; resolves when each has a response. */
  async run(urls: readonly string[], rate: number, isOver: () => boolean): Promise<void> {
    const begun = performance.now();
    for (let sent = 0; !isOver();) {
      const due = ((performance.now() - begun) * rate) / 1_000;
      for (; sent < due; sent++) if (this.#open.size < mostOpen) this.#send(urls[sent % urls.length] ?? "");
      await sleep(10);
    }
    await Promise.all(this.#open);
  }

  #send(url: string): void {
    const phone = String(this.#first + this.#next++);
    const call = this.#call(url, phone).finally(() => this.#open.delete(call));
    this.#open.add(call);
  }

  async #call(url: string, phone: string): Promise<void> {
    const begun = performance.now();
    const document = { originator: "Shop", smsText: "Your parcel is ready", messageType: "Latin" };
    try {
      const response = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
        body: JSON.stringify({ ...document, recipientPhone: phone }),
        signal: AbortSignal.timeout(longestCall),
      });
      const body = (await response.json()) as { readonly code?: string; readonly transactionId?: string };
      const learned = learnedOf(response.status, body.code ?? "");
      const detail = body.transactionId ?? `${response.status} ${body.code ?? ""}`;
      if (learned === undefined) this.unexpected.push(`${phone}: ${detail}`);
      else this.outcomes.push({ phone, learned, detail, at: Date.now(), took: performance.now() - begun });
    } catch (error) {
      const { cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
      const detail = `${String(error)} ${cause?.message ?? ""}`;
      const learned = cause?.code === "ECONNREFUSED" ? "unavailable" : "unknown";
      if (!this.#mayClose) this.unexpected.push(`${phone}: ${detail}`);
      else this.outcomes.push({ phone, learned, detail, at: Date.now(), took: performance.now() - begun });
    }
  }
}
