import type { MessageType } from "../../generated/enums.js";
import { dueTime } from "./def-date.js";
import { checkOriginator, type OriginatorProblem } from "./originator.js";
import { parseRecipients } from "./recipients.js";
import { incorrectParameter, refusals } from "./result-text.js";
import { type SmsText, smsText } from "./sms-text.js";

/** An SMS as the caller asked for it. */
export interface SmsRequest {
  readonly originator?: string | undefined;
  readonly smsText?: string | undefined;
  /** Comma separated numbers. */
  readonly recipientPhone?: string | undefined;
  readonly messageType: MessageType;
  /** `YYYYMMDDHHMMSS` in UTC; absent or past means at once. */
  readonly defDate?: string | undefined;
}

/** An SMS that keeps all rules, ready to be charged and stored. */
export interface Sms extends SmsText {
  readonly originator: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  readonly recipients: readonly string[];
  readonly rejected: readonly string[];
}

/** The SMS, or the Result text that refuses the call. */
export type Composition =
  { readonly ok: true; readonly sms: Sms } | { readonly ok: false; readonly refusal: string };

const originatorRefusals: Readonly<Record<OriginatorProblem, string>> = {
  tooLong: refusals.originatorTooLong,
  badCharacters: refusals.originatorBadCharacters,
  noneConfigured: refusals.noOriginators,
  notFound: refusals.unknownOriginator,
};

function refuse(refusal: string): Composition {
  return { ok: false, refusal };
}

/** Applies the rules of a send in their fixed order: content, date, length, originator, recipients. */
export function compose(request: SmsRequest, originators: readonly string[], now: number): Composition {
  const { originator = "", smsText: content = "", recipientPhone = "", messageType, defDate } = request;
  if (content === "") return refuse(refusals.emptyMessage);

  const dueAt = dueTime(defDate, now);
  if (dueAt === undefined) return refuse(refusals.badDefDate);

  const text = smsText(content, messageType);
  if (text === undefined) return refuse(incorrectParameter("smsText"));

  const problem = checkOriginator(originator, originators);
  if (problem !== undefined) return refuse(originatorRefusals[problem]);

  const recipients = parseRecipients(recipientPhone);
  if (recipients.kind === "none") return refuse(refusals.noPhone);
  if (recipients.kind === "tooLong") return refuse(refusals.numberTooLong);
  const { accepted, rejected } = recipients;
  if (accepted.length === 0) return refuse(refusals.allRejected);

  return { ok: true, sms: { ...text, originator, dueAt, recipients: accepted, rejected } };
}
