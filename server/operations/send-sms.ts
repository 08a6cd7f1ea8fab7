import { createHash } from "node:crypto";
import type { SendSmsTransactionInput } from "messenger-client/messages";
import type { SoapUser } from "messenger-client/records";
import { type SenderRules, type SmsRequest, textRules } from "../domain/message/compose.js";
import { incorrect } from "../domain/refusals.js";
import { dataCoding, flashClass } from "../domain/text/sms-text.js";
import type { ClientTransaction } from "../domain/delivery/submitting/submission.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { type Preparation, outgoingSms, type SendOutcome, submitMessage } from "./submit-message.js";

/** Input of SendSms and SendSmsTransaction. */
export interface SendSmsRequest extends SmsRequest {
  readonly blink: boolean;
  readonly flash: boolean;
  readonly Private: boolean;
  /** Absent or empty: every call is a message of its own. */
  readonly clientTransactionID?: string | undefined;
}

/** Longest clientTransactionID, in UTF-16 code units. */
export const maxClientTransactionId = 100;

/** How long a clientTransactionID is stored. */
const clientTransactionLife = 24 * 3_600_000;

/** SendSms and SendSmsTransaction: a text message. */
export function sendSms(
  dependencies: Dependencies,
  operation: string,
  user: SoapUser | undefined,
  request: SendSmsRequest,
): Promise<SendOutcome> {
  const prepare = (sender: SenderRules, at: number): Promise<Preparation> => prepareSms(request, sender, at);
  return submitMessage(dependencies, operation, user, prepare, clientTransaction(request));
}

async function prepareSms(request: SendSmsRequest, sender: SenderRules, at: number): Promise<Preparation> {
  const composition = await composeMessage(request, textRules(request, sender), sender, at);
  if (!composition.ok) return composition;
  const { flash, blink, Private, clientTransactionID = "" } = request;
  if (clientTransactionID.length > maxClientTransactionId) return incorrect("clientTransactionId");
  const { sms } = composition;
  const message = outgoingSms(sms, sms.parts, {
    text: sms.text,
    dataCoding: dataCoding(sms.coding, flash ? flashClass : undefined),
    flash,
    blink,
    hidden: Private,
  });
  return { ok: true, message };
}

/** What two calls with one id must have in common: every parameter of the contract but the credentials. */
type Content = Omit<SendSmsTransactionInput, "user" | "clientTransactionID">;

/**
 * The binding does not matter: what is absent counts as empty. The hash is over the values in this order and is stored for a day: a
 * new parameter goes last, and as undefined, which is left out, if it is absent or empty.
 */
function clientTransaction(request: SendSmsRequest): ClientTransaction | undefined {
  const { clientTransactionID: id = "" } = request;
  if (id === "") return undefined;
  const content: Record<keyof Content, unknown> = {
    originator: request.originator ?? "",
    smsText: request.smsText ?? "",
    recipientPhone: request.recipientPhone ?? "",
    messageType: request.messageType,
    defDate: request.defDate ?? "",
    blink: request.blink,
    flash: request.flash,
    Private: request.Private,
  };
  const given = Object.values(content).filter((value) => value !== undefined);
  const contentHash = createHash("sha256").update(JSON.stringify(given)).digest("hex");
  return { id, contentHash, keepFor: clientTransactionLife };
}
