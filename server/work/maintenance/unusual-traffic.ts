import {
  type Destinations,
  destinationRule,
  isKnown,
  usualIfNew,
} from "../../domain/unusual/destinations.js";
import { failureRule, mayBeFailing, usualIfFailing } from "../../domain/unusual/failures.js";
import {
  growthWithin,
  keptSamples,
  keptWith,
  outcomesBy,
  sampleOf,
  type UsageCounter,
  type UsageSample,
} from "../../domain/unusual/samples.js";
import type { Unusual } from "../../domain/unusual/unusual.js";
import { usualIfExceeded, volumeRule } from "../../domain/unusual/volume.js";
import { minute, type Outcomes } from "../../domain/usage/traffic.js";
import { acceptedState, dayOf, hourOf } from "../../domain/usage/usage.js";
import type { CustomerPeak } from "../../ports/service.js";
import type { Store } from "../../ports/store.js";

export type WatchStore = Pick<Store, "traffic" | "unusual" | "usage">;

type Growth = ReadonlyMap<number, Outcomes>;

/** Counters of one read; more customers and countries than that are not watched. */
const mostCounters = 200_000;

/** Reads the counters by customer, day and country. Those of yesterday matter as long as samples of it are kept. */
async function readCounters({ usage }: WatchStore, at: number): Promise<readonly UsageCounter[]> {
  const from = dayOf(at - keptSamples.some - minute);
  const query = { from, until: dayOf(at) + 1, by: ["day", "prefix"] as const };
  return usage.sums({ ...query, customerId: undefined, user: undefined, limit: mostCounters });
}

/** Stores the peaks of customers, and returns those that are unusual. */
async function unusualVolumes(
  { traffic }: WatchStore,
  growth: Growth,
  at: number,
): Promise<readonly Unusual[]> {
  const hour = hourOf(at);
  const peaks: CustomerPeak[] = [];
  const found: Unusual[] = [];
  for (const [customerId, { accepted: peak }] of growth) {
    if (peak === 0) continue;
    peaks.push({ customerId, hour, peak });
    if (peak < volumeRule.least) continue;
    const usual = usualIfExceeded(
      { hour, peak },
      await traffic.peaks(customerId, hour - volumeRule.past - 1),
    );
    if (usual !== undefined)
      found.push({ customerId, kind: "volume", prefix: "", messages: peak, ended: undefined, usual });
  }
  if (peaks.length > 0) await traffic.addPeaks(peaks, hour - volumeRule.past - 1);
  return found;
}

/** Customers whose share of failures is unusual in the shortest window with enough final statuses. */
async function unusualFailures(
  { usage }: WatchStore,
  windows: readonly Growth[],
  at: number,
): Promise<readonly Unusual[]> {
  const found: Unusual[] = [];
  const today = dayOf(at);
  for (const customerId of windows.at(-1)?.keys() ?? []) {
    const ended = windows
      .map((growth) => growth.get(customerId))
      .find((each) => each !== undefined && each.delivered + each.failed >= failureRule.least);
    if (ended === undefined || !mayBeFailing(ended)) continue;
    const query = { from: today - failureRule.past, until: today, by: ["day"] as const };
    const past = await usage.sums({ ...query, customerId, user: undefined, limit: mostCounters });
    const days = outcomesBy(past, ({ day }) => day);
    const usual = usualIfFailing(ended, [...days.values()]);
    if (usual === undefined) continue;
    const { delivered, failed } = ended;
    const facts = { messages: failed, ended: delivered + failed, usual: Math.round(1_000 * usual) };
    found.push({ customerId, kind: "failures", prefix: "", ...facts });
  }
  return found;
}

/** The past of a customer by destination; undefined if it is not known long enough. */
async function destinationsOf(
  { usage }: WatchStore,
  customerId: number,
  today: number,
): Promise<Destinations | undefined> {
  const past = {
    customerId,
    user: undefined,
    from: today - destinationRule.past,
    until: today,
    limit: mostCounters,
  };
  const acceptedBy = async (by: "day" | "prefix") =>
    (await usage.sums({ ...past, by: [by] })).filter(({ state }) => state === acceptedState);
  const days = (await acceptedBy("day")).map(({ day = 0 }) => day);
  if (!isKnown(days, today)) return undefined;
  return new Map((await acceptedBy("prefix")).map(({ prefix = "", messages }) => [prefix, messages]));
}

/** Finds new destinations; the past of a customer is read once a day. */
class NewDestinations {
  readonly #store: WatchStore;
  #day = 0;
  readonly #pasts = new Map<number, Destinations | undefined>();

  constructor(store: WatchStore) {
    this.#store = store;
  }

  /** `growth`: only the destinations of customers that send are judged. */
  async find(counters: readonly UsageCounter[], growth: Growth, at: number): Promise<readonly Unusual[]> {
    const today = dayOf(at);
    const found: Unusual[] = [];
    for (const { customerId, day, prefix = "", state, messages } of counters) {
      const isBusy = day === today && state === acceptedState && messages >= destinationRule.least;
      if (!isBusy || (growth.get(customerId)?.accepted ?? 0) === 0) continue;
      const usual = usualIfNew(prefix, messages, await this.#pastOf(customerId, today));
      if (usual !== undefined)
        found.push({ customerId, kind: "destination", prefix, messages, ended: undefined, usual });
    }
    return found;
  }

  async #pastOf(customerId: number, today: number): Promise<Destinations | undefined> {
    if (today !== this.#day) this.#pasts.clear();
    this.#day = today;
    if (!this.#pasts.has(customerId))
      this.#pasts.set(customerId, await destinationsOf(this.#store, customerId, today));
    return this.#pasts.get(customerId);
  }
}

/** Watches the traffic of customers: each call reads the counters, and stores peaks and what is unusual. */
export function trafficWatch(store: WatchStore): (at: number) => Promise<void> {
  let samples: readonly UsageSample[] = [];
  const destinations = new NewDestinations(store);
  return async (at) => {
    const counters = await readCounters(store, at);
    samples = keptWith(samples, sampleOf(at, counters));
    const growth = growthWithin(samples, volumeRule.window);
    const windows = failureRule.windows.map((window) => growthWithin(samples, window));
    const found = [
      ...(await unusualVolumes(store, growth, at)),
      ...(await unusualFailures(store, windows, at)),
      ...(await destinations.find(counters, growth, at)),
    ];
    if (found.length > 0) await store.unusual.add(found, at);
  };
}
