import { phoneNumber } from "../recipients/phone-number.js";
import { cut } from "../text/normal-form.js";
import { boundedText } from "./joining.js";
import { maxInboxText } from "./messages.js";
import type { IncomingPlace, ReceivedMessage, ReceivedPart } from "./received-part.js";

/** Longest address of an inbox message, in UTF-16 code units. */
const maxAddress = 20;

/** Key by which addresses are compared: digits of a phone number in any spelling; of a short one, without `+` or `00`. */
export function numberKey(address: string): string {
  return phoneNumber(address) ?? address.trim().replace(/^(\+|00)(?=\d)/u, "");
}

function addressOf(text: string): string {
  const printable = cut(text.replace(/\p{C}/gu, "").trim(), maxAddress).trimEnd();
  return printable === "" ? "unknown" : printable;
}

/** Gives a single-part message with a reference a place, so that a repetition is recognized. */
function onlyPlace(reference: string | undefined): IncomingPlace | undefined {
  return reference === undefined ? undefined : { reference: `whole:${reference}`, number: 1, total: 1 };
}

/**
 * The part as a driver stores it: with addresses of valid length, and with a position if its message may be repeated. A
 * text longer than the limit of an inbox is shortened to just above it, so that `addressed`, the only place that cuts
 * and marks texts, still detects it. Drivers call this before they copy the part.
 */
export function cleaned(part: ReceivedPart): ReceivedPart {
  const place = part.place ?? onlyPlace(part.reference);
  return {
    ...part,
    from: addressOf(part.from),
    to: addressOf(part.to),
    place,
    text: part.text.length > maxInboxText ? cut(part.text, maxInboxText + 2) : part.text,
  };
}

/** Destination of a message. Its text fits an inbox. */
export type Delivery =
  | { readonly effect: "delivered"; readonly customerId: number; readonly message: ReceivedMessage }
  /** Stored under the key of its number until that is assigned to a customer. */
  | { readonly effect: "stray"; readonly message: ReceivedMessage };

/** Addresses a message. `owner` is the customer to whom the key of its number is assigned. */
export function addressed(received: ReceivedMessage, owner: number | undefined): Delivery {
  const { text, isWhole } = boundedText(received.text, maxInboxText);
  const message = { ...received, text, complete: received.complete && isWhole };
  return owner === undefined
    ? { effect: "stray", message: { ...message, to: numberKey(received.to) } }
    : { effect: "delivered", customerId: owner, message };
}
