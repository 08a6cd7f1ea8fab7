import { childOf, type XmlContent, type XmlElement } from "messenger-gen-runtime/xml";
import { mmsPriorities, type MmsPriority, type MmsOptions } from "../domain/message/mms-message.js";
import { recipientsIn } from "../networks/mm7/documents/address.js";
import {
  attributeOf,
  contentIdOf,
  readDocument,
  textIn,
  timeOf,
} from "../networks/mm7/documents/document.js";
import { type Entity, readEntity } from "messenger-gen-runtime/mime";
import { readHttpMessage } from "../networks/mm7/documents/http-message.js";

/** An MM7 request as it would be sent over HTTP: header fields, an empty line, body. */
export interface Mm7Data {
  readonly submit: SubmitRequest;
  /** Name and password of the field Authorization; undefined without one of the scheme Basic. */
  readonly login: { readonly name: string; readonly password: string } | undefined;
  /** The content that `Content` of the request refers to; undefined without a reference. */
  readonly content: Entity | undefined;
}

/** Maximum bytes of the data: an MMS of the largest size in base64, and its envelope. */
const maxData = 2 * 1_048_576;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Credentials of the scheme Basic (RFC 7617), in UTF-8. */
function loginOf({ fields }: Entity): Mm7Data["login"] {
  const encoded = /^basic +([a-z0-9+/]+=*)$/i.exec(fields.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(":");
    return colon === -1 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** Reads the data of SendMMS; undefined if it is not an MM7 SubmitReq, or lacks the content that it refers to. */
export function readMm7Data(data: Uint8Array, now: number): Mm7Data | undefined {
  const entity = data.length > maxData ? undefined : readEntity(data);
  const message = entity && readHttpMessage(entity);
  const submit = message && readSubmitRequest(message.document, message.charset, now);
  if (entity === undefined || message === undefined || submit === undefined) return undefined;
  const content = submit.content === undefined ? undefined : message.part(submit.content);
  if (submit.content !== undefined && content === undefined) return undefined;
  return { submit, login: loginOf(entity), content };
}

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
  readonly wishes: MmsOptions;
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

function wishesOf(fields: XmlContent, now: number): MmsOptions | typeof incorrect {
  const expiresAt = optional(textIn(fields, "ExpiryDate"), (text) => timeOf(text, now));
  const priority = optional(textIn(fields, "Priority"), priorityOf);
  const deliveryReport = optional(textIn(fields, "DeliveryReport"), (text) =>
    booleans.get(text.toLowerCase()),
  );
  if (expiresAt === incorrect || priority === incorrect || deliveryReport === incorrect) return incorrect;
  return { expiresAt, priority, deliveryReport: deliveryReport ?? true };
}
