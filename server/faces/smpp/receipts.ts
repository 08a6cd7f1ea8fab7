import type { ReceiptContent, SmppDelivery } from "../../domain/smpp/deliveries.js";
import type { SmppSettings } from "../../domain/smpp/accounts.js";
import { isFinal, RecipientState } from "../../domain/recipient-state.js";
import type { Address, DeliverSm, Tlv } from "../../networks/smpp/codec/pdu.js";
import { octetTlv, textTlv, TlvTag, uint16Tlv } from "../../networks/smpp/codec/tlv.js";
import { MessageState } from "../../networks/smpp/message/receipt-types.js";
import { defaultPartOptions } from "../../networks/smpp/message/part-options.js";
import { partyAddress, submitsOf, timeDigits } from "../../networks/smpp/message/parts.js";
import { septetCount } from "../../domain/text/gsm-alphabet.js";
import { countParts, maxParts } from "../../domain/text/sms-parts.js";
import { receiptIdOf } from "./message-ids.js";

/** What a receipt needs of the client that gets it. */
interface Receiver {
  readonly account: Pick<SmppSettings, "receiptId">;
  readonly hasParameters: boolean;
}

/** `stat` and message_state of each state (SMPP 3.4, appendix B and section 5.2.28). */
const states: Readonly<Record<RecipientState, readonly [stat: string, state: MessageState]>> = {
  [RecipientState.Queued]: ["ENROUTE", MessageState.Enroute],
  [RecipientState.Submitting]: ["ENROUTE", MessageState.Enroute],
  [RecipientState.Submitted]: ["ENROUTE", MessageState.Enroute],
  [RecipientState.Enroute]: ["ENROUTE", MessageState.Enroute],
  [RecipientState.Accepted]: ["ACCEPTD", MessageState.Accepted],
  [RecipientState.Delivered]: ["DELIVRD", MessageState.Delivered],
  [RecipientState.Undeliverable]: ["UNDELIV", MessageState.Undeliverable],
  [RecipientState.Expired]: ["EXPIRED", MessageState.Expired],
  [RecipientState.Deleted]: ["DELETED", MessageState.Deleted],
  [RecipientState.Unknown]: ["UNKNOWN", MessageState.Unknown],
  [RecipientState.Rejected]: ["REJECTD", MessageState.Rejected],
  [RecipientState.Failed]: ["REJECTD", MessageState.Rejected],
  [RecipientState.OptedOut]: ["REJECTD", MessageState.Rejected],
  [RecipientState.InvalidNumber]: ["REJECTD", MessageState.Rejected],
  [RecipientState.Blacklisted]: ["REJECTD", MessageState.Rejected],
};

/** message_state of a message, for query_sm_resp. */
export function messageStateOf(state: RecipientState): MessageState {
  return states[state][1];
}

/** `YYMMDDhhmm`, UTC. */
function receiptDate(at: number): string {
  return timeDigits(at).slice(0, 10);
}

/** Digits of a code of a network: `RINVDSTADR (0x0b)` is 11, `001` is 1. 0 without one. */
export function errorNumber(code: string | undefined): number {
  const hex = /\(?0x([0-9a-f]{1,4})\)?$/i.exec(code ?? "")?.[1];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return /^\d{1,5}$/.test(code ?? "") ? Number(code) & 0xffff : 0;
}

/** Text of a receipt (SMPP 3.4, appendix B). */
export function receiptText(
  { state, error, submittedAt, parts }: ReceiptContent,
  id: string,
  at: number,
): string {
  const [stat] = states[state];
  const count = (number: number): string => String(number).padStart(3, "0").slice(-3);
  const delivered = state === RecipientState.Delivered ? parts : 0;
  const dates = `submit date:${receiptDate(submittedAt)} done date:${receiptDate(at)}`;
  const code = count(state === RecipientState.Delivered ? 0 : errorNumber(error));
  return `id:${id} sub:${count(parts)} dlvrd:${count(delivered)} ${dates} stat:${stat} err:${code} text:`;
}

const receiptClass = 0x04;
const intermediateClass = 0x20;

/** network_error_code of GSM (section 5.3.2.31). */
const gsmNetwork = 3;

function receiptParameters({ state, error, options }: ReceiptContent, id: string): readonly Tlv[] {
  const code = state === RecipientState.Delivered ? 0 : errorNumber(error);
  const { reference } = options;
  return [
    textTlv(TlvTag.receipted_message_id, id),
    octetTlv(TlvTag.message_state, states[state][1]),
    ...(code === 0
      ? []
      : [{ tag: TlvTag.network_error_code, value: Uint8Array.of(gsmNetwork, code >> 8, code & 0xff) }]),
    ...(reference === undefined ? [] : [uint16Tlv(TlvTag.user_message_reference, reference)]),
  ];
}

function latin1(text: string): string {
  return text.replace(/[^\0-\xff]/gu, "?");
}

/** Addresses of a PDU have Latin-1 characters only. */
function addressOf(text: string, { ton, npi }: Omit<Address, "address">): Address {
  const digits = ton === 5 ? text : text.replace(/^\+/, "");
  return { ton, npi, address: latin1(digits).slice(0, 20) };
}

function receiptPdu(delivery: SmppDelivery, content: ReceiptContent, receiver: Receiver): DeliverSm {
  const { options, state } = content;
  const id = receiptIdOf(receiver.account, content);
  return {
    command: "deliver_sm",
    serviceType: options.serviceType,
    // The addresses of the message, exchanged.
    source: addressOf(delivery.from, options.destination),
    destination: addressOf(delivery.to, options.source),
    esmClass: isFinal(state) ? receiptClass : intermediateClass,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: "",
    validityPeriod: "",
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(receiptText(content, id, delivery.at), "latin1"),
    tlvs: receiver.hasParameters ? receiptParameters(content, id) : [],
  };
}

/**
 * An incoming message as the parts that a network would send; one with too many for their header, as an MMS may have, as one PDU with
 * message_payload. Undefined for a client that cannot read that.
 */
function messagePdus(
  { id, from, to }: SmppDelivery,
  text: string,
  { hasParameters }: Receiver,
): readonly DeliverSm[] | undefined {
  const isGsm = septetCount(text) !== undefined;
  const isWhole = countParts(text, isGsm ? "gsm7" : "ucs2") > maxParts;
  if (isWhole && !hasParameters) return undefined;
  const message = { phone: to, originator: from, text, dataCoding: isGsm ? 0 : 0x08 };
  const options = isWhole ? { ...defaultPartOptions, split: "payload" as const } : defaultPartOptions;
  return submitsOf(message, options, id & 0xffff).map((part) => ({
    ...part,
    command: "deliver_sm",
    source: partyAddress(from),
    destination: partyAddress(to),
    registeredDelivery: 0,
  }));
}

/**
 * The PDUs that bring a delivery to a client, in their order; undefined if it can read none. A bind of SMPP 3.3 has no optional parameters.
 */
export function deliverPdus(delivery: SmppDelivery, receiver: Receiver): readonly DeliverSm[] | undefined {
  const { content } = delivery;
  return content.kind === "receipt"
    ? [receiptPdu(delivery, content, receiver)]
    : messagePdus(delivery, content.text, receiver);
}
