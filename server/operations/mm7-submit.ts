import { childOf, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import { mmsPriorities, type MmsPriority, type MmsWishes } from "../domain/message/mms-message.js";
import { recipientsIn } from "../gateways/mm7/documents/address.js";
import {
  attributeOf,
  contentIdOf,
  readDocument,
  textIn,
  timeOf,
} from "../gateways/mm7/documents/document.js";

/** An MM7 SubmitReq (3GPP TS 23.140, section 8.7.1). Texts are trimmed, absent ones are empty. */
export interface SubmitRequest {
  readonly vaspId: string;
  readonly vasId: string;
  readonly sender: string;
  /** To, Cc and Bcc, without those that are only displayed. */
  readonly recipients: readonly string[];
  readonly chargedParty: string;
  readonly subject: string;
  /** When to send, in milliseconds since the epoch; undefined for at once. */
  readonly earliest: number | undefined;
  readonly wishes: MmsWishes;
  /** Content-ID of the content; undefined when the message has none. */
  readonly content: string | undefined;
}

/** Reads the SOAP 1.1 envelope of a SubmitReq, in any schema of MM7; undefined when it is not one. */
export function readSubmitRequest(
  document: Uint8Array,
  charset: string | undefined,
  now: number,
): SubmitRequest | undefined {
  const found = readDocument(document, charset);
  if (found.kind === "refused" || found.message.name !== "SubmitReq") return undefined;
  return requestOf(found.message, now);
}

function requestOf({ children }: XmlElement, now: number): SubmitRequest | undefined {
  const identification = childOf(children, "SenderIdentification")?.children ?? [];
  const href = attributeOf(childOf(children, "Content"), "href");
  const earliest = optional(textIn(children, "EarliestDeliveryTime"), (text) => timeOf(text, now));
  const wishes = wishesOf(children, now);
  if (earliest === incorrect || wishes === incorrect) return undefined;
  return {
    vaspId: textIn(identification, "VASPID"),
    vasId: textIn(identification, "VASID"),
    sender: textIn(identification, "SenderAddress"),
    recipients: recipientsIn(childOf(children, "Recipients")?.children ?? []),
    chargedParty: textIn(children, "ChargedParty"),
    subject: textIn(children, "Subject"),
    earliest,
    wishes,
    content: href === undefined ? undefined : contentIdOf(href),
  };
}

/** A value that is there and cannot be used. */
const incorrect = Symbol("incorrect");

/** Undefined for an empty text, `incorrect` for an invalid one. */
function optional<T>(text: string, read: (text: string) => T | undefined): T | undefined | typeof incorrect {
  return text === "" ? undefined : (read(text) ?? incorrect);
}

function priorityOf(text: string): MmsPriority | undefined {
  return mmsPriorities.find((priority) => priority.toLowerCase() === text.toLowerCase());
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function wishesOf(fields: XmlContent, now: number): MmsWishes | typeof incorrect {
  const expiresAt = optional(textIn(fields, "ExpiryDate"), (text) => timeOf(text, now));
  const priority = optional(textIn(fields, "Priority"), priorityOf);
  const deliveryReport = optional(textIn(fields, "DeliveryReport"), (text) =>
    booleans.get(text.toLowerCase()),
  );
  if (expiresAt === incorrect || priority === incorrect || deliveryReport === incorrect) return incorrect;
  return { expiresAt, priority, deliveryReport: deliveryReport ?? true };
}
