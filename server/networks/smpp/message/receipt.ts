import { readReceiptText, type ReceiptText } from "./receipt-text.js";
import { receiptTexts } from "./receipt-octets.js";
import { reportedState } from "./receipt-states.js";
import type { Delivery } from "./payload.js";
import type { NetworkError, Receipt, ReceiptKind } from "./receipt-types.js";
import { tlvNumber, tlvOctets, tlvText, TlvTag } from "../codec/tlv.js";

/** Bits 5 to 2 of esm_class (SMPP 3.4, section 5.2.12). */
const kinds: Readonly<Record<number, ReceiptKind>> = {
  1: "receipt",
  2: "deliveryAcknowledgement",
  4: "manualAcknowledgement",
  6: "conversationAbort",
  8: "intermediate",
};

function networkErrorOf({ tlvs }: Delivery): NetworkError | undefined {
  const [network, high, low] = tlvOctets(tlvs, TlvTag.network_error_code) ?? [];
  if (network === undefined || high === undefined || low === undefined) return undefined;
  return { network, code: high * 0x100 + low };
}

/** The fields of the likeliest text. */
function fieldsOf(texts: readonly string[]): ReceiptText {
  const all = texts.map(readReceiptText);
  const [first = readReceiptText("")] = all;
  return all.find(({ id, stat }) => id !== undefined && stat !== undefined) ?? first;
}

/**
 * The kind of report: that of esm_class, or, if the SMSC leaves it at 0, a receipt if there is a message id and a state in its
 * parameters, or if the text is nothing but a receipt.
 */
function kindOf({ esmClass, tlvs }: Delivery, { stat, isWhole }: ReceiptText): ReceiptKind | undefined {
  const type = (esmClass >> 2) & 0xf;
  if (type !== 0) return kinds[type];
  if (tlvOctets(tlvs, TlvTag.receipted_message_id) === undefined) return isWhole ? "receipt" : undefined;
  return stat !== undefined || tlvOctets(tlvs, TlvTag.message_state) !== undefined ? "receipt" : undefined;
}

/** The report in a deliver_sm; undefined if it is a message. */
export function readReceipt(pdu: Delivery): Receipt | undefined {
  const { esmClass, tlvs } = pdu;
  const parsed = fieldsOf(receiptTexts(pdu));
  const kind = kindOf(pdu, parsed);
  if (kind === undefined) return undefined;
  const ofParameters = tlvText(tlvs, TlvTag.receipted_message_id);
  const messageId = (ofParameters ?? parsed.id)?.trim();
  const reported = reportedState(tlvNumber(tlvs, TlvTag.message_state), parsed.stat);
  return {
    kind,
    isCertain: ((esmClass >> 2) & 0xf) !== 0 || ofParameters !== undefined,
    messageId: messageId === "" ? undefined : messageId,
    state: reported?.kind === "known" ? reported.state : undefined,
    unknownState: reported?.kind === "unknown" ? reported.value : undefined,
    stateText: parsed.stat,
    error: parsed.err,
    networkError: networkErrorOf(pdu),
    submitted: parsed.submitDate,
    done: parsed.doneDate,
    submittedParts: parsed.sub,
    deliveredParts: parsed.dlvrd,
    text: parsed.text,
  };
}
