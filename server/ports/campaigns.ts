import type {
  RecipientList,
  PlacedList,
  ListDefinition,
  ListUpdate,
  ListMember,
  ListChange,
  MemberChange,
  ListImport,
  ListViewer,
  ListCriteria,
  MemberSelection,
  SelectOutcome,
} from "../domain/recipients/lists.js";
import type { CampaignCompletion, CampaignPosition } from "../domain/campaigns/campaign.js";
import type { WriteLimit } from "./service.js";
import type { ClientTransaction } from "../domain/delivery/submitting/submission.js";
import type {
  Location,
  CampaignStart,
  EarlierStart,
  StartOutcome,
  Campaign,
  AudienceSlice,
} from "../domain/campaigns/campaigns.js";
import type { MisreadNumbers } from "../domain/recipients/misread.js";
import type { Change } from "../domain/accounts/accounts.js";

/**
 * Distribution lists. A list is imported in pieces and becomes visible as a whole: until then, and if an import is
 * abandoned, readers see the list as it was.
 */
export interface ListStore {
  /** Opens an import. It is abandoned if nothing is appended for an hour. */
  beginImport(definition: ListDefinition, at: number): Promise<ListImport>;
  /**
   * Adds members in the order given, at most `maxAppended` at once. A phone that the import has already is skipped. Returns
   * how many were added; undefined when the import is not open.
   */
  appendMembers(importId: number, members: readonly ListMember[], at: number): Promise<number | undefined>;
  /** Ends an import: its members replace the content of the list. */
  finishImport(importId: number, definition: ListDefinition, at: number): Promise<ListChange>;
  /** Abandons an import. */
  cancelImport(importId: number): Promise<void>;
  /** `exists` when another list of the customer has the new name. Id and version stay. */
  changeList(customerId: number, name: string, update: ListUpdate): Promise<ListChange>;
  removeList(customerId: number, name: string): Promise<ListChange>;
  /** Adds members behind the others, at most `maxAppended` at once; those that the list has are skipped. Their columns are empty. */
  addMembers(customerId: number, name: string, phones: readonly string[], at: number): Promise<MemberChange>;
  /** Removes members, at most `maxAppended` at once; the last members of the list take their places. */
  removeMembers(
    customerId: number,
    name: string,
    phones: readonly string[],
    at: number,
  ): Promise<MemberChange>;
  /** Deletes some rows of replaced and removed lists and abandoned imports; false if none is left. */
  purgeLists(at: number): Promise<boolean>;
  /**
   * Lists that a user sees, in the order in which they were made, page by page. Each page is read on demand; later
   * pages may show changes, and no list is returned twice. No lock or snapshot is held between pages.
   *
   * @param after a place, behind which the first page begins (default: none)
   */
  find(viewer: ListViewer, criteria: ListCriteria, after?: number): AsyncIterable<readonly PlacedList[]>;
  /** Every list of a customer, or of all, in the order in which they were made. */
  all(customerId?: number): Promise<readonly RecipientList[]>;
  /** The list of a name, found without regard to case. */
  named(customerId: number, name: string): Promise<RecipientList | undefined>;
  /** The first lists and blacklists with numbers that can only be misread; looks at every number. */
  misread(): Promise<readonly MisreadNumbers[]>;
  /**
   * Returns the phones of the selected members in list order, in slices of one snapshot. Other calls are served
   * meanwhile.
   */
  select(
    viewer: ListViewer,
    selection: MemberSelection,
    take: (phones: readonly string[]) => void,
  ): Promise<SelectOutcome>;
}

/** Locations and their audiences. */
export interface LocationStore {
  /** The new id; undefined when the name is taken. */
  add(location: Pick<Location, "name" | "description">, at: number): Promise<number | undefined>;
  /** All locations with a larger id than `after` (default 0), by id, in pages. */
  list(after?: number): AsyncIterable<readonly Location[]>;
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
