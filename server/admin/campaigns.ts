import type { CampaignCompletion, CampaignStatus } from "../domain/campaigns/campaign.js";
import type { Store } from "../ports/store.js";
import { Refusal } from "./refusal.js";
import { customerIdOf } from "./values.js";

/** A campaign as the operator sees it: without its text. */
export interface CampaignRow {
  readonly id: number;
  readonly customer: number;
  readonly status: CampaignStatus;
  readonly completion: CampaignCompletion;
  readonly parts: number;
  /** Most recipients. */
  readonly limit: number;
  /** Recipients taken so far. */
  readonly taken: number;
  readonly billable: number;
}

/** Campaigns of one customer, or of all. @throws Refusal */
export async function listCampaigns(store: Store, customer?: string): Promise<readonly CampaignRow[]> {
  const found = await store.campaigns.list(customer === undefined ? undefined : customerIdOf(customer));
  return found.map(({ id, customerId, position, parts, recipientLimit, rest, billable }) => ({
    ...{ id, customer: customerId, status: position.status, completion: position.completion },
    ...{ parts, limit: recipientLimit, taken: recipientLimit - rest.recipients, billable },
  }));
}

/** Ends a campaign; one that has ended already stays as it is. @throws Refusal */
export async function stopCampaign(store: Store, text: string, now: number): Promise<number> {
  const id = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (!(await store.campaigns.stop(id, undefined, "StoppedByAdmin", now))) {
    throw new Refusal(`there is no campaign ${text}`);
  }
  return id;
}
