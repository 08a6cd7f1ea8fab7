import { isFinal, RecipientState } from "../recipient-state.js";
import { placeAmong } from "./quantiles.js";
import { callingCode, hourOf } from "./usage.js";

/** Upper bounds of the delays of receipts that are counted together, in seconds; longer ones are counted behind them. */
export const delayLimits = [1, 2, 4, 8, 15, 30, 60, 300, 3_600] as const;

/** Customers of counters that count the messages of all customers: by calling code, of which there are few to read, and by longer prefix. */
export const allCustomers = { byCode: -1, byPrefix: 0 } as const;

/** Characters of a code. */
const codeLength = 32;

/** Prefix of a number that is longer than its calling code: four digits of +1 and +7, the area code; otherwise five. Empty for other numbers. */
export function longerPrefix(phone: string): string {
  const { length } = callingCode(phone);
  return length === 0 ? "" : phone.slice(0, length === 1 ? 4 : 5);
}

/** Messages that are counted together. Links and prefixes limit the counters of an hour. */
export interface DeliverabilityPlace {
  /** In which the messages got their final state, in hours since the epoch. */
  readonly hour: number;
  readonly customerId: number;
  /** Of the last attempt; 0 without one. */
  readonly linkId: number;
  /** Calling code; the longer prefix in counters of all customers. Empty for other numbers. */
  readonly prefix: string;
}

/** Final states of messages, or how much they change by. */
export interface DeliverabilityCount extends DeliverabilityPlace {
  /** With any final state. */
  readonly messages: number;
  /** Delivered messages by the delay of the receipt. */
  readonly delays: readonly number[];
}

/** Messages that ended without delivery for the same reason, or how much they change by. */
export interface FailureCount extends DeliverabilityPlace {
  readonly state: RecipientState;
  /** Of the network. */
  readonly code: string;
  readonly messages: number;
}

/** A change of final states of one kind, of a customer and by longer prefix; the code of delivered messages is empty. */
export interface DeliverabilityChange extends DeliverabilityCount, FailureCount {
  readonly parts: number;
}

type DeliverabilityKey = Omit<DeliverabilityChange, "messages" | "parts" | "delays">;

interface ChangingCount extends DeliverabilityKey {
  messages: number;
  parts: number;
  readonly delays: number[];
}

const noDelays = (): number[] => [0, ...delayLimits].map(() => 0);

/** Changes by key. */
class Changes {
  readonly #counts = new Map<string, ChangingCount>();

  /** The count of a key, to be changed. */
  of(key: DeliverabilityKey): ChangingCount {
    const { hour, customerId, linkId, state, prefix, code } = key;
    const place = `${hour} ${customerId} ${linkId} ${state} ${prefix} ${code}`;
    let count = this.#counts.get(place);
    if (count === undefined) {
      count = { hour, customerId, linkId, state, prefix, code, messages: 0, parts: 0, delays: noDelays() };
      this.#counts.set(place, count);
    }
    return count;
  }

  /** All counts so far; from now on there are none. */
  take(): readonly DeliverabilityChange[] {
    const all = [...this.#counts.values()];
    this.#counts.clear();
    return all;
  }
}

/** A message whose state has changed, with the properties by which it is counted. */
export interface ReportedMessage {
  readonly customerId: number;
  /** Empty if it was erased. */
  readonly phone: string;
  readonly linkId: number;
  readonly parts: number;
  /** When the network accepted it, in milliseconds since the epoch. */
  readonly since: number;
}

/** A change of its state. */
export interface Reported {
  readonly from: RecipientState;
  readonly to: RecipientState;
  readonly at: number;
  readonly error?: string | null | undefined;
  /** Time and error of the final state that it replaces. */
  readonly before?: { readonly at: number; readonly error: string | null } | undefined;
}

/** Messages that got the same final state, in the same commit. */
export interface ReportedGroup extends Pick<DeliverabilityChange, "customerId" | "linkId" | "code"> {
  /** When the first of them got the state, in milliseconds since the epoch. */
  readonly endedAt: number;
  /** The first five digits of their numbers. */
  readonly digits: string;
  /** Place of their delay. */
  readonly delay: number;
  readonly messages: number;
  /** Of all messages. */
  readonly parts: number;
}

/** Place of a delay in milliseconds among the bounds. */
export const delayPlace = (milliseconds: number): number => placeAmong(delayLimits, milliseconds / 1_000);

/** Codes of networks are short and of ASCII; others become so. */
const codeOf = (error: string): string => error.slice(0, codeLength).replaceAll(/[^ -~]/gu, "?");

/**
 * Gathers changes of final states, each by customer and longer prefix: those of one commit become one text. A message is counted in the
 * hour in which it got its final state; with another one, it goes to the counter of that. Not counted are messages that were
 * not sent as they were cancelled or their recipients had opted out, and those whose numbers were erased.
 */
export class DeliverabilityTally {
  readonly #counts = new Changes();
  #isEmpty = true;

