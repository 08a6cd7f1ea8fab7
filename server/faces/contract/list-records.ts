import type {
  AdZoneCampaignStatisticsApiData,
  AdZoneCampaignStatisticsApiResult,
  AdZoneLocationsApiResult,
  FindListsResult,
} from "messenger-client/records";
import { type Streamed, XsdDateTime } from "messenger-gen-runtime";
import type { Campaign } from "../../domain/campaigns/campaigns.js";
import type { LocationsOutcome, ProgressOutcome } from "../../operations/campaigns.js";
import type { ListsOutcome } from "../../operations/find-lists.js";
import type { Placed } from "../../operations/placed.js";
import { errorCodeOf, ok, resultText } from "./result-texts.js";

/** Records with lists of items, which are sent as they are read, and with the progress of a campaign. */

async function* itemsOf<Item>(placed: AsyncIterable<Placed<Item>>): AsyncGenerator<Item, void> {
  for await (const { item } of placed) yield item;
}

export function listsResult(outcome: ListsOutcome, operation: string): Streamed<FindListsResult> {
  if (outcome.ok) return { ErrorCode: 0, Result: ok, Lists: itemsOf(outcome.itemsAfter(0)) };
  const Result = resultText(outcome.refusal, operation);
  return { ErrorCode: errorCodeOf(Result), Result, Lists: [] };
}

export function locationsResult(
  outcome: LocationsOutcome,
  operation: string,
): Streamed<AdZoneLocationsApiResult> {
  if (outcome.ok) return { Result: ok, Locations: itemsOf(outcome.itemsAfter(0)) };
  return { Result: resultText(outcome.refusal, operation) };
}

export function statisticsResult(
  outcome: ProgressOutcome,
  operation: string,
): AdZoneCampaignStatisticsApiResult {
  if (outcome.ok) return { Result: ok, Statistics: statisticsOf(outcome.campaign) };
  return { Result: resultText(outcome.refusal, operation) };
}

/** `CompletionTime` of a campaign that has not ended: the field cannot be nil. */
const notYet = XsdDateTime.parse("0001-01-01T00:00:00");

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
