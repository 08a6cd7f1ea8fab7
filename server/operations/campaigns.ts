import type {
  AdZoneCampaignStatisticsApiData,
  AdZoneCampaignStatisticsApiResult,
  AdZoneLocationApiData,
  AdZoneLocationsApiResult,
  CommonResult,
  SoapUser,
} from "messenger-client/records";
import { type Streamed, XsdDateTime } from "messenger-gen-runtime";
import { incorrectParameter, ok } from "../domain/result-text.js";
import type { Campaign, Location } from "../domain/campaigns/campaigns.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import { type ItemsAfter, itemsOnly, type Placed } from "./placed.js";

/** Input of the operations on one campaign. */
export interface CampaignQuestion {
  readonly user?: SoapUser | undefined;
  readonly campaignId: number;
}

/** `CompletionTime` of a campaign that has not ended: the field cannot be nil. */
const notYet = XsdDateTime.parse("0001-01-01T00:00:00");

/** GetAdZoneLocations: the active locations, as they are read. */
export async function adZoneLocations(
  { credentials, store }: Dependencies,
  user: SoapUser | undefined,
): Promise<Streamed<AdZoneLocationsApiResult> & ItemsAfter<AdZoneLocationApiData>> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return { Result: access.refusal };
  const itemsAfter = (id: number) => activeOf(store.locations.list(id));
  return { Result: ok, Locations: itemsOnly(itemsAfter(0)), itemsAfter };
}

async function* activeOf(
  pages: AsyncIterable<readonly Location[]>,
): AsyncGenerator<Placed<AdZoneLocationApiData>, void> {
  for await (const page of pages) {
    for (const { id, name, description, active } of page)
      if (active) yield { item: { ID: id, Name: name, Description: description }, place: id };
  }
}

/** StopAdZoneCampaign: ends a campaign of the calling customer. */
export async function stopCampaign(
  { credentials, store, limit, now }: Dependencies,
  { user, campaignId }: CampaignQuestion,
): Promise<CommonResult> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return { Result: access.refusal };
  const known = await store.campaigns.stop(campaignId, access.customer.id, "StoppedByUser", now(), limit);
  return { Result: known ? ok : incorrectParameter("campaignId") };
}

/** GetAdZoneCampaignStatistics: the progress of a campaign of the calling customer. */
export async function campaignStatistics(
  { credentials, store }: Dependencies,
  { user, campaignId }: CampaignQuestion,
): Promise<AdZoneCampaignStatisticsApiResult> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return { Result: access.refusal };
  const campaign = await store.campaigns.find(access.customer.id, campaignId);
  if (campaign === undefined) return { Result: incorrectParameter("campaignId") };
  return { Result: ok, Statistics: statisticsOf(campaign) };
}

function dateOf(time: number | undefined): XsdDateTime | null {
  return time === undefined ? null : XsdDateTime.fromDate(new Date(time));
}

function statisticsOf(campaign: Campaign): AdZoneCampaignStatisticsApiData {
  const { originator, text, parts, schedule, position, recipientLimit, billable } = campaign;
  return {
    Originator: originator,
    MessageText: text,
    StartDate: dateOf(schedule.startAt),
    EndDate: dateOf(schedule.endAt),
    Status: position.status,
    CompletionType: position.completion,
    CompletionTime: dateOf(position.completedAt) ?? notYet,
    HaltedOnError: false,
    PartsPerMessage: parts,
    TotalRecipientsLimit: recipientLimit,
    TotalMessagePartsLimit: parts * recipientLimit,
    TotalBillableRecipientsCount: billable,
    TotalBillableMessageParts: parts * billable,
  };
}
