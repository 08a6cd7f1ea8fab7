import { type BinaryMessage, countBinaryParts, maxBodyLength } from "./binary-message.js";
import type { Content } from "./compose.js";
import { incorrectParameter } from "../result-text.js";
import { serviceMessage } from "./wap/push.js";

/** What a service message shows and opens. */
export interface ServiceSmsRequest {
  readonly serviceName?: string | undefined;
  readonly serviceUrl?: string | undefined;
}

/** A service message and the number of its parts. */
export interface ServiceSms {
  readonly message: BinaryMessage;
  readonly parts: number;
}

/** Makes the message; name and address together must fit into 255 parts. */
export function readServiceSms({
  serviceName = "",
  serviceUrl = "",
}: ServiceSmsRequest): Content<ServiceSms> {
  const tooLong = incorrectParameter(serviceName.length > serviceUrl.length ? "serviceName" : "serviceUrl");
  if (serviceName.length + serviceUrl.length > maxBodyLength) return { ok: false, refusal: tooLong };
  const message = serviceMessage(serviceName, serviceUrl);
  const parts = countBinaryParts(message);
  return parts === undefined ? { ok: false, refusal: tooLong } : { ok: true, content: { message, parts } };
}
