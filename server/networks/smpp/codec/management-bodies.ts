import { type BodyCodecs, empty, sizes } from "./body-codec.js";
import { readHandling, readShortMessage, writeHandling, writeShortMessage } from "./message-bodies.js";
import type { Destination, QuerySmResp, Unsuccessful } from "./pdu.js";
import { PduError } from "./pdu-error.js";
import type { PduReader } from "./pdu-reader.js";
import type { PduWriter } from "./pdu-writer.js";

const maxDestinations = 254;

/** dest_flag. */
const numberFlag = 1;
const listFlag = 2;

function readDestination(reader: PduReader): Destination {
  const flag = reader.octet("dest_flag");
  if (flag === numberFlag) return reader.address(sizes.address, "destination_addr");
  if (flag === listFlag) return { list: reader.cString(sizes.list, "dl_name") };
  throw new PduError("destinationFlag", "dest_flag");
}

function readDestinations(reader: PduReader): readonly Destination[] {
  const count = reader.octet("number_of_dests");
  if (count < 1 || count > maxDestinations) throw new PduError("count", "number_of_dests");
  return Array.from({ length: count }, () => readDestination(reader));
}

function writeDestinations(writer: PduWriter, destinations: readonly Destination[]): void {
  if (destinations.length < 1 || destinations.length > maxDestinations)
    throw new PduError("count", "number_of_dests");
  writer.octet(destinations.length, "number_of_dests");
  for (const destination of destinations) {
    writer.room();
    if ("list" in destination) {
      writer.octet(listFlag, "dest_flag");
      writer.cString(destination.list, sizes.list, "dl_name");
    } else {
      writer.octet(numberFlag, "dest_flag");
      writer.address(destination, sizes.address, "destination_addr");
    }
  }
  writer.room();
}

function readUnsuccessful(reader: PduReader): Unsuccessful {
  const address = reader.address(sizes.address, "destination_addr");
  return { ...address, status: reader.uint32("error_status_code") };
}

function readAllUnsuccessful(reader: PduReader): readonly Unsuccessful[] {
  return Array.from({ length: reader.octet("no_unsuccess") }, () => readUnsuccessful(reader));
}

function writeUnsuccessful(writer: PduWriter, unsuccessful: readonly Unsuccessful[]): void {
  writer.octet(unsuccessful.length, "no_unsuccess");
  for (const refused of unsuccessful) {
    writer.room();
    writer.address(refused, sizes.address, "destination_addr");
    writer.uint32(refused.status, "error_status_code");
  }
}

/** query_sm_resp; a refusal may have no body. */
function readQuery(reader: PduReader): Omit<QuerySmResp, "command"> {
  if (reader.atEnd()) return { messageId: "", finalDate: "", messageState: 0, errorCode: 0 };
  return {
    messageId: reader.cString(sizes.messageId, "message_id"),
    finalDate: reader.cString(sizes.time, "final_date"),
    messageState: reader.octet("message_state"),
    errorCode: reader.octet("error_code"),
  };
}

