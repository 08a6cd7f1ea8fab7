import { type BodyCodec, type BodyCodecs, empty, sizes } from "./body-codec.js";
import type { Bind, BindResponse } from "./pdu.js";

function bind<C extends string>(command: C, id: number): BodyCodec<Bind<C>> {
  return {
    id,
    read: (reader, status, sequence) => ({
      command,
      status,
      sequence,
      systemId: reader.cString(sizes.systemId, "system_id"),
      password: reader.cString(sizes.longPassword, "password"),
      systemType: reader.cString(sizes.systemType, "system_type"),
      interfaceVersion: reader.octet("interface_version"),
      addressTon: reader.octet("addr_ton"),
      addressNpi: reader.octet("addr_npi"),
      addressRange: reader.cString(sizes.addressRange, "address_range"),
    }),
    write: (writer, body) => {
      writer.cString(body.systemId, sizes.systemId, "system_id");
      writer.cString(body.password, sizes.password, "password");
      writer.cString(body.systemType, sizes.systemType, "system_type");
      writer.octet(body.interfaceVersion, "interface_version");
      writer.octet(body.addressTon, "addr_ton");
      writer.octet(body.addressNpi, "addr_npi");
      writer.cString(body.addressRange, sizes.addressRange, "address_range");
    },
  };
}

function bindResponse<C extends string>(command: C, id: number): BodyCodec<BindResponse<C>> {
  return {
    id,
    read: (reader, status, sequence) => ({
      command,
      status,
      sequence,
      systemId: reader.lastCString(sizes.systemId, "system_id"),
      tlvs: reader.wholeTlvs(),
    }),
    write: (writer, { systemId, tlvs }, status) => {
      if (status !== 0 && systemId === "" && tlvs.length === 0) return;
      writer.cString(systemId, sizes.systemId, "system_id");
      writer.tlvs(tlvs);
    },
  };
}

/** Beginning, keeping and ending a session (SMPP 3.4, sections 4.1, 4.2, 4.3 and 4.11). */
export const sessionBodies = {
  generic_nack: empty("generic_nack", 0x80000000),
  bind_receiver: bind("bind_receiver", 0x00000001),
  bind_receiver_resp: bindResponse("bind_receiver_resp", 0x80000001),
  bind_transmitter: bind("bind_transmitter", 0x00000002),
  bind_transmitter_resp: bindResponse("bind_transmitter_resp", 0x80000002),
  bind_transceiver: bind("bind_transceiver", 0x00000009),
  bind_transceiver_resp: bindResponse("bind_transceiver_resp", 0x80000009),
  outbind: {
    id: 0x0000000b,
    read: (reader, status, sequence) => ({
      command: "outbind",
      status,
      sequence,
      systemId: reader.cString(sizes.systemId, "system_id"),
      password: reader.cString(sizes.password, "password"),
    }),
    write: (writer, { systemId, password }) => {
      writer.cString(systemId, sizes.systemId, "system_id");
      writer.cString(password, sizes.password, "password");
    },
  },
  unbind: empty("unbind", 0x00000006),
  unbind_resp: empty("unbind_resp", 0x80000006),
  enquire_link: empty("enquire_link", 0x00000015),
  enquire_link_resp: empty("enquire_link_resp", 0x80000015),
} as const satisfies Partial<BodyCodecs>;
