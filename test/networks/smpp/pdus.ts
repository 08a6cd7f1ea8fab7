import fc from "fast-check";
import type {
  Address,
  Body,
  Command,
  DeliverSm,
  Pdu,
  SubmitSm,
  Tlv,
} from "#server/networks/smpp/codec/pdu.js";
import { TlvTag } from "#server/networks/smpp/codec/tlv.js";

/** A plain message with the given changes. */
export function submitSm(changed: Partial<SubmitSm> = {}): SubmitSm {
  return {
    command: "submit_sm",
    serviceType: "",
    source: { ton: 5, npi: 0, address: "Shop" },
    destination: { ton: 1, npi: 1, address: "12025550123" },
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: "",
    validityPeriod: "",
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from("Your parcel is ready"),
    tlvs: [],
    ...changed,
  };
}

/** An incoming message. */
export const incoming: DeliverSm = { ...submitSm({ registeredDelivery: 0 }), command: "deliver_sm" };

const octet = fc.integer({ min: 0, max: 0xff });

/** Text of Latin-1 without zeros; `size` counts the ending zero. */
const text = (size: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 1, max: 0xff }), { maxLength: size - 1, size: "max" })
    .map((units) => String.fromCharCode(...units));

const octets = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength, size: "max" }).map((value) => Buffer.from(value));

const address = (size = 21): fc.Arbitrary<Address> =>
  fc.record({ ton: octet, npi: octet, address: text(size) });

const time = fc.constantFrom("", "261121192000000+", "000007000000000R");

/** Optional parameters without message_payload, which must not be combined with a short_message. */
const tlvs: fc.Arbitrary<readonly Tlv[]> = fc.array(
  fc.record({
    tag: fc.integer({ min: 0, max: 0xffff }).filter((tag) => tag !== TlvTag.message_payload),
    value: octets(40),
  }),
  { maxLength: 4 },
);

const handling = {
  esmClass: octet,
  protocolId: octet,
  priority: octet,
  scheduleDeliveryTime: time,
  validityPeriod: time,
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  defaultMessageId: octet,
  shortMessage: octets(254),
  tlvs,
};

const bind = {
  systemId: text(16),
  password: text(9),
  systemType: text(13),
  interfaceVersion: octet,
  addressTon: octet,
  addressNpi: octet,
  addressRange: text(41),
};
const message = { serviceType: text(6), source: address(), destination: address(), ...handling };
const bound = { systemId: text(16), tlvs };
const answered = { messageId: text(65), tlvs };

type Fields<C extends Command> = Omit<Extract<Body, { readonly command: C }>, "command">;

const fields: { readonly [C in Command]: fc.Arbitrary<Fields<C>> } = {
  generic_nack: fc.constant({}),
  bind_receiver: fc.record(bind),
  bind_receiver_resp: fc.record(bound),
  bind_transmitter: fc.record(bind),
  bind_transmitter_resp: fc.record(bound),
  bind_transceiver: fc.record(bind),
  bind_transceiver_resp: fc.record(bound),
  outbind: fc.record({ systemId: text(16), password: text(9) }),
  unbind: fc.constant({}),
  unbind_resp: fc.constant({}),
  enquire_link: fc.constant({}),
  enquire_link_resp: fc.constant({}),
  submit_sm: fc.record(message),
  submit_sm_resp: fc.record(answered),
  deliver_sm: fc.record(message),
  deliver_sm_resp: fc.record(answered),
  data_sm: fc.record({
    serviceType: text(6),
    source: address(65),
    destination: address(65),
    esmClass: octet,
    registeredDelivery: octet,
    dataCoding: octet,
    tlvs,
  }),
  data_sm_resp: fc.record(answered),
  submit_multi: fc.record({
    serviceType: text(6),
    source: address(),
    destinations: fc.array(fc.oneof(address(), fc.record({ list: text(21) })), {
      minLength: 1,
      maxLength: 254,
      size: "max",
    }),
    ...handling,
  }),
  submit_multi_resp: fc.record({
    messageId: text(65),
    unsuccessful: fc.array(
      fc.record({
        ton: octet,
        npi: octet,
        address: text(21),
        status: fc.integer({ min: 0, max: 0xffffffff }),
      }),
      { maxLength: 20, size: "max" },
    ),
  }),
  query_sm: fc.record({ messageId: text(65), source: address() }),
  query_sm_resp: fc.record({ messageId: text(65), finalDate: time, messageState: octet, errorCode: octet }),
  cancel_sm: fc.record({
    serviceType: text(6),
    messageId: text(65),
    source: address(),
    destination: address(),
  }),
  cancel_sm_resp: fc.constant({}),
  replace_sm: fc.record({
    messageId: text(65),
    source: address(),
    scheduleDeliveryTime: time,
    validityPeriod: time,
    registeredDelivery: octet,
    defaultMessageId: octet,
    shortMessage: octets(254),
  }),
  replace_sm_resp: fc.constant({}),
  alert_notification: fc.record({ source: address(65), esme: address(65), tlvs }),
};

export const commands = Object.keys(fields) as readonly Command[];

/** PDUs of one command with any content within the limits. */
export function pdusOf(command: Command): fc.Arbitrary<Pdu> {
  return fc
    .tuple(fields[command], fc.integer({ min: 1, max: 0x7fffffff }))
    .map(([body, sequence]) => ({ command, status: 0, sequence, ...body }) as Pdu);
}

/** PDUs of all commands. */
export const pdus: fc.Arbitrary<Pdu> = fc.constantFrom(...commands).chain(pdusOf);
