import type { Problem } from "../../admin/health.js";
import { type LinkRow, linksOf } from "../../actions/links.js";
import { type QueueRow, queuesOf } from "../../actions/queue.js";
import { type SmppSessionRow, smppSessions } from "../../actions/smpp-sessions.js";
import { outcomesOf } from "../../domain/usage/traffic.js";
import { acceptedState, dayOf } from "../../domain/usage/usage.js";
import { pageLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import { shared } from "messenger-gen-host/tasks";
import type { Shares } from "../web/charts/chart.js";
import { outcomeParts } from "../web/outcomes.js";

/** Counters whose growth is shown per second. */
export const rateNames = ["sent", "delivered", "failed"] as const;

/** Counters of a link whose growth is shown per second. */
export const linkRateNames = ["accepted", "refused", "receipts"] as const;

/** Counters of a session of the SMPP server whose growth is shown per second. */
export const sessionRateNames = ["submitted", "delivered"] as const;

/** Messages of a customer that were accepted on one day. */
export interface CustomerDay {
  readonly customer: number;
  readonly name: string;
  readonly sent: number;
  /** Accepted on a mean day of the week before. */
  readonly usual: number;
  readonly delivered: number;
  readonly failed: number;
}

/** State of the service at one moment. */
export interface Snapshot {
  readonly at: number;
  readonly links: readonly LinkRow[];
  readonly queues: readonly QueueRow[];
  /** Sessions of clients of the SMPP server. */
  readonly sessions: readonly SmppSessionRow[];
  readonly problems: readonly Problem[];
  /** Of today, in UTC: customers with most messages, at most `mostCustomers`. */
  readonly customers: readonly CustomerDay[];
  /** Of all messages that were accepted today, in UTC. */
  readonly outcomes: Shares["parts"];
  /** Seconds for which the oldest due message waits. */
  readonly oldest: number;
  /** Per second: of a counter, or of a counter of a link by its name. Undefined before there are two samples. */
  readonly rateOf: (name: string, link?: string) => number | undefined;
  /** Per second, of a counter of a session by its id. */
  readonly sessionRate: (name: (typeof sessionRateNames)[number], session: string) => number | undefined;
}

export interface SnapshotSources {
  readonly store: Store;
  readonly now: () => number;
  /** Problems that `messenger doctor` reports. */
  readonly problems: () => Promise<readonly Problem[]>;
}

/** Milliseconds for which all pages share the state, and the usage of customers, which takes more reads. */
const fresh = { moment: 1_500, usage: 5_000 };

/** Counters at a time, by name. */
interface Sample {
  readonly at: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Milliseconds over which rates are computed. */
const period = 20_000;

/** Counters restart at 0 with their process. */
function growth(before: number, after: number): number {
  return after >= before ? after - before : after;
}

/** Computes rates from samples of counters. */
export class Traffic {
  #samples: readonly Sample[] = [];

  /** Adds the counters of a time. */
  add(counts: ReadonlyMap<string, number>, at: number): void {
    const recent = this.#samples.filter((sample) => at - sample.at <= period);
    // One older sample gives a rate at once after a pause.
    const older = this.#samples.filter((sample) => at - sample.at > period).slice(-1);
    this.#samples = [...(recent.length > 1 ? [] : older), ...recent, { at, counts }];
  }

  /** Growth of a counter per second; undefined until two samples have it. */
  rateOf(name: string): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const [before, after] = [first?.counts.get(name), last?.counts.get(name)];
    if (first === undefined || last === undefined || before === undefined || after === undefined)
      return undefined;
    return last.at === first.at ? undefined : (growth(before, after) * 1000) / (last.at - first.at);
  }
}

interface Usage {
  readonly at: number;
  readonly outcomes: Shares["parts"];
  readonly today: readonly CustomerDay[];
  /** Sums of yesterday and today. Names contain the day, so that a new day is not taken for a restart of the counters. */
  readonly counts: ReadonlyMap<string, number>;
  readonly day: number;
  /** The past does not change: it is read once a day. */
  readonly usual: ReadonlyMap<number, number>;
}

/** Customers whose messages are counted. */
export const mostCustomers = 20;

/** Days before this one of which the mean is usual. */
const usualDays = 7;

/** Messages that each customer has sent on a mean day of the week before a day. */
async function usualOf({ usage }: Store, day: number): Promise<ReadonlyMap<number, number>> {
  const range = { from: day - usualDays, until: day, customerId: undefined, user: undefined };
  const sums = await usage.sums({ ...range, by: [], limit: 100_000 });
  const accepted = sums.filter(({ state }) => state === acceptedState);
  return new Map(accepted.map(({ customerId, messages }) => [customerId, Math.round(messages / usualDays)]));
}

async function busiestCustomers(
  { usage, accounts }: Store,
  day: number,
  usual: ReadonlyMap<number, number>,
): Promise<readonly CustomerDay[]> {
  const totals = await usage.busiest(day, mostCustomers);
  const ids = [...new Set(totals.map(({ customerId }) => customerId))];
  return Promise.all(
    ids.map(async (customer) => {
      const { accepted, ...ended } = outcomesOf(totals.filter(({ customerId }) => customerId === customer));
      const name = (await accounts.customer(customer))?.name ?? String(customer);
      return { customer, name, sent: accepted, usual: usual.get(customer) ?? 0, ...ended };
    }),
  );
}

/** Reads the state of the service, shared by all operators. */
export class Snapshots {
  readonly #sources: SnapshotSources;
  readonly #traffic = new Traffic();
  readonly #messages = new Traffic();
  readonly #sessions = new Traffic();
  readonly #read: () => Promise<Snapshot>;
  #last: Snapshot | undefined;
  #usage: Usage | undefined;

  constructor(sources: SnapshotSources) {
    this.#sources = sources;
    this.#read = shared(() => this.#readNow());
  }

  async now(): Promise<Snapshot> {
    const last = this.#last;
    return last !== undefined && Math.abs(this.#sources.now() - last.at) < fresh.moment ? last : this.#read();
  }

  async #readNow(): Promise<Snapshot> {
    const { now, problems } = this.#sources;
    const store = this.#sources.store.apart(pageLimit);
    const at = now();
    const links = await store.links.links();
    const counters = (await store.links.reports()).flatMap(({ linkId, counts }) =>
      linkRateNames.map((name): [string, number] => [`${name} ${linkId}`, counts[name]]),
    );
    this.#traffic.add(new Map(counters), at);
    const sessions = await smppSessions(store, at);
    const sessionCounts = sessions.flatMap((session) =>
      sessionRateNames.map((name): [string, number] => [`${name} ${session.id}`, session[name]]),
    );
    this.#sessions.add(new Map(sessionCounts), at);
    const ids = new Map(links.map(({ id, name }) => [name, id]));
    const queues = await queuesOf(store, at);
    const due = queues.flatMap(({ oldestDue }) => (oldestDue === null ? [] : [Date.parse(oldestDue)]));
    const { today, day, outcomes } = await this.#usageAt(store, at);
    this.#last = {
      at,
      links: await linksOf(store, at),
      queues,
      sessions,
      problems: await problems(),
      customers: today,
      outcomes,
      oldest: (at - Math.min(at, ...due)) / 1000,
      rateOf: (name, link) =>
        link === undefined
          ? this.#messages.rateOf(`${name} ${day}`)
          : this.#traffic.rateOf(`${name} ${ids.get(link) ?? ""}`),
      sessionRate: (name, session) => this.#sessions.rateOf(`${name} ${session}`),
    };
    return this.#last;
  }

  async #usageAt(store: Store, at: number): Promise<Usage> {
    const known = this.#usage;
    if (known !== undefined && Math.abs(at - known.at) < fresh.usage) return known;
    const day = dayOf(at);
    const totals = await store.usage.totals(day - 1);
    const { accepted: sent, delivered, failed } = outcomesOf(totals);
    const usual = known?.day === day ? known.usual : await usualOf(store, day);
    const today = await busiestCustomers(store, day, usual);
    const sums = { sent, delivered, failed };
    const counts = new Map(rateNames.map((name) => [`${name} ${day}`, sums[name]]));
    this.#messages.add(counts, at);
    const outcomes = outcomeParts(totals.filter((total) => total.day === day));
    this.#usage = { at, today, counts, day, outcomes, usual };
    return this.#usage;
  }
}
