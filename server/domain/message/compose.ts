import type { MessageType } from "messenger-client/enums";
import type { Customer } from "../accounts/accounts.js";
import { checkOriginator } from "./originator.js";
import type { NumberForms } from "../recipients/phone-number.js";
import type { Recipients } from "../recipients/recipients.js";
import { incorrect, type PlainRefusal, refuse, type Refused } from "../refusals.js";
import { type SmsText, smsText } from "../text/sms-text.js";
import { existingTime, fromLocalTime } from "../time-zone.js";

/** Parameters of every send operation. */
export interface MessageRequest {
  readonly originator?: string | undefined;
  /** Comma separated numbers. */
  readonly recipientPhone?: string | undefined;
  /** `YYYYMMDDHHMMSS` in the customer's time zone; absent or past means at once. */
  readonly defDate?: string | undefined;
}

/** An SMS as requested by the caller. */
export interface SmsRequest extends MessageRequest {
  readonly smsText?: string | undefined;
  readonly messageType: MessageType;
}

/** Originator and due time, validated. */
export interface Scheduled {
  readonly originator: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

/** Originator, recipients and due time, validated. */
export interface Addressed extends Scheduled {
  readonly recipients: readonly string[];
  readonly rejected: readonly string[];
}

/** Settings of the sending customer that the rules use. */
export interface SenderRules {
  readonly originators: readonly string[];
  /** Zone of `defDate`. */
  readonly timeZone: string;
  /** A Latin text must fit into the GSM alphabet. */
  readonly strictEncoding: boolean;
  /** Typographic characters of a Latin text are replaced if it then fits the GSM alphabet. */
  readonly plainPunctuation: boolean;
  /** Forms of recipients besides international numbers. */
  readonly numbers: NumberForms;
}

/** Settings of the customer that decide how a text is sent. */
type TextSettings = Pick<SenderRules, "strictEncoding" | "plainPunctuation">;

/** The rules of a customer. `wordsBefore`: whether the caller may write words before a number. */
export function senderRules(
  { timeZone, strictEncoding, plainPunctuation, countryCode: country }: Customer,
  originators: readonly string[],
  wordsBefore = false,
): SenderRules {
  return { originators, timeZone, strictEncoding, plainPunctuation, numbers: { country, wordsBefore } };
}

/** Validated content, or the refusal of it. */
export type Content<C> = { readonly ok: true; readonly content: C } | Refused;

/** Validation of the content of a message. */
export interface ContentRules<C> {
  /** Refusal of a call without any content; undefined if it has content. Checked first. */
  readonly missing: PlainRefusal | undefined;
  /** Reads the content; called after the date was checked. */
  readonly read: () => Content<C>;
}

/** The message, or the refusal of the call. */
export type Composition<C = SmsText> = { readonly ok: true; readonly sms: C & Addressed } | Refused;

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
  if (dueAt === undefined) return refuse("badDefDate");

  const content = read();
  if (!content.ok) return content;

  const refusal = checkOriginator(originator, originators);
  if (refusal !== undefined) return refuse(refusal);

  return { ok: true, content: { originator, dueAt, ...content.content } };
}

/** Validates the recipients, the last rule of a send, after the rules of `schedule`. */
export function addressed<C>(scheduled: C & Scheduled, recipients: Recipients): Composition<C> {
  if (recipients.kind === "none") return refuse("noPhone");
  if (recipients.kind === "tooLong") return refuse("numberTooLong");
  const { accepted, rejected } = recipients;
  return { ok: true, sms: { recipients: accepted, rejected, ...scheduled } };
}

/** Reads a text that must fit into 255 parts. */
function readText(
  text: string,
  messageType: MessageType,
  { strictEncoding, plainPunctuation }: TextSettings,
): Content<SmsText> {
  const content = smsText(text, messageType, plainPunctuation);
  if (content === undefined) return incorrect("smsText");
  if (strictEncoding && messageType === "Latin" && content.coding !== "gsm7") return refuse("badEncoding");
  return { ok: true, content };
}

/** The rules of a text message: it must not be empty, and fit into 255 parts. */
export function textRules(
  { smsText: text = "", messageType }: Pick<SmsRequest, "smsText" | "messageType">,
  sender: TextSettings,
): ContentRules<SmsText> {
  return {
    missing: text === "" ? "emptyMessage" : undefined,
    read: () => readText(text, messageType, sender),
  };
}

const fourteenDigits = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})/;

/** Upper bound of the offset of a time zone from UTC, in milliseconds. */
const furthestOffset = 86_400_000;

/**
 * When a message is to be sent. `defDate` is `YYYYMMDDHHMMSS` in local time of `timeZone`; anything after the 14 digits
 * is ignored. Absent, empty or past means `now`. Returns milliseconds since the epoch, never before `now`; undefined if
 * the text is not an existing date.
 */
export function dueTime(defDate: string | undefined, now: number, timeZone: string): number | undefined {
  const text = defDate?.trim() ?? "";
  if (text === "") return now;
  const match = fourteenDigits.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = match;
  const time = existingTime(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  if (time === undefined) return undefined;
  if (timeZone === "UTC" || time < now - furthestOffset) return Math.max(time, now);
  return Math.max(fromLocalTime(time, timeZone), now);
}
