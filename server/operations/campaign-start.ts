import { createHash } from "node:crypto";
import type {
  AdZoneCampaignApiDataBaseFields,
  AdZoneCampaignApiDataSMS,
  AdzoneCampaignDynamicApiDataSMS,
  AdZoneCampaignMultilocationalApiDataSMS,
  AdZoneSendApiResult,
  SoapUser,
} from "messenger-client/records";
import { Decimal, type Guid, zeroGuid, type XsdDateTime } from "messenger-gen-runtime";
import {
  type CampaignRequest,
  composeCampaign,
  type PlannedCampaign,
} from "../domain/campaigns/campaign-request.js";
import { creditsText } from "../domain/credit/credit.js";
import { senderRules } from "../domain/message/compose.js";
import { incorrectParameter, missingParameter, ok, refusals } from "../domain/result-text.js";
import { dataCoding } from "../domain/text/sms-text.js";
import { fromLocalTime } from "../domain/time-zone.js";
import type { LocationStore } from "../ports/campaigns.js";
import type { ClientTransaction } from "../domain/delivery/submission.js";
import { authenticateSender } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { Customer, User } from "../domain/accounts/accounts.js";
import type { CampaignStart, StartOutcome } from "../domain/campaigns/campaigns.js";

/** How long a ClientTransactionID is stored. */
const clientTransactionLife = 24 * 3_600_000;

/** Where a campaign is to send, and to how many. */
export type Targets = Pick<CampaignRequest, "text" | "locations" | "limit" | "locationParameter">;

/** Fields of the three kinds of campaign besides the common ones. */
export const targetsOf = {
  single: ({ SmsText, LocationID, TargetRecipientsLimit }: AdZoneCampaignApiDataSMS): Targets => ({
    text: SmsText,
    locations: [{ location: LocationID, limit: TargetRecipientsLimit }],
    limit: undefined,
    locationParameter: "LocationID",
  }),
  // A location that is nil is one that does not exist.
  several: ({ SmsText, Locations = [] }: AdZoneCampaignMultilocationalApiDataSMS): Targets => ({
    text: SmsText,
    locations: Locations.map((one) => ({
      location: one?.Location ?? 0,
      limit: one?.TargetRecipientsLimit ?? 1,
    })),
    limit: undefined,
    locationParameter: "Locations",
  }),
  dynamic: ({
    SmsText,
    Locations = [],
    TargetRecipientsLimit,
  }: AdzoneCampaignDynamicApiDataSMS): Targets => ({
    text: SmsText,
    locations: Locations.map((location) => ({ location, limit: undefined })),
    limit: TargetRecipientsLimit,
    locationParameter: "Locations",
  }),
};

function refused(Result: string, ClientTransactionID: Guid): AdZoneSendApiResult {
  return {
    Result,
    AdZoneCampaignID: 0,
    SpentCredits: Decimal.zero,
    NumberOfPartsPerMessage: 0,
    TotalNumberOfParts: 0,
    ClientTransactionID,
  };
}

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
  id: Guid,
  { StartDate, EndDate }: Pick<AdZoneCampaignApiDataBaseFields, "StartDate" | "EndDate">,
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

interface Caller {
  readonly customer: Customer;
  readonly user: User;
}

function startOf(
  planned: PlannedCampaign,
  { customer, user }: Caller,
  message: Pick<CampaignStart["submission"], "transactionId" | "operation" | "at" | "clientTransaction">,
): Omit<CampaignStart, "locations"> {
  const { originator, text, coding, parts, schedule, recipientLimit, charge } = planned;
  return {
    submission: {
      ...message,
      customerId: customer.id,
      userName: user.name,
      originator,
      text,
      parts,
      dueAt: message.at,
      dataCoding: dataCoding(coding),
      flash: false,
      blink: false,
      hidden: false,
      body: undefined,
      validUntil: undefined,
      receipts: undefined,
      recipients: [],
      refused: [],
      charge: { kind: "SMS", amount: charge },
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

/** Result of starting a campaign, or the Result text of a rule that it violates. */
type Started = StartOutcome | string;

async function start(
  { store, limit, now, newTransactionId }: Dependencies,
  operation: string,
  caller: Caller,
  request: CampaignRequest,
  transaction: ClientTransaction | undefined,
): Promise<Started> {
  const { customer } = caller;
  const at = now();
  const earlier = transaction && (await store.campaigns.answered(customer.id, transaction, at));
  if (earlier !== undefined) return earlier;
  const originators = await store.accounts.originators(customer.id);
  const composed = composeCampaign(request, senderRules(customer, originators), at);
  if (!composed.ok) return composed.refusal;
  if (!(await allActive(store.locations, request))) return incorrectParameter(request.locationParameter);
  const message = {
    transactionId: newTransactionId(at),
    operation,
    at,
    clientTransaction: transaction,
  };
  const { locations } = request;
  return store.campaigns.start({ ...startOf(composed.content, caller, message), locations }, limit);
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
): Promise<AdZoneSendApiResult> {
  const id = smsCampaign?.ClientTransactionID ?? zeroGuid;
  const access = await authenticateSender(dependencies.credentials, user);
  if (!access.ok) return refused(access.refusal, id);
  if (smsCampaign === undefined) return refused(missingParameter("smsCampaign"), id);
  const request = requestOf(smsCampaign, targets, access.customer.timeZone);
  const transaction = clientTransaction(id, smsCampaign, request);
  const started = await start(dependencies, operation, access, request, transaction);
  return typeof started === "string" ? refused(started, id) : answer(started, access.customer, id);
}

function answer(outcome: StartOutcome, { payment }: Customer, id: Guid): AdZoneSendApiResult {
  switch (outcome.kind) {
    case "insufficientCredit":
      return refused(payment === "postpaid" ? refusals.postpaidLimit : refusals.insufficientCredit, id);
    case "conflict":
      return refused(incorrectParameter("ClientTransactionID"), id);
    case "accepted":
    case "repeated":
      return {
        Result: ok,
        AdZoneCampaignID: outcome.campaignId,
        SpentCredits: Decimal.parse(creditsText(outcome.charge)),
        NumberOfPartsPerMessage: outcome.parts,
        TotalNumberOfParts: outcome.parts * outcome.recipientLimit,
        ClientTransactionID: id,
      };
  }
}
