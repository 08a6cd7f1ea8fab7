import type { CallLog } from "messenger-gen-runtime";
import { Rounds } from "../coordination/rounds.js";
import { nowhere, queueNames } from "../../domain/delivery/routing/route-table.js";
import {
  type LinkTraffic,
  minute,
  outcomesOf,
  type Traffic,
  trafficKeptFor,
  wholeService,
} from "../../domain/usage/traffic.js";
import { noResponses } from "../../domain/usage/quantiles.js";
import { longestGap } from "../../domain/unusual/samples.js";
import { dayOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { trafficWatch, type WatchStore } from "./unusual-traffic.js";

type TrafficSources = Pick<Store, "delivery" | "links" | "traffic" | "usage">;

interface TrafficRecorderOptions {
  readonly store: TrafficSources & WatchStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
}

type Counts = Pick<Traffic, "accepted" | "delivered" | "failed">;

/** A link at a time. */
interface LinkSample extends Pick<LinkTraffic, "used" | "window"> {
  readonly responses: Readonly<Record<string, readonly number[]>>;
}

/** Counters at a time. */
export interface TrafficSample {
  readonly at: number;
  /** Counters that only grow, by what they count: a day of the service, or a link and a process. */
  readonly counters: ReadonlyMap<string, Counts & { readonly link: string }>;
  /** Of each link: parts in flight, its window, and responses of each process by their time, which only grow. */
  readonly links: ReadonlyMap<string, LinkSample>;
  /** Messages that wait, by link. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Seconds. */
  readonly oldest: number;
}

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

/** How networks answered between two samples; what a process has counted before its first sample is not known. */
export function responsesBetween(before: TrafficSample, after: TrafficSample): readonly LinkTraffic[] {
  if (after.at <= before.at || after.at - before.at > longestGap) return [];
  const at = before.at - (before.at % minute);
  return [...after.links].map(([link, { used, window, responses }]) => {
    const sums = noResponses();
    for (const [process, counts] of Object.entries(responses)) {
      const earlier = before.links.get(link)?.responses[process] ?? counts;
      for (const [place, count] of counts.entries())
        sums[place] = (sums[place] ?? 0) + Math.max(0, count - (earlier[place] ?? 0));
    }
    return { at, link, used, window, responses: sums };
  });
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

async function linkSamples(
  { links }: TrafficSources,
  names: ReadonlyMap<number, string>,
): Promise<TrafficSample["links"]> {
  const reports = await links.reports();
  return new Map(
    reports.flatMap(({ linkId, used, peak = used, window, responses = {} }) => {
      const link = names.get(linkId);
      return link === undefined ? [] : [[link, { used: peak, window, responses }] as const];
    }),
  );
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
    links: await linkSamples(store, names),
    waiting: new Map([
      [wholeService, all],
      ...queues.map(({ linkId, waiting }) => [nameOf(linkId), waiting] as const),
    ]),
    oldest: Math.max(0, Math.round((at - due) / 1000)),
  };
}

/** Milliseconds until the first sample, whose threads would delay the start of the server. */
const settled = 500;

/** Starts to store the traffic of every minute. Any number of processes may do so: the first one stores a minute. */
export function startTrafficRecorder({ store, now, log }: TrafficRecorderOptions): Rounds {
  let last: TrafficSample | undefined;
  const watch = trafficWatch(store);

  const round = async (): Promise<number> => {
    const before = last;
    last = await sampleTraffic(store, now());
    const rows = before === undefined ? [] : trafficBetween(before, last);
    if (rows.length > 0) await store.traffic.add(rows, last.at - trafficKeptFor);
    const responses = before === undefined ? [] : responsesBetween(before, last);
    if (responses.length > 0) await store.traffic.addLinks(responses, last.at - trafficKeptFor);
    await watch(last.at);
    return minute - (now() % minute);
  };

  return new Rounds({ log, event: "traffic cannot be stored", first: settled, interval: minute, round });
}
