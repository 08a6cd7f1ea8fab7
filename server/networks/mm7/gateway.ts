import { randomBytes } from "node:crypto";
import { Pace } from "../../domain/delivery/pace/pace.js";
import { encodeSubmission } from "./documents/submit-message.js";
import type { Attempt, Gateway, GatewayContext, GatewayState } from "../../ports/delivery.js";
import type { Clock } from "../../ports/service.js";
import { type Authorizer, authorizer } from "./authorizer.js";
import { type Exchange, httpPoster, type Poster } from "./exchange.js";
import { judge, type Judgement } from "./outcome.js";
import { type Mm7Settings, mm7Settings } from "./settings.js";
import type { OutgoingMessage } from "../../domain/delivery/claiming/attempt.js";
import type { Outcome } from "../../domain/delivery/outcomes/outcome.js";
import { readFileSync } from "node:fs";
import type { Mm7Receiver } from "./receiver.js";
import type { LinkText } from "../../domain/delivery/links/setting-forms.js";

/** Milliseconds after the first failure, and at most. */
const firstBackoff = 1_000;
const longestBackoff = 60_000;

/** Pause after so many consecutive failures to reach a network: 1 s, 2 s, 4 s, up to a minute. */
function backoff(failures: number): number {
  return Math.min(longestBackoff, firstBackoff * 2 ** Math.min(failures - 1, 10));
}

export interface Mm7GatewayOptions {
  readonly settings: Mm7Settings;
  /** Default: all. */
  readonly slots?: number | undefined;
  readonly context: GatewayContext;
  readonly clock: Clock;
  /** Certificates in PEM that are trusted in place of those of the system. */
  readonly ca?: string | undefined;
}

/** Submits MMS to an MMSC by MM7 over HTTP, one request per message and number. */
export class Mm7Gateway implements Gateway {
  #window: number;
  /** Callbacks for when fewer messages are in flight. */
  #shrinking: (() => void)[] = [];
  readonly #settings: Mm7Settings;
  readonly #context: GatewayContext;
  readonly #clock: Clock;
  readonly #poster: Poster;
  readonly #authorizer: Authorizer;
  readonly #underWay = new Set<Promise<Outcome>>();
  readonly #pace = new Pace(undefined);
  #cancelWake: () => void = () => undefined;
  #failures = 0;
  #problem: string | undefined;
  /** Nothing is sent before this time. */
  #rests: { readonly until: number; readonly cancel: () => void } | undefined;
  #closed = false;

  constructor({ settings, slots = settings.window, context, clock, ca }: Mm7GatewayOptions) {
    const { url, timeout, user: name, password, authorization } = settings;
    this.#window = Math.min(slots, settings.window);
    this.#settings = settings;
    this.#context = context;
    this.#clock = clock;
    this.#poster = httpPoster({ url, ca, timeout, clock });
    this.#authorizer = authorizer(authorization, { name, password }, url.pathname + url.search);
  }

  get window(): number {
    return this.#window;
  }