/** Lists, questions about messages, and changes of them (SMPP 3.4, sections 4.5, 4.8, 4.9, 4.10 and 4.12). */
export const managementBodies = {
  submit_multi: {
    id: 0x00000021,
    read: (reader, status, sequence) => ({
      command: "submit_multi",
      status,
      sequence,
      serviceType: reader.cString(sizes.serviceType, "service_type"),
      source: reader.address(sizes.address, "source_addr"),
      destinations: readDestinations(reader),
      ...readHandling(reader),
    }),
    write: (writer, body) => {
      writer.cString(body.serviceType, sizes.serviceType, "service_type");
      writer.address(body.source, sizes.address, "source_addr");
      writeDestinations(writer, body.destinations);
      writeHandling(writer, body);
    },
  },
  submit_multi_resp: {
    id: 0x80000021,
    read: (reader, status, sequence) => ({
      command: "submit_multi_resp",
      status,
      sequence,
      messageId: reader.lastCString(sizes.messageId, "message_id"),
      unsuccessful: reader.atEnd() ? [] : readAllUnsuccessful(reader),
    }),
    write: (writer, { messageId, unsuccessful }, status) => {
      if (status !== 0 && messageId === "" && unsuccessful.length === 0) return;
      writer.cString(messageId, sizes.messageId, "message_id");
      writeUnsuccessful(writer, unsuccessful);
    },
  },
  query_sm: {
    id: 0x00000003,
    read: (reader, status, sequence) => ({
      command: "query_sm",
      status,
      sequence,
      messageId: reader.cString(sizes.messageId, "message_id"),
      source: reader.address(sizes.address, "source_addr"),
    }),
    write: (writer, { messageId, source }) => {
      writer.cString(messageId, sizes.messageId, "message_id");
      writer.address(source, sizes.address, "source_addr");
    },
  },
  query_sm_resp: {
    id: 0x80000003,
    read: (reader, status, sequence) => ({
      command: "query_sm_resp",
      status,
      sequence,
      ...readQuery(reader),
    }),
    write: (writer, { messageId, finalDate, messageState, errorCode }) => {
      writer.cString(messageId, sizes.messageId, "message_id");
      writer.cString(finalDate, sizes.time, "final_date");
      writer.octet(messageState, "message_state");
      writer.octet(errorCode, "error_code");
    },
  },
  cancel_sm: {
    id: 0x00000008,
    read: (reader, status, sequence) => ({
      command: "cancel_sm",
      status,
      sequence,
      serviceType: reader.cString(sizes.serviceType, "service_type"),
      messageId: reader.cString(sizes.messageId, "message_id"),
      source: reader.address(sizes.address, "source_addr"),
      destination: reader.address(sizes.address, "destination_addr"),
    }),
    write: (writer, { serviceType, messageId, source, destination }) => {
      writer.cString(serviceType, sizes.serviceType, "service_type");
      writer.cString(messageId, sizes.messageId, "message_id");
      writer.address(source, sizes.address, "source_addr");
      writer.address(destination, sizes.address, "destination_addr");
    },
  },
  cancel_sm_resp: empty("cancel_sm_resp", 0x80000008),
  replace_sm: {
    id: 0x00000007,
    read: (reader, status, sequence) => ({
      command: "replace_sm",
      status,
      sequence,
      messageId: reader.cString(sizes.messageId, "message_id"),
      source: reader.address(sizes.address, "source_addr"),
      scheduleDeliveryTime: reader.cString(sizes.time, "schedule_delivery_time"),
      validityPeriod: reader.cString(sizes.time, "validity_period"),
      registeredDelivery: reader.octet("registered_delivery"),
      defaultMessageId: reader.octet("sm_default_msg_id"),
      shortMessage: readShortMessage(reader),
    }),
    write: (writer, body) => {
      writer.cString(body.messageId, sizes.messageId, "message_id");
      writer.address(body.source, sizes.address, "source_addr");
      writer.cString(body.scheduleDeliveryTime, sizes.time, "schedule_delivery_time");
      writer.cString(body.validityPeriod, sizes.time, "validity_period");
      writer.octet(body.registeredDelivery, "registered_delivery");
      writer.octet(body.defaultMessageId, "sm_default_msg_id");
      writeShortMessage(writer, body.shortMessage);
    },
  },
  replace_sm_resp: empty("replace_sm_resp", 0x80000007),
  alert_notification: {
    id: 0x00000102,
    read: (reader, status, sequence) => ({
      command: "alert_notification",
      status,
      sequence,
      source: reader.address(sizes.longAddress, "source_addr"),
      esme: reader.address(sizes.longAddress, "esme_addr"),
      tlvs: reader.tlvs(),
    }),
    write: (writer, { source, esme, tlvs }) => {
      writer.address(source, sizes.longAddress, "source_addr");
      writer.address(esme, sizes.longAddress, "esme_addr");
      writer.tlvs(tlvs);
    },
  },
} as const satisfies Partial<BodyCodecs>;
