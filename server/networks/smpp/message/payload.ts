import type { DataSm, DeliverSm } from "../codec/pdu.js";
import { tlvOctets, TlvTag } from "../codec/tlv.js";

/** A request of an SMSC that brings a message or a receipt. */
export type Delivery = DeliverSm | DataSm;

/** Octets of a message. */
export interface MessageOctets {
  readonly octets: Uint8Array;
  /** True if message_payload extends beyond the end of its PDU: the rest of the message is missing. */
  readonly isCut: boolean;
}

const none = new Uint8Array();

/** The octets of a message: those of message_payload, or of short_message, or what is there of a message_payload that is cut. */
export function messageOctets(pdu: Delivery): MessageOctets {
  const payload = tlvOctets(pdu.tlvs, TlvTag.message_payload);
  if (payload !== undefined) return { octets: payload, isCut: false };
  const short = pdu.command === "deliver_sm" ? pdu.shortMessage : none;
  const cut = pdu.damage?.cut;
  const isCut = cut?.tag === TlvTag.message_payload && short.length === 0;
  return { octets: isCut ? cut.value : short, isCut };
}

const knownTags: ReadonlySet<number> = new Set(Object.values(TlvTag));

/** The name of a parameter, for counters. */
function parameterName({ tag }: { readonly tag: number }): string {
  return `parameter 0x${tag.toString(16).padStart(4, "0")}`;
}

/** Octets of short_message that its length field allows and SMPP 3.4 does not. */
const tooManyOctets = 255;

/** Names of what is ignored or not as SMPP 3.4 has it in a PDU; `docs/reference/links.md` lists them. */
export function ignoredIn(pdu: Delivery): readonly string[] {
  const names: string[] = [];
  for (const tlv of pdu.tlvs) if (!knownTags.has(tlv.tag)) names.push(`unknown ${parameterName(tlv)}`);
  const { damage } = pdu;
  if (damage !== undefined)
    names.push(damage.cut === undefined ? "stray octets" : `cut ${parameterName(damage.cut)}`);
  if (pdu.command === "deliver_sm" && pdu.shortMessage.length === tooManyOctets)
    names.push("short_message of 255 octets");
  return names;
}
