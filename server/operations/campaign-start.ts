import { createHash } from "node:crypto";
import type {
  AdZoneCampaignApiDataBaseFields,
  AdZoneCampaignApiDataSMS,
  AdzoneCampaignDynamicApiDataSMS,
  AdZoneCampaignMultilocationalApiDataSMS,
  SoapUser,
} from "messenger-client/records";
import { zeroGuid, type XsdDateTime } from "messenger-gen-runtime";
import {
  type CampaignRequest,
  composeCampaign,
  type PlannedCampaign,
} from "../domain/campaigns/campaign-request.js";
import { quietText } from "../domain/delivery/quiet-hours/quiet-hours.js";
import { serviceZone } from "../domain/time-zone.js";
import { countryLimit } from "../domain/credit/country-credits.js";
import { noCredit } from "../domain/credit/credit.js";
import { senderRules } from "../domain/message/compose.js";
import { incorrect, missing, type Refused, taken } from "../domain/refusals.js";
import { dataCoding } from "../domain/text/sms-text.js";
import { fromLocalTime } from "../domain/time-zone.js";
import type { LocationStore } from "../ports/campaigns.js";
import { type ClientTransaction, plainMessage } from "../domain/delivery/submitting/submission.js";
import { authenticateSender, type Caller, ofCaller } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { Customer } from "../domain/accounts/accounts.js";
import type { CampaignStart, StartOutcome } from "../domain/campaigns/campaigns.js";

/** How long a ClientTransactionID is stored. */
const clientTransactionLife = 24 * 3_600_000;

/** Where a campaign is to send, and to how many. */
export type Targets = Pick<CampaignRequest, "text" | "locations" | "limit">;

/** Fields of the three kinds of campaign besides the common ones. */
export const targetsOf = {
  single: ({ SmsText, LocationID, TargetRecipientsLimit }: AdZoneCampaignApiDataSMS): Targets => ({
    text: SmsText,
    locations: [{ location: LocationID, limit: TargetRecipientsLimit }],
    limit: undefined,
  }),
  // A location that is nil is one that does not exist.
  several: ({ SmsText, Locations = [] }: AdZoneCampaignMultilocationalApiDataSMS): Targets => ({
    text: SmsText,
    locations: Locations.map((one) => ({
      location: one?.Location ?? 0,
      limit: one?.TargetRecipientsLimit ?? 1,
    })),
    limit: undefined,
  }),
  dynamic: ({
    SmsText,
    Locations = [],
    TargetRecipientsLimit,
  }: AdzoneCampaignDynamicApiDataSMS): Targets => ({
    text: SmsText,
    locations: Locations.map((location) => ({ location, limit: undefined })),
    limit: TargetRecipientsLimit,
  }),
};

/** A campaign that was charged and stored, by this call or by an earlier one. */
export interface StartedCampaign {
  readonly ok: true;
  readonly kind: "started";
  readonly campaignId: number;
  /** Thousandths of a credit. */
  readonly charge: number;
  readonly parts: number;
  readonly recipientLimit: number;
}

export type CampaignOutcome = StartedCampaign | Refused;

/** A time without zone is one of the customer's. */
function momentOf(date: XsdDateTime | null, timeZone: string): number | undefined {
  const time = date?.toDate().getTime();
  if (time === undefined || date?.zone !== undefined) return time;
  return fromLocalTime(time, timeZone);
}

/** A time as it was written: one without zone is the same time however the customer's zone has changed since. */
function writtenTime(date: XsdDateTime | null): unknown {
  return [date?.toDate().getTime(), date?.zone !== undefined];
}

function clientTransaction(
  { ClientTransactionID: id, StartDate, EndDate }: AdZoneCampaignApiDataBaseFields,
  request: CampaignRequest,
): ClientTransaction | undefined {
  if (id === zeroGuid) return undefined;
  const { originator, text, days = [], hours = [], locations, limit } = request;
  const times = [writtenTime(StartDate), writtenTime(EndDate)];
  const fields = [originator, text, ...times, days, [...hours], locations, limit];
  const contentHash = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
  return { id: `campaign ${id}`, contentHash, keepFor: clientTransactionLife };
}

