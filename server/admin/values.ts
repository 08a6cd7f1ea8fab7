import { isIP } from "node:net";
import { quietWindow } from "../domain/delivery/quiet-hours/quiet-hours.js";
import { PrivateAddressError, publicOnly } from "messenger-gen-runtime/network";
import { apiKeyId, maxFromAddresses, maxKeyName } from "../domain/accounts/api-keys.js";
import { maxPasswordBytes } from "../credentials/hash.js";
import { maxPrice } from "../domain/credit/coverage.js";
import { type RefundReason, refundReasons } from "../domain/credit/refunds.js";
import { creditScale } from "../domain/credit/credit.js";
import { maxPriority, maxWeight } from "../domain/delivery/claiming/customer-queue.js";
import { maxRate } from "../domain/accounts/customer-settings.js";
import { maxOriginatorDigits, maxOriginatorLength, originatorForm } from "../domain/message/originator.js";
import {
  isCallingCode,
  type NumberForms,
  numberPrefix,
  phoneNumber,
} from "../domain/recipients/phone-number.js";
import { existingTime, isTimeZone } from "../domain/time-zone.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import { creditKinds, type CreditKind } from "../domain/credit/balance.js";
import { InvalidInput } from "./refusal.js";
import { maxListName } from "../domain/recipients/lists.js";
import { normalForm } from "../domain/text/normal-form.js";
import { maxUserNameLength } from "../domain/accounts/accounts.js";

const maxCustomerId = 2_147_483_647;

/** Maximum credits in one change. */
const maxCredits = 1_000_000_000;

/** Reads a customer id: the positive half of `xs:int`. */
export function customerIdOf(text: string): number {
  const id = /^\d{1,10}$/u.test(text) ? Number(text) : 0;
  if (id < 1 || id > maxCustomerId) {
    throw new InvalidInput(
      `invalid customer id ${JSON.stringify(text)}: use a number from 1 to ${maxCustomerId}`,
    );
  }
  return id;
}

/** Reads a number of messages a second; undefined for `none`. */
export function rateOf(text: string): number | undefined {
  if (text === "none") return undefined;
  const rate = /^\d{1,6}$/u.test(text) ? Number(text) : 0;
  if (rate < 1 || rate > maxRate) {
    throw new InvalidInput(
      `invalid rate ${JSON.stringify(text)}: use 1 to ${maxRate} messages per second, or none`,
    );
  }
  return rate;
}

/** Reads a future date, time with its zone, or time from now: `2030-01-15`, `2030-01-15T12:00:00Z`, `36h`, `90d`. */
export function expiryOf(text: string, now: number): number {
  const given = timeOf(text, now);
  const at = /^\d+[hd]$/u.test(text) ? 2 * now - given : given;
  if (at <= now) throw new InvalidInput(`invalid end ${JSON.stringify(text)}: it must be in the future`);
  return at;
}

function rangeOf(text: string): string {
  const [address = "", bits, ...more] = text.split("/");
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const prefix = bits === undefined ? most : /^\d{1,3}$/u.test(bits) ? Number(bits) : most + 1;
  if (most < 0 || prefix > most || more.length > 0 || address.includes("%"))
    throw new InvalidInput(
      `invalid address ${JSON.stringify(text)}: use an IP address or a CIDR range such as 192.0.2.0/24`,
    );
  return text;
}

/** Reads addresses and CIDR ranges of IPv4 and IPv6, each once. */
export function addressRangesOf(texts: readonly string[]): readonly string[] {
  const ranges = [...new Set(texts.map(rangeOf))];
  if (ranges.length > maxFromAddresses)
    throw new InvalidInput(`at most ${maxFromAddresses} addresses and ranges can be given`);
  return ranges;
}

/** Day, clock, second and its fraction. */
const timeForm = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|[+-]\d\d:\d\d))?$/u;

/** Reads a date, a time with its zone, or how long ago: `2030-01-15`, `2030-01-15T12:00:00Z`, `36h`, `7d`. */
export function timeOf(text: string, now: number): number {
  const { count, unit } = /^(?<count>\d{1,5})(?<unit>[hd])$/u.exec(text)?.groups ?? {};
  if (count !== undefined) return now - Number(count) * (unit === "h" ? 3_600_000 : 86_400_000);
  const [isTime, day = "", clock = "00:00", second = "00", fraction = ""] = timeForm.exec(text) ?? [];
  const exists = existingTime(`${day}T${clock}:${second}.${fraction.padEnd(3, "0")}Z`) !== undefined;
  const time = isTime !== undefined && exists ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidInput(
      `invalid time ${JSON.stringify(text)}: use a UTC date such as 2030-01-15, a time such as 2030-01-15T12:00:00Z, or 36h or 7d for ago`,
    );
  return time;
}