  /** Counts a message whose state has changed. */
  moved(row: ReportedMessage, { from, to, at, error, before }: Reported): void {
    const isCancelled = to === RecipientState.Deleted && from < RecipientState.Submitted;
    if (row.phone === "" || !isFinal(to) || isCancelled || to === RecipientState.OptedOut) return;
    const { customerId, linkId, phone: digits, parts, since } = row;
    const count = (state: RecipientState, endedAt: number, code: string | null, messages: number): void => {
      const delay = delayPlace(endedAt - since);
      const group = { customerId, linkId, digits, endedAt, code: code ?? "", delay };
      this.ended({ ...group, messages, parts: messages * parts }, state);
    };
    if (before !== undefined) count(from, before.at, before.error, -1);
    count(to, at, error ?? "", 1);
  }

  /** Counts messages of one group. */
  ended(
    { customerId, linkId, digits, endedAt, delay, messages, parts, ...group }: ReportedGroup,
    state: RecipientState,
  ): void {
    const isDelivered = state === RecipientState.Delivered;
    const code = isDelivered ? "" : codeOf(group.code);
    const prefix = longerPrefix(digits);
    const count = this.#counts.of({ hour: hourOf(endedAt), customerId, linkId, state, prefix, code });
    count.messages += messages;
    count.parts += parts;
    if (isDelivered) count.delays[delay] = (count.delays[delay] ?? 0) + messages;
    this.#isEmpty = false;
  }

  /** The changes so far as a text, undefined without any; from now on it is empty. */
  take(): string | undefined {
    if (this.#isEmpty) return undefined;
    this.#isEmpty = true;
    return JSON.stringify(
      this.#counts
        .take()
        .map(({ hour, customerId, linkId, state, prefix, code, messages, parts, delays }): Stored => {
          const places = delays.flatMap((count, place) => (count === 0 ? [] : [place, count]));
          return [hour, customerId, linkId, state, prefix, code, messages, parts, ...places];
        }),
    );
  }
}

/** A change in a text: key, messages and parts, then places of delays, each with its count. */
type Stored = readonly [
  hour: number,
  customerId: number,
  linkId: number,
  state: RecipientState,
  prefix: string,
  code: string,
  messages: number,
  parts: number,
  ...places: number[],
];

/** The changes in texts of tallies. */
export function changesIn(texts: readonly string[]): readonly DeliverabilityChange[] {
  return texts.flatMap((text) =>
    // A tally has written it.
    (JSON.parse(text) as Stored[]).map((stored): DeliverabilityChange => {
      const [hour, customerId, linkId, state, prefix, code, messages, parts, ...places] = stored;
      const delays = noDelays();
      for (let index = 0; index < places.length; index += 2)
        delays[places[index] ?? 0] = places[index + 1] ?? 0;
      return { hour, customerId, linkId, state, prefix, code, messages, parts, delays };
    }),
  );
}

/** Counters, or changes of them. */
export interface DeliverabilityCounters {
  readonly counts: readonly DeliverabilityCount[];
  readonly failures: readonly FailureCount[];
}

type Changing<T extends { readonly messages: number }> = Omit<T, "messages"> & { messages: number };

/** Adds changes to counters. */
class Counters {
  readonly #counts = new Map<string, Changing<DeliverabilityCount> & { readonly delays: number[] }>();
  readonly #failures = new Map<string, Changing<FailureCount>>();

  /** Adds a change to the counters of a place. */
  add({ hour, customerId, prefix, linkId }: DeliverabilityPlace, change: DeliverabilityChange): void {
    const { state, code, messages } = change;
    const of = { hour, customerId, prefix, linkId };
    const place = `${hour} ${customerId} ${prefix} ${linkId}`;
    const count = this.#counts.get(place) ?? { ...of, messages: 0, delays: noDelays() };
    this.#counts.set(place, count);
    count.messages += messages;
    for (const [delay, more] of change.delays.entries())
      count.delays[delay] = (count.delays[delay] ?? 0) + more;
    if (state === RecipientState.Delivered) return;
    const reason = `${place} ${state} ${code}`;
    const failure = this.#failures.get(reason) ?? { ...of, state, code, messages: 0 };
    this.#failures.set(reason, failure);
    failure.messages += messages;
  }

  all(): DeliverabilityCounters {
    return { counts: [...this.#counts.values()], failures: [...this.#failures.values()] };
  }
}

/** Changes of the counters: those of each customer by calling code, and those of all customers by calling code and by longer prefix. */
export function countersOf(changes: readonly DeliverabilityChange[]): DeliverabilityCounters {
  const counters = new Counters();
  for (const change of changes) {
    const byCode = { ...change, prefix: callingCode(change.prefix) };
    counters.add(byCode, change);
    counters.add({ ...byCode, customerId: allCustomers.byCode }, change);
    counters.add({ ...change, customerId: allCustomers.byPrefix }, change);
  }
  return counters.all();
}
