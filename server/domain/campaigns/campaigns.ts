import type { CampaignPosition, CampaignRest, CampaignSchedule } from "./campaign.js";
import type { Submission, SubmitOutcome } from "../delivery/submitting/submission.js";

/** A place where ad-zone campaigns reach people. */
export interface Location {
  /** 1 to 2147483647. */
  readonly id: number;
  /** Unique. */
  readonly name: string;
  readonly description: string;
  /** Only active ones are shown to customers and take new campaigns. */
  readonly active: boolean;
  /** Numbers of its audience. */
  readonly audience: number;
}

/** A location of a campaign; without `limit` the locations share that of the campaign. */
export interface CampaignLocation {
  readonly location: number;
  readonly limit: number | undefined;
}

/** A campaign to start. Its message is a submission without recipients, whose charge is for all that it may take. */
export interface CampaignStart {
  readonly submission: Submission;
  readonly schedule: CampaignSchedule;
  readonly locations: readonly CampaignLocation[];
  /** Maximum recipients of all locations together. */
  readonly recipientLimit: number;
}

/** Result of a client transaction that is stored already. */
export type EarlierStart =
  /** Repetition: the campaign of the first call; nothing was written. */
  | ({ readonly kind: "repeated" } & Started)
  /** It started a campaign of another content. */
  | { readonly kind: "conflict" };

export type StartOutcome =
  | ({ readonly kind: "accepted" } & Started)
  | EarlierStart
  | Extract<SubmitOutcome, { readonly kind: "insufficientCredit" | "countryLimit" }>;

export interface Campaign {
  /** 1 to 2147483647. */
  readonly id: number;
  readonly customerId: number;
  readonly originator: string;
  readonly text: string;
  readonly parts: number;
  readonly schedule: CampaignSchedule;
  readonly position: CampaignPosition;
  readonly rest: CampaignRest;
  readonly recipientLimit: number;
  /** Recipients that are charged: so far, or in the end. */
  readonly billable: number;
}

/** Numbers of one location that a campaign has not processed. */
export interface AudienceSlice {
  readonly location: number;
  /** Position of the campaign in this audience, before and after this slice. */
  readonly after: number;
  readonly upTo: number;
  /** In the order in which they were imported. */
  readonly phones: readonly string[];
}

/** Response to the start of a campaign. */
interface Started {
  readonly campaignId: number;
  readonly charge: number;
  readonly parts: number;
  readonly recipientLimit: number;
}

/** A running campaign and one of its locations, before a slice of the location's audience. */
export interface AudienceRow {
  /** Of all locations together. */
  readonly recipientLimit: number;
  readonly taken: number;
  /** Of this location; undefined where the locations share the limit of the campaign. */
  readonly locationLimit: number | undefined;
  readonly locationTaken: number;
}

function roomOf({ recipientLimit, taken, locationLimit, locationTaken }: AudienceRow): number {
  const room = recipientLimit - taken;
  return locationLimit === undefined ? room : Math.min(room, locationLimit - locationTaken);
}

/** The phones of a slice that the campaign selects, in their order. `known`: those that it has already. */
export function taken(
  row: AudienceRow,
  phones: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const fresh = new Set(phones.filter((phone) => !known.has(phone)));
  return [...fresh].slice(0, roomOf(row));
}
