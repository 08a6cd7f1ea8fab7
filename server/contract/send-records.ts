import type {
  AdZoneSendApiResult,
  CheckSmsCostResult,
  SendMMSResult,
  SendResult,
} from "messenger-client/records";
import { Decimal, type Guid, zeroGuid } from "messenger-gen-runtime";
import { creditsText } from "../domain/credit/credit.js";
import type { Refusal } from "../domain/refusals.js";
import type { CampaignOutcome } from "../operations/campaign-start.js";
import type { MmsOutcome } from "../operations/send-mms.js";
import type { CostOutcome } from "../operations/sms-cost.js";
import type { SendOutcome } from "../operations/submit-message.js";
import { ok, resultText } from "./result-texts.js";

/** `RejectedNumbers` of a refused call. */
function rejectedIn(refusal: Refusal): readonly string[] {
  return refusal.name === "allRejected" ? refusal.rejected : [];
}

export function sendResult(outcome: SendOutcome, operation: string): SendResult {
  if (outcome.ok)
    return {
      Result: ok,
      RejectedNumbers: outcome.rejected,
      TransactionID: outcome.transactionId,
      NetPoints: outcome.netPoints,
    };
  const { refusal } = outcome;
  return {
    Result: resultText(refusal, operation),
    RejectedNumbers: rejectedIn(refusal),
    TransactionID: "",
    NetPoints: "0",
  };
}

/** CustomerID of a response to data that names no customer. */
const noCustomer = -1;

export function mmsResult(outcome: MmsOutcome, operation: string): SendMMSResult {
  const result = sendResult(outcome, operation);
  return {
    ...result,
    MMWLTransactionID: result.TransactionID,
    CustomerID: outcome.customerId ?? noCustomer,
  };
}

export function costResult(outcome: CostOutcome, operation: string): CheckSmsCostResult {
  if (outcome.ok)
    return {
      Result: ok,
      Cost: Decimal.parse(creditsText(outcome.charge)),
      RejectedNumbers: outcome.rejected,
    };
  const { refusal } = outcome;
  return {
    Result: resultText(refusal, operation),
    Cost: Decimal.zero,
    RejectedNumbers: rejectedIn(refusal),
  };
}

/** Has the client transaction of the request. */
export function campaignResult(
  outcome: CampaignOutcome,
  operation: string,
  { smsCampaign }: { readonly smsCampaign?: { readonly ClientTransactionID: Guid } | undefined },
): AdZoneSendApiResult {
  const ClientTransactionID = smsCampaign?.ClientTransactionID ?? zeroGuid;
  if (outcome.ok)
    return {
      Result: ok,
      AdZoneCampaignID: outcome.campaignId,
      SpentCredits: Decimal.parse(creditsText(outcome.charge)),
      NumberOfPartsPerMessage: outcome.parts,
      TotalNumberOfParts: outcome.parts * outcome.recipientLimit,
      ClientTransactionID,
    };
  return {
    Result: resultText(outcome.refusal, operation),
    AdZoneCampaignID: 0,
    SpentCredits: Decimal.zero,
    NumberOfPartsPerMessage: 0,
    TotalNumberOfParts: 0,
    ClientTransactionID,
  };
}