async function allActive(locations: LocationStore, { locations: wanted }: Targets): Promise<boolean> {
  const found = await Promise.all(wanted.map(({ location }) => locations.find(location)));
  return found.every((location) => location?.active === true);
}

function startOf(
  planned: PlannedCampaign,
  caller: Caller,
  message: Pick<CampaignStart["submission"], "transactionId" | "operation" | "at" | "clientTransaction">,
): Omit<CampaignStart, "locations"> {
  const { originator, text, coding, parts, schedule, recipientLimit, charge } = planned;
  const { quietHours: quiet } = caller.customer;
  return {
    submission: {
      ...message,
      originator,
      text,
      parts,
      dueAt: message.at,
      recipients: [],
      refused: [],
      charge: { kind: "SMS", amount: charge },
      ...plainMessage,
      ...ofCaller(caller),
      dataCoding: dataCoding(coding),
      quietHours: quiet === undefined ? undefined : quietText(quiet, serviceZone),
    },
    schedule,
    recipientLimit,
  };
}

function requestOf<C extends AdZoneCampaignApiDataBaseFields>(
  campaign: C,
  targets: (campaign: C) => Targets,
  timeZone: string,
): CampaignRequest {
  return {
    originator: campaign.Originator,
    startAt: momentOf(campaign.StartDate, timeZone),
    endAt: momentOf(campaign.EndDate, timeZone),
    days: campaign.SendingDays,
    hours: campaign.SendingHours,
    ...targets(campaign),
  };
}

async function start(
  { store, limit, now, newTransactionId }: Dependencies,
  operation: string,
  caller: Caller,
  request: CampaignRequest,
  transaction: ClientTransaction | undefined,
): Promise<CampaignOutcome> {
  const { customer } = caller;
  const at = now();
  const earlier = transaction && (await store.campaigns.answered(customer.id, transaction, at));
  if (earlier !== undefined) return outcomeOf(earlier, customer);
  const originators = await store.accounts.originators(customer.id);
  const composed = composeCampaign(request, senderRules(customer, originators), at);
  if (!composed.ok) return composed;
  const { charge, recipientLimit } = composed.content;
  if (charge / recipientLimit > (customer.highestPrice ?? Infinity))
    return { ok: false, refusal: { name: "priceTooHigh", rejected: [] } };
  if (!(await allActive(store.locations, request))) return incorrect("locations");
  const message = {
    transactionId: newTransactionId(at),
    operation,
    at,
    clientTransaction: transaction,
  };
  const { locations } = request;
  const campaign = { ...startOf(composed.content, caller, message), locations };
  return outcomeOf(await store.campaigns.start(campaign, limit), customer);
}

/**
 * Starts a campaign: checks it, and charges and stores it in one step. A known client transaction gets its first
 * response, even if the rules have changed.
 */
export async function startCampaign<C extends AdZoneCampaignApiDataBaseFields>(
  dependencies: Dependencies,
  operation: string,
  { user, smsCampaign }: { readonly user?: SoapUser | undefined; readonly smsCampaign?: C | undefined },
  targets: (campaign: C) => Targets,
): Promise<CampaignOutcome> {
  const access = await authenticateSender(dependencies.credentials, user);
  if (!access.ok) return access;
  if (smsCampaign === undefined) return missing("details");
  const request = requestOf(smsCampaign, targets, access.customer.timeZone);
  const transaction = clientTransaction(smsCampaign, request);
  return start(dependencies, operation, access, request, transaction);
}

function outcomeOf(outcome: StartOutcome, { payment }: Customer): CampaignOutcome {
  switch (outcome.kind) {
    case "insufficientCredit":
      return noCredit(payment);
    case "countryLimit":
      return countryLimit(outcome.country, payment);
    case "conflict":
      return taken("clientTransactionId");
    case "accepted":
    case "repeated": {
      const { campaignId, charge, parts, recipientLimit } = outcome;
      return { ok: true, kind: "started", campaignId, charge, parts, recipientLimit };
    }
  }
}
