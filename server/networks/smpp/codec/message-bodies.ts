import { type BodyCodec, type BodyCodecs, maxShortMessage, sizes } from "./body-codec.js";
import type { Message, MessageFields, MessageIdResponse, Tlv } from "./pdu.js";
import { PduError } from "./pdu-error.js";
import type { PduReader } from "./pdu-reader.js";
import type { PduWriter } from "./pdu-writer.js";
import { TlvTag } from "./tlv.js";

export function readShortMessage(reader: PduReader): Uint8Array {
  const length = reader.octet("sm_length");
  if (length > maxShortMessage && reader.reading === "strict")
    throw new PduError("messageLength", "short_message");
  return reader.octets(length, "short_message");
}

export function writeShortMessage(writer: PduWriter, octets: Uint8Array): void {
  if (octets.length > maxShortMessage) throw new PduError("messageLength", "short_message");
  writer.octet(octets.length, "sm_length");
  writer.octets(octets);
}

function message<C extends string>(command: C, id: number): BodyCodec<Message<C>> {
  return {
    id,
    read: (reader, status, sequence) => ({
      command,
      status,
      sequence,
      serviceType: reader.cString(sizes.serviceType, "service_type"),
      source: reader.address(sizes.address, "source_addr"),
      destination: reader.address(sizes.address, "destination_addr"),
      ...readHandling(reader),
    }),
    write: (writer, body) => {
      writer.cString(body.serviceType, sizes.serviceType, "service_type");
      writer.address(body.source, sizes.address, "source_addr");
      writer.address(body.destination, sizes.address, "destination_addr");
      writeHandling(writer, body);
    },
  };
}

type Handling = Omit<MessageFields, "serviceType" | "source" | "destination">;

/** The fields of submit_sm, deliver_sm and submit_multi from esm_class on. */
export function readHandling(reader: PduReader): Handling {
  return {
    esmClass: reader.octet("esm_class"),
    protocolId: reader.octet("protocol_id"),
    priority: reader.octet("priority_flag"),
    scheduleDeliveryTime: reader.cString(sizes.time, "schedule_delivery_time"),
    validityPeriod: reader.cString(sizes.time, "validity_period"),
    registeredDelivery: reader.octet("registered_delivery"),
    replaceIfPresent: reader.octet("replace_if_present_flag"),
    dataCoding: reader.octet("data_coding"),
    defaultMessageId: reader.octet("sm_default_msg_id"),
    shortMessage: readShortMessage(reader),
    tlvs: reader.tlvs(),
  };
}

export function writeHandling(writer: PduWriter, body: Handling): void {
  writer.octet(body.esmClass, "esm_class");
  writer.octet(body.protocolId, "protocol_id");
  writer.octet(body.priority, "priority_flag");
  writer.cString(body.scheduleDeliveryTime, sizes.time, "schedule_delivery_time");
  writer.cString(body.validityPeriod, sizes.time, "validity_period");
  writer.octet(body.registeredDelivery, "registered_delivery");
  writer.octet(body.replaceIfPresent, "replace_if_present_flag");
  writer.octet(body.dataCoding, "data_coding");
  writer.octet(body.defaultMessageId, "sm_default_msg_id");
  if (body.shortMessage.length > 0 && body.tlvs.some(isPayload))
    throw new PduError("bothMessages", "short_message");
  writeShortMessage(writer, body.shortMessage);
  writer.tlvs(body.tlvs);
}

const isPayload = ({ tag }: Tlv): boolean => tag === TlvTag.message_payload;

/** @param emptyBody whether a refusal has a body all the same: one zero */
function messageIdResponse<C extends string>(
  command: C,
  id: number,
  emptyBody: boolean,
): BodyCodec<MessageIdResponse<C>> {
  return {
    id,
    read: (reader, status, sequence) => ({
      command,
      status,
      sequence,
      messageId: reader.lastCString(sizes.messageId, "message_id"),
      tlvs: reader.wholeTlvs(),
    }),
    write: (writer, { messageId, tlvs }, status) => {
      if (!emptyBody && status !== 0 && messageId === "" && tlvs.length === 0) return;
      writer.cString(messageId, sizes.messageId, "message_id");
      writer.tlvs(tlvs);
    },
  };
}

/** Messages and their responses (SMPP 3.4, sections 4.4, 4.6 and 4.7). */
export const messageBodies = {
  submit_sm: message("submit_sm", 0x00000004),
  submit_sm_resp: messageIdResponse("submit_sm_resp", 0x80000004, false),
  deliver_sm: message("deliver_sm", 0x00000005),
  deliver_sm_resp: messageIdResponse("deliver_sm_resp", 0x80000005, true),
  data_sm: {
    id: 0x00000103,
    read: (reader, status, sequence) => ({
      command: "data_sm",
      status,
      sequence,
      serviceType: reader.cString(sizes.serviceType, "service_type"),
      source: reader.address(sizes.longAddress, "source_addr"),
      destination: reader.address(sizes.longAddress, "destination_addr"),
      esmClass: reader.octet("esm_class"),
      registeredDelivery: reader.octet("registered_delivery"),
      dataCoding: reader.octet("data_coding"),
      tlvs: reader.tlvs(),
    }),
    write: (writer, body) => {
      writer.cString(body.serviceType, sizes.serviceType, "service_type");
      writer.address(body.source, sizes.longAddress, "source_addr");
      writer.address(body.destination, sizes.longAddress, "destination_addr");
      writer.octet(body.esmClass, "esm_class");
      writer.octet(body.registeredDelivery, "registered_delivery");
      writer.octet(body.dataCoding, "data_coding");
      writer.tlvs(body.tlvs);
    },
  },
  data_sm_resp: messageIdResponse("data_sm_resp", 0x80000103, false),
} as const satisfies Partial<BodyCodecs>;
