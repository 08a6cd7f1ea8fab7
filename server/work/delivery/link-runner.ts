import { CodeCounter } from "../../domain/delivery/outcomes/response-codes.js";
import { refusalLine, RepeatedRefusals } from "../../domain/delivery/outcomes/repeated-refusals.js";
import { type Outcome, settlementEnd } from "../../domain/delivery/outcomes/outcome.js";
import type { LinkEventName } from "../../domain/delivery/links/events.js";
import { responseLimits, noResponses, placeAmong } from "../../domain/usage/quantiles.js";
import type { ClaimedMessage, Settlement } from "../../domain/delivery/claiming/claim.js";
import type { Attempt, Gateway } from "../../ports/delivery.js";
import type { DeliveryObserver } from "./observer.js";
import {
  type Link,
  type LinkCount,
  linkCounts,
  type LinkReport,
} from "../../domain/delivery/routing/link.js";

export type LinkCounts = Record<LinkCount, number>;

export function noCounts(): LinkCounts {
  return Object.fromEntries(linkCounts.map((name) => [name, 0])) as LinkCounts;
}

interface Sending {
  readonly message: ClaimedMessage;
  readonly attempt: Attempt;
  readonly outcomes: Outcome[];
  outstanding: number;
}

interface WaitingPart {
  readonly sending: Sending;
  readonly part: number;
}

/** A settlement without its owner. */
export type Step = Omit<Settlement, "owner">;

export interface LinkRunnerOptions {
  readonly link: Link;
  readonly gateway: Gateway;
  /** Slots of the link that the gateway has. */
  readonly slots: number;
  readonly counts: LinkCounts;
  /** Id of the counters. */
  readonly process: string;
  readonly now: () => number;
  /** Whether messages may be sent: false once another process may have taken over delivery. */
  readonly mayLeave: () => boolean;
  /** Called with each settlement of a message that was passed to `send`. */
  readonly onStep: (step: Step) => void;
  readonly observer: DeliveryObserver;
  /** Called with what happens on the link. */
  readonly onEvent: (event: LinkEventName, detail?: string) => void;
}

/** In place of the attempt at a message that cannot be encoded for its link. */
const unencodable: Attempt = { parts: 0, submit: async () => ({ kind: "unsent" }) };

/** The accepted part to store; none for a single-part message without an id, which needs no record. */
function acceptedPart(parts: number, part: number, outcome: Outcome): Step["accepted"] {
  if (outcome.kind !== "accepted" || (parts === 1 && outcome.messageId === "")) return [];
  return [{ part, messageId: outcome.messageId }];
}

/** The largest value of the last minute or two. */
class MinutePeak {
  #value = 0;
  #before = 0;
  #minute = 0;

