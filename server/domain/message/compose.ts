import type { MessageType } from "messenger-client/enums";
import { dueTime } from "./def-date.js";
import { checkOriginator, type OriginatorProblem } from "./originator.js";
import type { Recipients } from "../recipients/recipients.js";
import { incorrectParameter, refusals } from "../result-text.js";
import { type SmsText, smsText } from "../text/sms-text.js";

/** What every send asks for, whatever it sends. */
export interface MessageRequest {
  readonly originator?: string | undefined;
  /** Comma separated numbers. */
  readonly recipientPhone?: string | undefined;
  /** `YYYYMMDDHHMMSS` in the customer's time zone; absent or past means at once. */
  readonly defDate?: string | undefined;
}

/** An SMS as the caller asked for it. */
export interface SmsRequest extends MessageRequest {
  readonly smsText?: string | undefined;
  readonly messageType: MessageType;
}

/** From whom and when, after all rules. */
export interface Scheduled {
  readonly originator: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/** From whom, to whom and when, after all rules. */
export interface Addressed extends Scheduled {
  readonly recipients: readonly string[];
  readonly rejected: readonly string[];
}

/** What the rules need to know of the customer who sends. */
export interface SenderRules {
  readonly originators: readonly string[];
  /** Zone of `defDate`. */
  readonly timeZone: string;
  /** A Latin text must fit into the GSM alphabet. */
  readonly strictEncoding: boolean;
}

/** What is to be sent, or the Result text that refuses it. */
export type Content<C> =
  { readonly ok: true; readonly content: C } | { readonly ok: false; readonly refusal: string };

/** How the content of a message is checked. */
export interface ContentRules<C> {
  /** Result text of a call that has no content at all; undefined when there is some. Checked first of all. */
  readonly missing: string | undefined;
  /** Reads the content; called after the date was checked. */
  readonly read: () => Content<C>;
}

/** The message, or the Result text that refuses the call. */
export type Composition<C = SmsText> =
  { readonly ok: true; readonly sms: C & Addressed } | { readonly ok: false; readonly refusal: string };

const originatorRefusals: Readonly<Record<OriginatorProblem, string>> = {
  tooLong: refusals.originatorTooLong,
  badCharacters: refusals.originatorBadCharacters,
  noneConfigured: refusals.noOriginators,
  notFound: refusals.unknownOriginator,
};

function refuse(refusal: string): { readonly ok: false; readonly refusal: string } {
  return { ok: false, refusal };
}

/** Applies the rules of a send in their fixed order, up to those of recipients: content, date, form of the content, originator. */
export function schedule<C>(
  request: MessageRequest,
  { missing, read }: ContentRules<C>,
  { originators, timeZone }: SenderRules,
  now: number,
): Content<C & Scheduled> {
  const { originator = "", defDate } = request;
  if (missing !== undefined) return refuse(missing);

  const dueAt = dueTime(defDate, now, timeZone);
  if (dueAt === undefined) return refuse(refusals.badDefDate);

  const content = read();
  if (!content.ok) return content;

  const problem = checkOriginator(originator, originators);
  if (problem !== undefined) return refuse(originatorRefusals[problem]);

  return { ok: true, content: { originator, dueAt, ...content.content } };
}

/** Adds the recipients to what has passed the rules of `schedule`: the last rule of a send. */
export function addressed<C>(scheduled: C & Scheduled, recipients: Recipients): Composition<C> {
  if (recipients.kind === "none") return refuse(refusals.noPhone);
  if (recipients.kind === "tooLong") return refuse(refusals.numberTooLong);
  const { accepted, rejected } = recipients;
  return { ok: true, sms: { recipients: accepted, rejected, ...scheduled } };
}

/** Reads a text that must fit into 255 parts; `name` is what the caller knows the parameter by. */
function readText(
  text: string,
  messageType: MessageType,
  { strictEncoding }: Pick<SenderRules, "strictEncoding">,
  name = "smsText",
): Content<SmsText> {
  const content = smsText(text, messageType);
  if (content === undefined) return refuse(incorrectParameter(name));
  if (strictEncoding && messageType === "Latin" && content.coding !== "gsm7")
    return refuse(refusals.badEncoding);
  return { ok: true, content };
}

/** The rules of a text message: it must not be empty, and fit into 255 parts. */
export function textRules(
  { smsText: text = "", messageType }: Pick<SmsRequest, "smsText" | "messageType">,
  sender: Pick<SenderRules, "strictEncoding">,
  name?: string,
): ContentRules<SmsText> {
  return {
    missing: text === "" ? refusals.emptyMessage : undefined,
    read: () => readText(text, messageType, sender, name),
  };
}
