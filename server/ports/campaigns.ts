import type { CampaignCompletion, CampaignPosition } from "../domain/campaigns/campaign.js";
import type { WriteLimit } from "./writes.js";
import type { ClientTransaction } from "../domain/delivery/submission.js";
import type {
  Location,
  CampaignStart,
  EarlierStart,
  StartOutcome,
  Campaign,
  AudienceSlice,
} from "../domain/campaigns/campaigns.js";
import type { Change } from "../domain/accounts/accounts.js";

/** Locations and their audiences. */
export interface LocationStore {
  /** The new id; undefined when the name is taken. */
  add(location: Pick<Location, "name" | "description">, at: number): Promise<number | undefined>;
  /** All locations by id, in pages. */
  list(): AsyncIterable<readonly Location[]>;
  find(id: number): Promise<Location | undefined>;
  /** `exists` when another location has the new name, `unknownEntry` when there is no such location. */
  change(id: number, change: Partial<Pick<Location, "name" | "description">>): Promise<Change>;
  /** False when there is no such location. */
  setActive(id: number, active: boolean): Promise<boolean>;
  /** Adds numbers, digits only, 7 to 15; returns how many are new, undefined when there is no such location. */
  addAudience(id: number, phones: readonly string[]): Promise<number | undefined>;
}

/**
 * Ad-zone campaigns. Every change is guarded by the state that it expects and has no effect otherwise: any number of
 * runners may work at once, and none sends twice.
 */
export interface CampaignStore {
  /** Result of a client transaction at a time; undefined if it is new. Checked before anything else. */
  answered(
    customerId: number,
    clientTransaction: ClientTransaction,
    at: number,
  ): Promise<EarlierStart | undefined>;
  /** Charges and stores the campaign in one transaction. */
  start(start: CampaignStart, limit?: WriteLimit): Promise<StartOutcome>;
  /** Undefined when the customer has no such campaign. */
  find(customerId: number, id: number): Promise<Campaign | undefined>;
  /** Of one customer, or of all; by id. */
  list(customerId?: number): Promise<readonly Campaign[]>;
  /** Ends an open campaign; false if there is none with this id, or not of the given customer. */
  stop(
    id: number,
    customerId: number | undefined,
    completion: CampaignCompletion,
    at: number,
    limit?: WriteLimit,
  ): Promise<boolean>;
  /** Campaigns that are due, by id. */
  due(now: number): Promise<readonly Campaign[]>;
  /** The next numbers; undefined if every audience is used up or has reached its limit. */
  audience(id: number, limit: number): Promise<AudienceSlice | undefined>;
  /**
   * Processes a slice: adds the numbers to the outbox that the campaign has not added before, as far as the
   * limits allow; `phones` are those of the slice that can be sent to. Only while it is Running. Returns how many.
   */
  take(id: number, slice: AudienceSlice, at: number): Promise<number>;
  /** Changes a status; `lookAt` is the time of the next check. False if the campaign no longer has the status `from`. */
  move(id: number, from: CampaignPosition["status"], to: CampaignPosition, lookAt: number): Promise<boolean>;
  /** Refunds the unused part of a Completed campaign, and makes it CompletedAndBilled. */
  settle(id: number, at: number): Promise<boolean>;
}