  add(value: number): void {
    if (value > this.#value) this.#value = value;
  }

  /** @param at milliseconds since the epoch, of a call in every minute */
  at(at: number): number {
    const peak = Math.max(this.#value, this.#before);
    const minute = Math.floor(at / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#before, this.#value] = [minute, this.#value, 0];
    return peak;
  }
}

/** One open link: submits claimed messages to its gateway part by part, within the free window slots. */
export class LinkRunner {
  readonly link: Link;
  readonly #gateway: Gateway;
  readonly #counts: LinkCounts;
  readonly #process: string;
  readonly #now: () => number;
  readonly #mayLeave: () => boolean;
  readonly #onStep: (step: Step) => void;
  readonly #observer: DeliveryObserver;
  readonly #sending = new Set<number>();
  readonly #refusals = new RepeatedRefusals();
  readonly #codes = new CodeCounter("other codes");
  readonly #onEvent: LinkRunnerOptions["onEvent"];
  /** Responses by their time. */
  readonly #responses = noResponses();
  readonly #peak = new MinutePeak();
  #waiting: WaitingPart[] = [];
  #underWay = 0;
  #wasUp = false;
  #closing: Promise<void> | undefined;
  #downSince: number | undefined;
  #upSince: number | undefined;
  #slots: number;
  /** Slots that the gateway uses, including those that it is releasing. */
  #usedSlots: number;

  constructor({ link, gateway, slots, counts, process, now, mayLeave, ...told }: LinkRunnerOptions) {
    this.link = link;
    this.#gateway = gateway;
    this.#counts = counts;
    this.#process = process;
    this.#now = now;
    this.#mayLeave = mayLeave;
    this.#onStep = told.onStep;
    this.#onEvent = told.onEvent;
    this.#observer = told.observer;
    this.#downSince = now();
    this.#slots = slots;
    this.#usedSlots = slots;
  }

  /** Free slots, in parts, for which messages can be claimed. */
  room(): number {
    if (this.#closing !== undefined) return 0;
    return Math.max(0, this.#gateway.free() - this.#waiting.length);
  }

  /** False after it has been down for longer than `grace`: its messages are rerouted. */
  isUp(grace: number): boolean {
    if (this.#closing !== undefined) return false;
    this.#watch();
    if (this.#wasUp) this.#downSince = undefined;
    else this.#downSince ??= this.#now();
    return this.#downSince === undefined || this.#now() - this.#downSince < grace;
  }

  /** Notes that the link has come up or gone down. */
  #watch(): void {
    const { up } = this.#gateway;
    if (up === this.#wasUp || this.#closing !== undefined) return;
    this.#wasUp = up;
    this.#upSince = up ? this.#now() : undefined;
    const { word, problem } = this.#gateway.state();
    if (up) this.#onEvent("bound");
    else this.#onEvent("lost", problem ?? word);
  }

  get usedSlots(): number {
    return this.#usedSlots;
  }

  /** Sets the number of slots; `onFreed` is called when surplus slots are released. */
  resize(slots: number, onFreed: () => void): void {
    if (slots === this.#slots) return;
    this.#slots = slots;
    this.#usedSlots = Math.max(slots, this.#usedSlots);
    void this.#gateway.resize(slots).then(() => {
      if (this.#slots !== slots || this.#usedSlots === slots) return;
      this.#usedSlots = slots;
      onFreed();
    });
  }

  send(message: ClaimedMessage): void {
    this.#sending.add(message.id);
    const attempt = this.#attemptAt(message);
    const outcomes: Outcome[] =
      attempt === unencodable ? [{ kind: "refused", code: "cannot be encoded" }] : [];
    const sending: Sending = { message, attempt, outcomes, outstanding: 0 };
    for (let part = 1; part <= attempt.parts; part++) {
      if (message.accepted.includes(part)) continue;
      sending.outstanding += 1;
      this.#waiting.push({ sending, part });
    }
    if (sending.outstanding === 0) this.#end(sending, []);
  }

  /** Messages that were passed to `send` and are not settled. */
  sending(): Iterable<number> {
    return this.#sending;
  }

  /** Submits parts for the free slots; returns messages that can no longer be sent to the queue. */
  pump(): void {
    if (this.#waiting.length === 0) return;
    if (this.#closing !== undefined || !this.#gateway.up) this.#giveBack();
    while (this.#waiting.length > 0 && this.#gateway.free() > 0 && this.#mayLeave()) {
      const next = this.#waiting.shift();
      if (next !== undefined) void this.#submit(next);
    }
  }

  report(at: number): LinkReport {
    this.#watch();
    const { up } = this.#gateway;
    const { word, problem: ownProblem, binds, nextAt, ignored } = this.#gateway.state();
    const refused = this.#refusals.worst(at);
    const problem = ownProblem ?? (refused && refusalLine(refused));
    // May be negative: the previous process counted receipts for which this one counts the matches.
    const unmatchedReceipts = Math.max(0, this.#counts.unmatchedReceipts);
    return {
      linkId: this.link.id,
      at,
      up,
      downSince: up ? undefined : this.#downSince,
      upSince: this.#upSince,
      binds,
      nextAt,
      word,
      problem,
      window: this.#gateway.window,
      used: this.#underWay,
      peak: this.#peak.at(at),
      responses: { [this.#process]: [...this.#responses] },
      counts: { ...this.#counts, unmatchedReceipts },
      refused,
      byProcess: { [this.#process]: { ...this.#counts, unmatchedReceipts } },
      codes: this.#codes.counts(),
      ignored,
    };
  }

  /** Counts receipts that were matched with messages of this link. */
  matched(count: number): void {
    this.#counts.receipts += count;
    this.#counts.unmatchedReceipts -= count;
    this.#observer.matched(this.link.name, count);
  }

  /** Reason why messages over this link are not delivered although it is up. */
  loopback(): string | undefined {
    return this.link.kind === "loopback" ? this.#gateway.state().problem : undefined;
  }

  /** Accepts no more messages; resolves when every message in flight is settled and the gateway is closed. */
  close(): Promise<void> {
    if (this.#wasUp) this.#onEvent("closed");
    this.#wasUp = false;
    this.#closing ??= this.#gateway.close();
    this.pump();
    return this.#closing;
  }

  #attemptAt(message: ClaimedMessage): Attempt {
    try {
      return this.#gateway.prepare(message);
    } catch {
      return unencodable;
    }
  }

  #giveBack(): void {
    const parts = this.#waiting;
    this.#waiting = [];
    for (const { sending, part } of parts) this.#record(sending, part, { kind: "unsent" });
  }

  async #submit({ sending, part }: WaitingPart): Promise<void> {
    this.#underWay += 1;
    this.#peak.add(this.#underWay);
    const begun = performance.now();
    const { message } = sending;
    const outcome = await this.#handOver(sending, part);
    this.#underWay -= 1;
    const milliseconds = performance.now() - begun;
    this.#observer.answered(this.link.name, { message, part, outcome, milliseconds });
    this.#count(outcome, milliseconds);
    this.#record(sending, part, outcome);
  }

  async #handOver({ attempt }: Sending, part: number): Promise<Outcome> {
    try {
      return await attempt.submit(part);
    } catch {
      return { kind: "uncertain", code: "the gateway failed" };
    }
  }

  #count(outcome: Outcome, milliseconds: number): void {
    if (outcome.kind === "unsent" || outcome.kind === "expired") return;
    const place = placeAmong(responseLimits, milliseconds);
    this.#responses[place] = (this.#responses[place] ?? 0) + 1;
    if (outcome.kind !== "accepted") this.#codes.add(outcome.code);
    const throttled = outcome.kind === "later" && !outcome.counts;
    if (throttled) this.#onEvent("throttled", outcome.code);
    this.#counts[throttled ? "throttled" : outcome.kind] += 1;
  }

  #record(sending: Sending, part: number, outcome: Outcome): void {
    sending.outcomes.push(outcome);
    sending.outstanding -= 1;
    const accepted = acceptedPart(sending.attempt.parts, part, outcome);
    if (sending.outstanding === 0) this.#end(sending, accepted);
    else if (accepted.length > 0) this.#step(sending.message, accepted, undefined);
  }

  #end({ message, outcomes }: Sending, accepted: Step["accepted"]): void {
    this.#sending.delete(message.id);
    const { policy, attempt: number, uncertain, nextAt } = message;
    const sent = outcomes.every(({ kind }) => kind === "accepted");
    const stays = sent || (this.#closing === undefined && this.#gateway.up);
    const attempt = { policy, attempt: number, uncertain, nextAt, linkId: stays ? this.link.id : 0 };
    const end = settlementEnd(outcomes, attempt, this.#now());
    if (end.kind === "queued" && outcomes.some(({ kind }) => kind === "uncertain")) this.#counts.resent += 1;
    this.#refusals.ended(message, end);
    this.#step(message, accepted, end);
  }

  #step({ id }: ClaimedMessage, accepted: Step["accepted"], end: Step["end"]): void {
    this.#onStep({ recipientId: id, linkId: this.link.id, at: this.#now(), accepted, end });
  }
}
