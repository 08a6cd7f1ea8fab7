import type { DayOfWeek } from "messenger-client/enums";
import { type CampaignSchedule, everyDay, everyHour } from "./campaign.js";
import { type Content, schedule, type SenderRules, textRules } from "../message/compose.js";
import { creditScale } from "../credit/credit.js";
import { incorrect, missing, type Refused } from "../refusals.js";
import type { SmsText } from "../text/sms-text.js";

/** Price of one part to one recipient of a campaign, in thousandths of a credit. */
const campaignPrice = creditScale;

/** Maximum locations of one campaign. */
const maxCampaignLocations = 1000;

/** Largest value of `TotalNumberOfParts`, an int. */
const maxTotalParts = 2_147_483_647;

/** A campaign as requested by the caller; times are milliseconds since the epoch. */
export interface CampaignRequest {
  readonly originator?: string | undefined;
  readonly text?: string | undefined;
  readonly startAt: number | undefined;
  readonly endAt: number | undefined;
  readonly days?: readonly DayOfWeek[] | undefined;
  /** One byte of 0 to 23 per hour. */
  readonly hours?: Uint8Array | undefined;
  /** Locations without a limit share that of the campaign. */
  readonly locations: readonly { readonly location: number; readonly limit: number | undefined }[];
  /** Undefined: the sum of those of the locations. */
  readonly limit: number | undefined;
}

/** A campaign that satisfies all rules; the store checks whether its locations are active. */
export interface PlannedCampaign extends SmsText {
  readonly originator: string;
  readonly schedule: CampaignSchedule;
  readonly recipientLimit: number;
  /** Thousandths of a credit. */
  readonly charge: number;
}

const dayNumbers: Readonly<Record<DayOfWeek, number>> = {
  Sunday: 0,
  Monday: 1,
  Tuesday: 2,
  Wednesday: 3,
  Thursday: 4,
  Friday: 5,
  Saturday: 6,
};

function bitsOf(numbers: readonly number[], all: number): number {
  return numbers.length === 0 ? all : numbers.reduce((bits, number) => bits | (1 << number), 0);
}

/** The refusal of dates or hours that cannot be used. */
function timeProblem({ startAt, endAt, hours }: CampaignRequest, now: number): Refused | undefined {
  if (endAt !== undefined && endAt <= Math.max(now, startAt ?? now)) return incorrect("endDate");
  return hours?.some((hour) => hour > 23) === true ? incorrect("sendingHours") : undefined;
}

function locationProblem({ locations }: CampaignRequest): Refused | undefined {
  if (locations.length === 0) return missing("locations");
  const different = new Set(locations.map(({ location }) => location)).size === locations.length;
  return different && locations.length <= maxCampaignLocations ? undefined : incorrect("locations");
}

/** The limit of all locations together; undefined when it cannot be used. */
function totalLimit({ limit, locations }: CampaignRequest, parts: number): number | undefined {
  const limits = limit === undefined ? locations.map((location) => location.limit ?? 0) : [limit];
  const total = limits.reduce((sum, one) => sum + one, 0);
  return limits.every((one) => one >= 1) && total * parts <= maxTotalParts ? total : undefined;
}

/** Applies the rules of a campaign in their fixed order: text, originator, dates, hours, locations, limits. */
export function composeCampaign(
  request: CampaignRequest,
  sender: SenderRules,
  now: number,
): Content<PlannedCampaign> {
  const { originator, text, startAt, endAt, days = [], hours = [] } = request;
  // A campaign has no message type: a text outside the GSM alphabet is sent as UCS-2.
  const rules = textRules({ smsText: text, messageType: "Latin" }, { ...sender, strictEncoding: false });
  const message = schedule({ originator }, rules, sender, now);
  if (!message.ok) return message;

  const problem = timeProblem(request, now) ?? locationProblem(request);
  if (problem !== undefined) return problem;

  const { text: content, coding, parts } = message.content;
  const recipientLimit = totalLimit(request, parts);
  if (recipientLimit === undefined) return incorrect("recipientsLimit");
  return {
    ok: true,
    content: {
      text: content,
      coding,
      parts,
      originator: message.content.originator,
      recipientLimit,
      schedule: {
        startAt,
        endAt,
        timeZone: sender.timeZone,
        days: bitsOf(
          days.map((day) => dayNumbers[day]),
          everyDay,
        ),
        hours: bitsOf([...hours], everyHour),
      },
      charge: parts * recipientLimit * campaignPrice,
    },
  };
}