/** Reads a whole number in a range, both ends included. */
export function integerOf(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/u.test(text) ? Number(text) : -1;
  if (value < least || value > most)
    throw new InvalidInput(`invalid ${name} ${JSON.stringify(text)}: use a number from ${least} to ${most}`);
  return value;
}

/** Reads a priority of messages. */
export function priorityOf(text: string): number {
  return integerOf("priority", text, 0, maxPriority);
}

/** Reads the weight of a customer. */
export function weightOf(text: string): number {
  return integerOf("weight", text, 1, maxWeight);
}

/** Reads `on` or `off`. */
export function switchOf(text: string): boolean {
  if (text !== "on" && text !== "off")
    throw new InvalidInput(`invalid value ${JSON.stringify(text)}: use on or off`);
  return text === "on";
}

export function timeZoneOf(text: string): string {
  if (!isTimeZone(text)) {
    throw new InvalidInput(
      `invalid time zone ${JSON.stringify(text)}: use a name such as UTC or Africa/Nairobi`,
    );
  }
  return text;
}

/** Reads a price per part; undefined for `none`: not covered. */
export function priceOf(text: string): number | undefined {
  if (text === "none") return undefined;
  const price = thousandthsOf(text);
  if (price < 0 || price > maxPrice) {
    throw new InvalidInput(
      `invalid price ${JSON.stringify(text)}: use 0 to ${maxPrice / creditScale} credits, or none`,
    );
  }
  return price;
}

/** Reads the first digits of numbers; `*` matches every number. */
export function prefixOf(text: string): string {
  if (text === "*") return "";
  const prefix = numberPrefix(text);
  if (prefix === undefined) {
    throw new InvalidInput(
      `invalid prefix ${JSON.stringify(text)}: use 1 to 15 digits that start with the country code, or *`,
    );
  }
  return prefix;
}

/** Reads a country calling code; undefined for `none`. */
export function countryCodeOf(text: string): string | undefined {
  if (text === "none") return undefined;
  const code = numberPrefix(text);
  if (code === undefined || !isCallingCode(code))
    throw new InvalidInput(`invalid calling code ${JSON.stringify(text)}: use one such as 44, or none`);
  return code;
}

/** Reads an international number as a send call does. */
export const phoneOf = (text: string): string => phoneIn(text, {});

/** Reads a number as a call of its customer does. */
export function phoneIn(text: string, forms: NumberForms): string {
  const phone = phoneNumber(text, forms);
  if (phone === undefined)
    throw new InvalidInput(
      `invalid number ${JSON.stringify(text)}: use 7 to 15 digits that start with the country code`,
    );
  return phone;
}

export function nameOf(what: string, text: string, maxLength: number): string {
  if (text.trim() !== text || text === "" || text.length > maxLength || /\p{C}/u.test(text)) {
    throw new InvalidInput(
      `${what} must have 1 to ${maxLength} characters, no control characters and no space at either end`,
    );
  }
  return text;
}

export function customerNameOf(text: string): string {
  return nameOf("the name of a customer", text, 100);
}

/** Reads the reference of a payment. */
export function referenceOf(text: string): string {
  return nameOf("a payment reference", text, 100);
}

/** Reads which messages are refunded. */
export function refundsOf(text: string): readonly RefundReason[] {
  if (text === "none") return [];
  const names = text.split(",");
  const unknown = names.find((name) => !refundReasons.some((reason) => reason === name));
  if (unknown !== undefined)
    throw new InvalidInput(
      `invalid kind of refund ${JSON.stringify(unknown)}: use some of ${refundReasons.join(",")}, or none`,
    );
  return refundReasons.filter((reason) => names.includes(reason));
}

/** Reads the highest price of a message, in thousandths of a credit; undefined for `none`. */
export function highestPriceOf(text: string): number | undefined {
  if (text === "none") return undefined;
  const price = thousandthsOf(text);
  if (price < 0) throw new InvalidInput("a highest price must not be negative");
  return price;
}

/** Reads quiet hours; undefined for `none`. */
export function quietHoursOf(text: string): string | undefined {
  if (text === "none") return undefined;
  if (quietWindow(text) === undefined)
    throw new InvalidInput(
      `invalid quiet hours ${JSON.stringify(text)}: use a window in quarters of an hour such as 21:00-08:00, or none`,
    );
  return text;
}

/** Reads credits from 0 on; undefined for `none`. */
export function lowBalanceOf(text: string): number | undefined {
  if (text === "none") return undefined;
  const credits = thousandthsOf(text);
  if (credits < 0) throw new InvalidInput("a low balance must not be negative");
  return credits;
}

