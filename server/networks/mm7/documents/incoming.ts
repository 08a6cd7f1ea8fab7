import { childOf, type XmlElement } from "messenger-gen-runtime/xml";
import { cut } from "../../../domain/text/normal-form.js";
import type { PartState } from "../../../domain/delivery/states/receipt-state.js";
import { addresseesIn, addressIn } from "./address.js";
import { attributeOf, contentIdOf, textIn, timeOf } from "./document.js";
import { RecipientState } from "../../../domain/recipient-state.js";

/** Values of MMStatus (3GPP TS 23.140, section 8.7.2.4); `docs/reference/mms.md` holds the same table. */
export const mmStatuses: ReadonlyMap<string, PartState> = new Map<string, PartState>([
  ["Retrieved", RecipientState.Delivered],
  ["Forwarded", RecipientState.Enroute],
  ["Deferred", RecipientState.Enroute],
  ["Expired", RecipientState.Expired],
  ["Rejected", RecipientState.Rejected],
  ["Unrecognised", RecipientState.Undeliverable],
  ["Indeterminate", RecipientState.Unknown],
]);

/** A request from an MMSC. */
export type Incoming =
  | {
      readonly kind: "report";
      readonly messageId: string;
      /** Number of the recipient; empty when the report names none. */
      readonly recipient: string;
      readonly state: PartState;
      /** Milliseconds since the epoch. */
      readonly at: number;
      /** StatusText of the MMSC; empty for none. */
      readonly text: string;
    }
  /** A read report, which no operation shows. */
  | { readonly kind: "read" }
  | {
      readonly kind: "message";
      readonly sender: string;
      readonly addressees: readonly string[];
      readonly subject: string;
      /** Content-ID of the content; undefined for a message with only a subject. */
      readonly content: string | undefined;
    }
  | { readonly kind: "refused"; readonly status: 4003 | 4004; readonly reason: string };

/** Names of responses by the names of requests. */
export const responseNames = {
  DeliveryReportReq: "DeliveryReportRsp",
  ReadReplyReq: "ReadReplyRsp",
  DeliverReq: "DeliverRsp",
} as const;
export type RequestName = keyof typeof responseNames;

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(responseNames, name);
}

const invalid = (reason: string): Incoming => ({ kind: "refused", status: 4004, reason });

/** Reads the element in Body. */
export function readIncoming(message: XmlElement, now: number): Incoming {
  if (!isRequestName(message.name))
    return { kind: "refused", status: 4003, reason: "This request is not offered." };
  switch (message.name) {
    case "DeliveryReportReq":
      return reportOf(message, now);
    case "ReadReplyReq":
      return { kind: "read" };
    case "DeliverReq":
      return messageOf(message);
  }
}

/** Maximum length of a message id, and of a stored subject, in UTF-16 code units. */
const maxId = 256;
const maxSubject = 256;
/** Maximum recipients of an incoming message: each gets a copy. */
const maxAddressees = 100;

function reportOf({ children }: XmlElement, now: number): Incoming {
  const messageId = textIn(children, "MessageID");
  if (messageId === "" || messageId.length > maxId) return invalid("MessageID is missing or too long.");
  const state = mmStatuses.get(textIn(children, "MMStatus"));
  if (state === undefined) return invalid("MMStatus is missing or not known.");
  const recipient = addressIn(childOf(children, "Recipient"));
  const at = Math.min(now, timeOf(textIn(children, "Date"), now) ?? now);
  return { kind: "report", messageId, recipient, state, at, text: textIn(children, "StatusText") };
}

function messageOf({ children }: XmlElement): Incoming {
  const sender = addressIn(childOf(children, "Sender"));
  const addressees = addresseesIn(childOf(children, "Recipients")?.children ?? []);
  if (sender === "" || addressees.length === 0) return invalid("Sender or Recipients is missing.");
  if (addressees.length > maxAddressees) return invalid(`There are more than ${maxAddressees} recipients.`);
  const href = attributeOf(childOf(children, "Content"), "href");
  return {
    kind: "message",
    sender,
    addressees,
    subject: cut(textIn(children, "Subject"), maxSubject),
    content: href === undefined ? undefined : contentIdOf(href),
  };
}
