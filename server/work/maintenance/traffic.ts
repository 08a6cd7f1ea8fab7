import type { CallLog } from "messenger-gen-runtime";
import { Rounds } from "../coordination/rounds.js";
import { nowhere, queueNames } from "../../domain/delivery/route-table.js";
import {
  minute,
  outcomesOf,
  type Traffic,
  trafficKeptFor,
  wholeService,
} from "../../domain/usage/traffic.js";
import {
  acceptedBetween,
  type CustomerPeak,
  hourOf,
  unusualRule,
  type UsageSample,
  usualIfExceeded,
} from "../../domain/usage/unusual-traffic.js";
import { dayOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";

type TrafficSources = Pick<Store, "delivery" | "links" | "traffic" | "usage">;

interface TrafficRecorderOptions {
  readonly store: TrafficSources;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
}

type Counts = Pick<Traffic, "accepted" | "delivered" | "failed">;

/** Counters at a time. */
export interface TrafficSample {
  readonly at: number;
  /** Counters that only grow, by what they count: a day of the service, or a link and a process. */
  readonly counters: ReadonlyMap<string, Counts & { readonly link: string }>;
  /** Messages that wait, by link. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Seconds. */
  readonly oldest: number;
}

/** A longer time between two samples is not traffic of one minute. */
const longestGap = 2 * minute;

/** Growth since the sample before. A counter without an earlier value began at 0 if it is of a day; otherwise its growth is unknown. */
function growthOf(now: number, earlier: number | undefined, link: string): number {
  return Math.max(0, now - (earlier ?? (link === wholeService ? 0 : now)));
}

/**
 * The traffic between two samples; none after a gap. A counter that became smaller restarted with its process: its growth is not
 * known.
 */
export function trafficBetween(before: TrafficSample, after: TrafficSample): readonly Traffic[] {
  if (after.at <= before.at || after.at - before.at > longestGap) return [];
  const at = before.at - (before.at % minute);
  const rows = new Map<string, Traffic>();
  for (const [key, counts] of after.counters) {
    const { link } = counts;
    const earlier = before.counters.get(key);
    const sums = rows.get(link);
    const growth = (name: keyof Counts): number =>
      (sums?.[name] ?? 0) + growthOf(counts[name], earlier?.[name], link);
    rows.set(link, {
      at,
      link,
      accepted: growth("accepted"),
      delivered: growth("delivered"),
      failed: growth("failed"),
      waiting: after.waiting.get(link) ?? 0,
      oldest: link === wholeService ? after.oldest : 0,
    });
  }
  return [...rows.values()];
}

/** Counters of yesterday and today, so that a new day begins at 0. */
async function dayCounters({ usage }: TrafficSources, at: number): Promise<TrafficSample["counters"]> {
  const today = dayOf(at);
  const totals = await usage.totals(today - 1);
  const countsOf = (day: number): Counts => outcomesOf(totals.filter((total) => total.day === day));
  return new Map([today - 1, today].map((day) => [`day ${day}`, { ...countsOf(day), link: wholeService }]));
}

/** Counters of each process: one that stops reporting for a while does not count again what it has counted. */
async function linkCounters(
  { links }: TrafficSources,
  names: ReadonlyMap<number, string>,
): Promise<TrafficSample["counters"]> {
  const counters = new Map<string, Counts & { readonly link: string }>();
  for (const { linkId, byProcess = {} } of await links.reports()) {
    const link = names.get(linkId);
    if (link === undefined) continue;
    for (const [process, { accepted, receipts: delivered, refused: failed }] of Object.entries(byProcess))
      counters.set(`link ${link} ${process}`, { link, accepted, delivered, failed });
  }
  return counters;
}

/** Reads the counters. */
async function sampleTraffic(store: TrafficSources, at: number): Promise<TrafficSample> {
  const links = await store.links.links();
  const days = await dayCounters(store, at);
  const names = new Map(links.map(({ id, name }) => [id, name]));
  const nameOf = queueNames(links);
  const queues = await store.links.queues();
  const all = queues.reduce((sum, { waiting }) => sum + waiting, 0);
  const due = (await store.delivery.nextDue([nowhere, ...names.keys()])) ?? at;
  return {
    at,
    counters: new Map([...days, ...(await linkCounters(store, names))]),
    waiting: new Map([
      [wholeService, all],
      ...queues.map(({ linkId, waiting }) => [nameOf(linkId), waiting] as const),
    ]),
    oldest: Math.max(0, Math.round((at - due) / 1000)),
  };
}

/** Counters of one read; more customers, users and originators than that are not watched. */
const mostCounts = 200_000;

/** Reads the counters of accepted messages by customer. Those of yesterday matter as long as a window begins there. */
async function sampleUsage({ usage }: TrafficSources, at: number): Promise<UsageSample> {
  const days = { from: dayOf(at - unusualRule.window - minute), until: dayOf(at) + 1, by: ["day"] as const };
  return {
    at,
    counts: await usage.sums({ ...days, customerId: undefined, user: undefined, limit: mostCounts }),
  };
}

/** Samples of one window, the newest last; a gap begins a new window. */
export function windowOf(samples: readonly UsageSample[], next: UsageSample): readonly UsageSample[] {
  const last = samples.at(-1);
  if (last === undefined || next.at <= last.at || next.at - last.at > longestGap) return [next];
  // Rounds are late by some milliseconds.
  const from = next.at - unusualRule.window - minute / 2;
  return [...samples.filter(({ at }) => at >= from), next];
}

/** Peaks of customers in the window, judged by their past. */
async function peaksIn(
  { traffic }: TrafficSources,
  samples: readonly UsageSample[],
): Promise<readonly CustomerPeak[]> {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return [];
  const hour = hourOf(last.at);
  const rows: CustomerPeak[] = [];
  for (const [customerId, peak] of acceptedBetween(first, last)) {
    const isJudged = peak >= unusualRule.least;
    const past = isJudged ? await traffic.peaks(customerId, hour - unusualRule.past - 1) : [];
    rows.push({ customerId, hour, peak, usual: usualIfExceeded({ hour, peak }, past) });
  }
  return rows;
}

/** Milliseconds until the first sample, whose threads would delay the start of the server. */
const settled = 500;

/** Starts to store the traffic of every minute. Any number of processes may do so: the first one stores a minute. */
export function startTrafficRecorder({ store, now, log }: TrafficRecorderOptions): Rounds {
  let last: TrafficSample | undefined;
  let window: readonly UsageSample[] = [];

  const round = async (): Promise<number> => {
    const before = last;
    last = await sampleTraffic(store, now());
    const rows = before === undefined ? [] : trafficBetween(before, last);
    if (rows.length > 0) await store.traffic.add(rows, last.at - trafficKeptFor);
    window = windowOf(window, await sampleUsage(store, last.at));
    const peaks = await peaksIn(store, window);
    if (peaks.length > 0) await store.traffic.addPeaks(peaks, hourOf(last.at) - unusualRule.past - 1);
    return minute - (now() % minute);
  };

  return new Rounds({ log, event: "traffic cannot be stored", first: settled, interval: minute, round });
}
