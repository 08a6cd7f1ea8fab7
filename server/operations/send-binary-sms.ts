import type { SoapUser } from "messenger-client/records";
import type { BinaryMessage } from "../domain/message/binary-message.js";
import { type BinarySmsRequest, readBinarySms } from "../domain/message/binary-sms.js";
import type { MessageRequest } from "../domain/message/compose.js";
import type { PlainRefusal } from "../domain/refusals.js";
import { dataCoding, type SmsText } from "../domain/text/sms-text.js";
import { composeMessage } from "./compose-message.js";
import type { Dependencies } from "./dependencies.js";
import { type Prepare, outgoingSms, type SendOutcome, submitMessage } from "./submit-message.js";

/** Input of SendBinarySms. */
export interface SendBinarySmsRequest extends MessageRequest, BinarySmsRequest {
  readonly user?: SoapUser | undefined;
}

/** Fields of a message that is stored as text. */
function textFields({ text, coding }: SmsText) {
  return { text, dataCoding: dataCoding(coding) };
}

/** Fields of a message that is stored as octets. */
export function binaryFields({ dataCoding, ...message }: BinaryMessage) {
  return { text: "", dataCoding, body: { kind: "binary", ...message } } as const;
}

/** SendBinarySms: octets, sent as text where they are one, else as they are. */
export function sendBinarySms(
  dependencies: Dependencies,
  operation: string,
  request: SendBinarySmsRequest,
): Promise<SendOutcome> {
  return submitMessage(dependencies, operation, request.user, prepareBinarySms(request));
}

function prepareBinarySms(request: SendBinarySmsRequest): Prepare {
  const missing: PlainRefusal | undefined = (request.binaryBody ?? "") === "" ? "emptyMessage" : undefined;
  return async (sender, at) => {
    const rules = { missing, read: () => readBinarySms(request) };
    const composition = await composeMessage(request, rules, sender, at);
    if (!composition.ok) return composition;
    const { sms } = composition;
    const [fields, parts] =
      sms.kind === "text" ? [textFields(sms.text), sms.text.parts] : [binaryFields(sms.message), sms.parts];
    return { ok: true, message: outgoingSms(sms, parts, fields) };
  };
}