  async resize(slots: number): Promise<void> {
    this.#window = Math.min(slots, this.#settings.window);
    this.#context.changed();
    while (this.#underWay.size > this.#window)
      await new Promise<void>((resolve) => this.#shrinking.push(resolve));
  }

  get up(): boolean {
    return !this.#closed && this.#rests === undefined;
  }

  state(): GatewayState {
    const problem = this.#problem;
    return {
      word: this.#closed ? "closed" : this.up ? "ready" : "waiting",
      ...(problem === undefined ? {} : { problem }),
      nextAt: this.#rests?.until,
    };
  }

  /** After a failure, one message at a time probes the link. */
  free(): number {
    if (this.#closed || this.#rests !== undefined) return 0;
    const places = (this.#failures > 0 ? 1 : this.window) - this.#underWay.size;
    return Math.max(0, Math.min(places, this.#pace.free(this.#clock.now())));
  }

  prepare(message: OutgoingMessage): Attempt {
    return { parts: 1, submit: () => this.#submit(message) };
  }

  #submit(message: OutgoingMessage): Promise<Outcome> {
    if (this.#closed) return Promise.resolve({ kind: "unsent" });
    const attempt = this.#attempt(message).catch((error: unknown): Outcome => {
      this.#context.log.error({ err: error }, "parts of an MMS cannot be read");
      return { kind: "unsent" };
    });
    this.#underWay.add(attempt);
    return attempt.finally(() => {
      this.#underWay.delete(attempt);
      for (const resolve of this.#shrinking.splice(0)) resolve();
      this.#context.changed();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#rests?.cancel();
    this.#cancelWake();
    await Promise.allSettled(this.#underWay);
    this.#poster.close();
  }

  async #attempt(message: OutgoingMessage): Promise<Outcome> {
    const { body } = message;
    if (body?.kind !== "mms") return { kind: "refused", code: "notMms" };
    const at = this.#context.now();
    const expiresAt = Math.min(body.wishes.expiresAt ?? Infinity, message.validUntil);
    if (expiresAt <= at) return { kind: "expired" };
    const parts = await this.#context.mmsParts(message.transactionId);
    const submission = encodeSubmission(
      this.#settings,
      {
        transactionId: `${message.transactionId}/${message.id}/${message.attempt}`,
        sender: message.originator,
        recipient: message.phone,
        subject: message.text,
        at,
        wishes: { ...body.wishes, expiresAt },
      },
      parts,
      randomBytes(16).toString("hex"),
    );
    if (!this.#context.maySend()) return { kind: "unsent" };
    const sentAt = this.#clock.now();
    this.#pace.take(sentAt);
    const exchange = await this.#exchange(() => this.#poster.post(submission, this.#authorizer.next()));
    const acceptsOthers = this.#failures === 0 && this.#pace.accepting;
    const judgement = judge(exchange, { tries: message, acceptsOthers });
    // A message that was deferred before is not new evidence against the link, unless the link is being probed.
    if (acceptsOthers && message.deferrals > 0 && judgement.outcome.kind === "later")
      return judgement.outcome;
    this.#follow(judgement, sentAt);
    this.#learn(judgement);
    return judgement.outcome;
  }

  /** Adapts the rate to a response. */
  #follow({ outcome, throttled }: Judgement, sentAt: number): void {
    const now = this.#clock.now();
    if (outcome.kind === "accepted") this.#pace.accepted(sentAt, now);
    if (throttled) this.#pace.throttled(sentAt, now);
    this.#cancelWake();
    if (this.#closed || this.#pace.free(now) > 0) return;
    this.#cancelWake = this.#clock.after(this.#pace.nextFree(now) - now, () => {
      this.#context.changed();
    });
  }

  /** A challenge is followed by one retry; the message was not accepted with it. */
  async #exchange(post: () => Promise<Exchange>): Promise<Exchange> {
    const first = await post();
    if (first.kind !== "answer" || first.status !== 401) return first;
    const isNew = this.#authorizer.challenged(first.headers["www-authenticate"]);
    return isNew && this.#context.maySend() ? post() : first;
  }

  #learn({ problem }: Judgement): void {
    if (problem === undefined) {
      if (this.#problem !== undefined) this.#context.log.info({}, "MMSC is available again");
      this.#problem = undefined;
      this.#failures = 0;
      return;
    }
    if (this.#problem !== problem) this.#context.log.warn({ problem }, "MMSC is not available");
    this.#problem = problem;
    if (this.#rests !== undefined || this.#closed) return;
    this.#failures++;
    const rest = backoff(this.#failures);
    const cancel = this.#clock.after(rest, () => {
      this.#rests = undefined;
      this.#context.changed();
    });
    this.#rests = { until: this.#clock.now() + rest, cancel };
  }
}

interface OpenMm7Options {
  readonly slots: number;
  readonly receiver: Mm7Receiver;
  readonly clock: Clock;
}

/**
 * Opens a link of the kind mm7.
 * @throws Error if a setting is invalid or the file of certificates cannot be read
 */
export function openMm7Gateway(
  link: LinkText & { readonly name: string },
  context: GatewayContext,
  { slots, receiver, clock }: OpenMm7Options,
): Gateway {
  const settings = mm7Settings(link);
  const ca = settings.ca === undefined ? undefined : readFileSync(settings.ca, "utf8");
  receiver.check(settings.receiver);
  return new Mm7Gateway({ settings, slots, context, clock, ca });
}