/** Reads `CUSTOMER/USER`. */
export function customerUserOf(text: string): { readonly customerId: number; readonly userName: string } {
  const at = text.indexOf("/");
  if (at < 1 || at === text.length - 1)
    throw new InvalidInput(`invalid user ${JSON.stringify(text)}: use CUSTOMER/USER, for example 42/api`);
  return { customerId: customerIdOf(text.slice(0, at)), userName: text.slice(at + 1) };
}

export function userNameOf(text: string): string {
  return nameOf("the name of a user", text, maxUserNameLength);
}

export function keyNameOf(text: string): string {
  return nameOf("the name of a key", text, maxKeyName);
}

export function listNameOf(text: string): string {
  return nameOf("the name of a list", text, maxListName);
}

/** Reads the category of a list; empty for none. */
export function listCategoryOf(text: string): string {
  return text === "" ? "" : nameOf("the category of a list", text, maxListName);
}

/** Checks a new password; the message never repeats it. */
export function passwordOf(text: string): string {
  if (text === "" || /[\r\n]/u.test(text))
    throw new InvalidInput("a password must be one line and not empty");
  if (apiKeyId(text) !== undefined)
    throw new InvalidInput(
      "a password must not have the form of an API key: make one with messenger key add",
    );
  if (Buffer.byteLength(normalForm(text)) > maxPasswordBytes) {
    throw new InvalidInput(`a password must have at most ${maxPasswordBytes} bytes`);
  }
  return text;
}

/** Reads an originator, with the rules of send calls. */
export function originatorOf(text: string): string {
  const form = originatorForm(text);
  if (form === "originatorTooLong") {
    throw new InvalidInput(
      `originator ${JSON.stringify(text)} is too long: use up to ${maxOriginatorLength} characters, or up to ${maxOriginatorDigits} digits`,
    );
  }
  if (form === "originatorBadCharacters" || text.trim() === "" || text === "+") {
    throw new InvalidInput(
      `originator ${JSON.stringify(text)} is empty or has characters outside the GSM alphabet`,
    );
  }
  return text;
}

export function creditKindOf(text: string): CreditKind {
  const kind = creditKinds.find((name) => name === text);
  if (kind === undefined) {
    throw new InvalidInput(`invalid kind of credit ${JSON.stringify(text)}: use ${creditKinds.join(", ")}`);
  }
  return kind;
}

/** Reads credits with up to three decimals; returns thousandths. */
export function thousandthsOf(text: string): number {
  const match = /^(?<sign>-?)(?<whole>\d{1,10})(?:\.(?<decimals>\d{1,3}))?$/u.exec(text)?.groups;
  const { sign = "", whole = "", decimals = "" } = match ?? {};
  const amount = Number(whole) * creditScale + Number(decimals.padEnd(3, "0"));
  if (match === undefined || amount > maxCredits * creditScale) {
    throw new InvalidInput(
      `invalid amount ${JSON.stringify(text)}: use credits up to ${maxCredits} with a point before at most 3 decimals, such as 0.045`,
    );
  }
  return sign === "-" ? 0 - amount : amount;
}

const maxServerUrl = 2000;

/**
 * Reads the URL of a customer's server, with or without a user and a password. `before`: the stored one, which stays if it is given as
 * `withoutPassword` shows it.
 */
export function serverUrlOf(text: string, before?: string): string {
  const url = text.length <= maxServerUrl && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.hash !== "")
    throw new InvalidInput(
      `the URL must be http or https, without #, and have at most ${maxServerUrl} characters`,
    );
  if (before !== undefined && url.href === withoutPassword(before)) return before;
  if (url.password === hiddenPassword || hasMalformed(url))
    throw new InvalidInput(
      "write the password of the URL again, with % and two digits for special characters",
    );
  return url.href;
}

/** What is shown in place of a password. */
const hiddenPassword = "***";

/** Whether user or password cannot be decoded. */
function hasMalformed({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return false;
  } catch {
    return true;
  }
}

/** Refuses an address that posts do not reach. The addresses of a name are checked with each post. @throws InvalidInput */
export function expectAllowedAddress(
  url: string,
  allowPrivate: boolean,
  advice = ", or allow private addresses for it",
): void {
  if (allowPrivate) return;
  const parsed = new URL(url);
  try {
    publicOnly(parsed);
  } catch (error) {
    if (!(error instanceof PrivateAddressError)) throw error;
    throw new InvalidInput(`${parsed.hostname} is not a public address: give another URL${advice}`, {
      cause: error,
    });
  }
}

/** A URL without its query, which may contain a key of the customer's server. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** For example `1 link`, `2 links`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Size of a file or a database, in the unit of commands and console. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
