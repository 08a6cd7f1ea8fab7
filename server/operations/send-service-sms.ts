import type { SoapUser } from "messenger-client/records";
import type { MessageRequest } from "../domain/message/compose.js";
import { readServiceSms, type ServiceSmsRequest } from "../domain/message/service-sms.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { binaryFields } from "./send-binary-sms.js";
import { type Prepare, outgoingSms, type SendOutcome, submitMessage } from "./submit-message.js";

/** Input of SendServiceSms, its credentials as a record. */
export interface SendServiceSmsRequest extends MessageRequest, ServiceSmsRequest {
  readonly user: SoapUser;
  readonly blink: boolean;
  readonly flash: boolean;
  readonly Private: boolean;
}

/** SendServiceSms: a WAP push that shows a name and offers to open an address. Name and address may be empty. */
export function sendServiceSms(
  dependencies: Dependencies,
  operation: string,
  request: SendServiceSmsRequest,
): Promise<SendOutcome> {
  return submitMessage(dependencies, operation, request.user, prepareServiceSms(request));
}

function prepareServiceSms(request: SendServiceSmsRequest): Prepare {
  const { serviceName, serviceUrl, flash, blink, Private } = request;
  const given = serviceName !== undefined && serviceUrl !== undefined;
  return async (sender, at) => {
    const rules = {
      missing: given ? undefined : ("noService" as const),
      read: () => readServiceSms(request),
    };
    const composition = await composeMessage(request, rules, sender, at);
    if (!composition.ok) return composition;
    const { sms } = composition;
    const fields = binaryFields(sms.message);
    const message = outgoingSms(sms, sms.parts, { ...fields, flash, blink, hidden: Private });
    return { ok: true, message };
  };
}
