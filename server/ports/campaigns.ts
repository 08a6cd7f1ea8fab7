import type { CampaignCompletion, CampaignPosition } from "../domain/campaigns/campaign.js";
import type { WriteLimit } from "./writes.js";
import type { ClientTransaction } from "../domain/outbox/submission.js";
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
  /** All of them by id, some at a time. */
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
 * Ad-zone campaigns. Every change states what it goes out from and does nothing when that is no longer so: any number of
 * runners may work at once, and none sends twice.
 */
export interface CampaignStore {
  /** What a client transaction leads to at a time; undefined when it is new. Asked before anything else is checked. */
  answered(
    customerId: number,
    clientTransaction: ClientTransaction,
    at: number,
  ): Promise<EarlierStart | undefined>;
  /** Charges and stores, in one step. */
  start(start: CampaignStart, limit?: WriteLimit): Promise<StartOutcome>;
  /** Undefined when the customer has no such campaign. */
  find(customerId: number, id: number): Promise<Campaign | undefined>;
  /** Of one customer, or of all; by id. */
  list(customerId?: number): Promise<readonly Campaign[]>;
  /** Ends an open campaign; false when there is none of this id, of this customer where one is named. */
  stop(
    id: number,
    customerId: number | undefined,
    completion: CampaignCompletion,
    at: number,
    limit?: WriteLimit,
  ): Promise<boolean>;
  /** Campaigns that have to be looked at, by id. */
  due(now: number): Promise<readonly Campaign[]>;
  /** The next numbers; undefined when every audience has been gone through, or has got all its limit allows. */
  audience(id: number, limit: number): Promise<AudienceSlice | undefined>;
  /**
   * Goes through a slice: takes those numbers into the outbox that the campaign has not taken before, as far as the
   * limits allow; `phones` are those of the slice that can be sent to. Only while it is Running. Returns how many.
   */
  take(id: number, slice: AudienceSlice, at: number): Promise<number>;
  /** Moves a campaign on from a status; `lookAt` is when it has to be looked at again. False when it was elsewhere. */
  move(id: number, from: CampaignPosition["status"], to: CampaignPosition, lookAt: number): Promise<boolean>;
  /** Refunds what a Completed campaign did not use, and makes it CompletedAndBilled. */
  settle(id: number, at: number): Promise<boolean>;
}
