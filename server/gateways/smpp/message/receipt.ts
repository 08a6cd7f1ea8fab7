import { messageOctets } from "./incoming.js";
import { textOfUcs2 } from "./gsm-text.js";
import type { DataSm, DeliverSm } from "../codec/pdu.js";
import { readReceiptText, type ReceiptText } from "./receipt-text.js";
import { type NetworkError, type Receipt, type ReceiptKind, MessageState } from "./receipt-types.js";
import { tlvNumber, tlvOctets, tlvText, TlvTag } from "../codec/tlv.js";

/** Bits 5 to 2 of esm_class (SMPP 3.4, section 5.2.12). */
const kinds: Readonly<Record<number, ReceiptKind>> = {
  1: "receipt",
  2: "deliveryAcknowledgement",
  4: "manualAcknowledgement",
  6: "conversationAbort",
  8: "intermediate",
};

const ucs2 = 0x08;

/** `stat` in the spellings that are in use, upper case. */
const statesByText: Readonly<Record<string, MessageState>> = {
  ENROUTE: MessageState.Enroute,
  BUFFERED: MessageState.Enroute,
  BUFFRED: MessageState.Enroute,
  SCHEDULED: MessageState.Enroute,
  DELIVRD: MessageState.Delivered,
  DELIVERED: MessageState.Delivered,
  EXPIRED: MessageState.Expired,
  DELETED: MessageState.Deleted,
  UNDELIV: MessageState.Undeliverable,
  UNDELIVERABLE: MessageState.Undeliverable,
  UNDELIVERED: MessageState.Undeliverable,
  FAILED: MessageState.Undeliverable,
  ACCEPTD: MessageState.Accepted,
  ACCEPTED: MessageState.Accepted,
  UNKNOWN: MessageState.Unknown,
  REJECTD: MessageState.Rejected,
  REJECTED: MessageState.Rejected,
};

const stateNumbers: ReadonlySet<number> = new Set(Object.values(MessageState));

function isState(value: number): value is MessageState {
  return stateNumbers.has(value);
}

/** The state: of the TLV, else of the text. */
function stateOf({ tlvs }: DeliverSm | DataSm, { stat }: ReceiptText): MessageState | undefined {
  const number = tlvNumber(tlvs, TlvTag.message_state);
  if (number !== undefined && isState(number)) return number;
  return stat === undefined ? undefined : statesByText[stat.toUpperCase()];
}

function networkErrorOf({ tlvs }: DeliverSm | DataSm): NetworkError | undefined {
  const [network, high, low] = tlvOctets(tlvs, TlvTag.network_error_code) ?? [];
  if (network === undefined || high === undefined || low === undefined) return undefined;
  return { network, code: high * 0x100 + low };
}

function textOf(pdu: DeliverSm | DataSm): string {
  const octets = messageOctets(pdu);
  return pdu.dataCoding === ucs2 ? textOfUcs2(octets) : Buffer.from(octets).toString("latin1");
}

/**
 * The kind of report: that of esm_class, or, if the SMSC leaves it at 0, a receipt if the text has the receipt format
 * and there is a message id.
 */
function kindOf(pdu: DeliverSm | DataSm, { id, stat }: ReceiptText): ReceiptKind | undefined {
  const type = (pdu.esmClass >> 2) & 0xf;
  if (type !== 0) return kinds[type];
  if (tlvOctets(pdu.tlvs, TlvTag.receipted_message_id) === undefined) return undefined;
  return id !== undefined && stat !== undefined ? "receipt" : undefined;
}

/** The report in a deliver_sm; undefined if it is a message. */
export function readReceipt(pdu: DeliverSm | DataSm): Receipt | undefined {
  const text = textOf(pdu);
  const parsed = readReceiptText(text);
  const kind = kindOf(pdu, parsed);
  if (kind === undefined) return undefined;
  const messageId = (tlvText(pdu.tlvs, TlvTag.receipted_message_id) ?? parsed.id)?.trim();
  return {
    kind,
    messageId: messageId === "" ? undefined : messageId,
    state: stateOf(pdu, parsed),
    stateText: parsed.stat,
    error: parsed.err,
    networkError: networkErrorOf(pdu),
    submitted: parsed.submitDate,
    done: parsed.doneDate,
    submittedParts: parsed.sub,
    deliveredParts: parsed.dlvrd,
    text,
  };
}
