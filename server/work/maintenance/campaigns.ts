import type { CallLog } from "messenger-gen-runtime";
import { type CampaignPosition, lookAgainAt, stepCampaign } from "../../domain/campaigns/campaign.js";
import { tariffOf } from "../../domain/credit/coverage.js";
import type { AudienceSlice, Campaign } from "../../domain/campaigns/campaigns.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";

export interface CampaignRunnerOptions {
  readonly store: Pick<Store, "campaigns" | "coverage">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called after due recipients were added. */
  readonly wakeDelivery: () => void;
  readonly log: CallLog;
}

/** Maximum numbers of an audience per step, and maximum recipients waiting for delivery: further ones stay in the audience. */
const batch = 500;

/** Milliseconds between rounds: while there is something to send, and otherwise. */
const busy = 20;
const idle = 1_000;
const longestAfterFailure = 10_000;

/** Numbers of a slice that are covered and on no blacklist. */
async function reachable(
  { coverage }: Pick<Store, "coverage">,
  customerId: number,
  { phones }: AudienceSlice,
  now: number,
): Promise<readonly string[]> {
  const [prices, blacklisted] = await Promise.all([
    coverage.prices(customerId, now),
    coverage.blacklisted(customerId, phones),
  ]);
  const tariff = tariffOf(prices);
  return phones.filter((phone) => !blacklisted.has(phone) && tariff(phone) !== undefined);
}

/**
 * Advances one campaign at `now`: to its next status and, while it is running, by one slice of an
 * audience. Returns whether there is more to do at once.
 */
export async function runCampaign(
  { store, wakeDelivery }: Pick<CampaignRunnerOptions, "store" | "wakeDelivery">,
  campaign: Campaign,
  now: number,
): Promise<boolean> {
  const { id, customerId, schedule, rest } = campaign;
  const before = campaign.position;
  const position = stepCampaign(before, schedule, rest, now);
  const moved = await moveOn(store, campaign, position, now);
  if (position.status === "Completed") return store.campaigns.settle(id, now);
  if (position.status !== "Running" || !moved || rest.waiting >= batch)
    return position.status !== before.status;
  const slice = await store.campaigns.audience(id, batch);
  if (slice === undefined) return false;
  const phones = await reachable(store, customerId, slice, now);
  if ((await store.campaigns.take(id, { ...slice, phones }, now)) > 0) wakeDelivery();
  return true;
}

/** Stores a new status or time of the next check; false if another runner changed the campaign meanwhile. */
async function moveOn(
  { campaigns }: Pick<Store, "campaigns">,
  { id, position: before, schedule }: Campaign,
  position: CampaignPosition,
  now: number,
): Promise<boolean> {
  const lookAt = lookAgainAt(position, schedule, now) ?? now;
  if (position.status === before.status && lookAt <= now) return true;
  return campaigns.move(id, before.status, position, lookAt);
}

type Outcome = "more" | "done" | "failed";

/** Starts running the campaigns of a store. Any number of runners may work on one store; each continues where another stopped. */
export function startCampaigns(options: CampaignRunnerOptions): Rounds {
  const { store, now, log } = options;
  let failures = 0;

  /** Advances one campaign; a failure is logged and does not affect the others. */
  const look = async (campaign: Campaign): Promise<Outcome> => {
    try {
      return (await runCampaign(options, campaign, now())) ? "more" : "done";
    } catch (error) {
      log.error({ err: error, campaign: campaign.id }, "campaign failed");
      return "failed";
    }
  };

  const lookAtAll = async (): Promise<ReadonlySet<Outcome>> => {
    const outcomes = new Set<Outcome>();
    try {
      for (const campaign of await store.campaigns.due(now())) outcomes.add(await look(campaign));
    } catch (error) {
      log.error({ err: error }, "campaigns cannot be read");
      outcomes.add("failed");
    }
    return outcomes;
  };

  /** Advances every campaign that is due; returns the pause until the next round in milliseconds. */
  const round = async (): Promise<number> => {
    const outcomes = await lookAtAll();
    failures = outcomes.has("failed") ? failures + 1 : 0;
    if (failures > 0) return Math.min(idle * 2 ** failures, longestAfterFailure);
    return outcomes.has("more") ? busy : idle;
  };

  return new Rounds({ log, event: "campaigns cannot be read", interval: idle, round });
}
