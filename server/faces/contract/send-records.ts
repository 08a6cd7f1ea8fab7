import type {
  AdZoneSendApiResult,
  CheckSmsCostResult,
  SendMMSResult,
  SendResult,
} from "messenger-client/records";
import { Decimal, type Guid, type Streamed, zeroGuid } from "messenger-gen-runtime";
import { creditsText } from "../../domain/credit/credit.js";
import type { Refusal } from "../../domain/refusals.js";
import type { CampaignOutcome } from "../../operations/campaign-start.js";
import { listedNumbers } from "../../operations/priced-recipients.js";
import type { MmsOutcome } from "../../operations/send-mms.js";
import type { CostOutcome } from "../../operations/sms-cost.js";
import type { SendOutcome } from "../../operations/submit-message.js";
import { ok, resultText } from "./result-texts.js";

/** `RejectedNumbers` of a refused call. */
function rejectedIn(refusal: Refusal): Iterable<string> & object {
  return "rejected" in refusal ? listedNumbers(refusal.rejected) : [];
}

export function sendResult(outcome: SendOutcome, operation: string): Streamed<SendResult> {
  if (outcome.ok)
    return {
      Result: ok,
      RejectedNumbers: listedNumbers(outcome.rejected),
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

export function mmsResult(outcome: MmsOutcome, operation: string): Streamed<SendMMSResult> {
  const result = sendResult(outcome, operation);
  return {
    ...result,
    MMWLTransactionID: result.TransactionID,
    CustomerID: outcome.customerId ?? noCustomer,
  };
}

export function costResult(outcome: CostOutcome, operation: string): Streamed<CheckSmsCostResult> {
  if (outcome.ok)
    return {
      Result: ok,
      Cost: Decimal.parse(creditsText(outcome.charge)),
      RejectedNumbers: listedNumbers(outcome.rejected),
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
