/** Octets of the longest PDU that is read or written: a full message_payload (65,535), and as much again for the rest. */
export const maxPduLength = 131_072;

/** A phone number, short code or name, with its type of number and numbering plan (SMPP 3.4, sections 5.2.5 and 5.2.6). */
export interface Address {
  readonly ton: number;
  readonly npi: number;
  /** At most 20 characters of Latin-1. */
  readonly address: string;
}

/** An optional parameter, as it is on the wire (section 3.2.4); `tlv.ts` reads and makes the values. */
export interface Tlv {
  readonly tag: number;
  readonly value: Uint8Array;
}

/** What a lenient reading passed over at the end of a PDU. */
export interface Damage {
  /** The optional parameter that extends beyond the end of the PDU, with the octets that are there; undefined for stray octets. */
  readonly cut: Tlv | undefined;
}

/** Body of a bind request (section 4.1). */
export interface BindFields {
  /** At most 15 characters. */
  readonly systemId: string;
  /** At most 8 characters; one that is received has at most 64. */
  readonly password: string;
  /** At most 12 characters. */
  readonly systemType: string;
  readonly interfaceVersion: number;
  readonly addressTon: number;
  readonly addressNpi: number;
  /** At most 40 characters: a regular expression of the addresses that are served. */
  readonly addressRange: string;
}

/** A message with its optional parameters. */
interface Damaged {
  /** Absent from a message that was read whole. */
  readonly damage?: Damage;
}

/** Body of submit_sm and deliver_sm (sections 4.4 and 4.6). */
export interface MessageFields extends Damaged {
  /** At most 5 characters. */
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly protocolId: number;
  readonly priority: number;
  /** Empty, or 16 characters (section 7.1.1). */
  readonly scheduleDeliveryTime: string;
  /** Empty, or 16 characters. */
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly replaceIfPresent: number;
  readonly dataCoding: number;
  readonly defaultMessageId: number;
  /** At most 254 octets, 255 in a lenient reading; empty when the message is in message_payload. */
  readonly shortMessage: Uint8Array;
  readonly tlvs: readonly Tlv[];
}

/** Body of data_sm (section 4.7.1): the message is in message_payload. */
export interface DataFields extends Damaged {
  readonly serviceType: string;
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly registeredDelivery: number;
  readonly dataCoding: number;
  readonly tlvs: readonly Tlv[];
}

/** One destination of submit_multi: a number, or the name of a list at the SMSC (section 4.5.1.1). */
export type Destination = Address | { readonly list: string };

/** A destination that was refused (section 4.5.2.1). */
export interface Unsuccessful extends Address {
  readonly status: number;
}

/** A PDU without a body. */
export interface Empty<C extends string> {
  readonly command: C;
}

/** Answer to a bind (section 4.1). */
export interface BindResponse<C extends string> {
  readonly command: C;
  readonly systemId: string;
  readonly tlvs: readonly Tlv[];
}

/** Answer with the id of a message. */
export interface MessageIdResponse<C extends string> {
  readonly command: C;
  /** At most 64 characters. */
  readonly messageId: string;
  readonly tlvs: readonly Tlv[];
}

export interface Bind<C extends string> extends BindFields {
  readonly command: C;
}

export interface Message<C extends string> extends MessageFields {
  readonly command: C;
}

export type BindRequest = Bind<"bind_receiver"> | Bind<"bind_transmitter"> | Bind<"bind_transceiver">;
export type SubmitSm = Message<"submit_sm">;
export type DeliverSm = Message<"deliver_sm">;

export interface DataSm extends DataFields {
  readonly command: "data_sm";
}

export interface SubmitMulti extends Omit<MessageFields, "destination"> {
  readonly command: "submit_multi";
  /** 1 to 254. */
  readonly destinations: readonly Destination[];
}

export interface QuerySm {
  readonly command: "query_sm";
  readonly messageId: string;
  readonly source: Address;
}

export interface CancelSm {
  readonly command: "cancel_sm";
  readonly serviceType: string;
  readonly messageId: string;
  readonly source: Address;
  readonly destination: Address;
}

export interface ReplaceSm {
  readonly command: "replace_sm";
  readonly messageId: string;
  readonly source: Address;
  readonly scheduleDeliveryTime: string;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly defaultMessageId: number;
  readonly shortMessage: Uint8Array;
}

export interface Outbind {
  readonly command: "outbind";
  readonly systemId: string;
  readonly password: string;
}

export interface AlertNotification {
  readonly command: "alert_notification";
  /** Addresses here have up to 64 characters. */
  readonly source: Address;
  readonly esme: Address;
  readonly tlvs: readonly Tlv[];
}

export interface QuerySmResp {
  readonly command: "query_sm_resp";
  readonly messageId: string;
  readonly finalDate: string;
  readonly messageState: number;
  readonly errorCode: number;
}

export interface SubmitMultiResp {
  readonly command: "submit_multi_resp";
  readonly messageId: string;
  readonly unsuccessful: readonly Unsuccessful[];
}

/** Requests of either side. */
export type Request =
  | BindRequest
  | SubmitSm
  | DeliverSm
  | DataSm
  | SubmitMulti
  | QuerySm
  | CancelSm
  | ReplaceSm
  | Empty<"unbind">
  | Empty<"enquire_link">
  | Outbind
  | AlertNotification;

/** Responses. The body of a refusal may be missing: its texts are then empty. */
export type Response =
  | Empty<"generic_nack">
  | BindResponse<"bind_receiver_resp">
  | BindResponse<"bind_transmitter_resp">
  | BindResponse<"bind_transceiver_resp">
  | MessageIdResponse<"submit_sm_resp">
  | MessageIdResponse<"deliver_sm_resp">
  | MessageIdResponse<"data_sm_resp">
  | SubmitMultiResp
  | QuerySmResp
  | Empty<"cancel_sm_resp">
  | Empty<"replace_sm_resp">
  | Empty<"unbind_resp">
  | Empty<"enquire_link_resp">;

export type Body = Request | Response;
export type Command = Body["command"];

/** Fields of the header that every PDU has besides its length and command (section 3.2). */
export interface Header {
  /** 0 in requests. */
  readonly status: number;
  /** 1 to 0x7fffffff; a response repeats that of its request. */
  readonly sequence: number;
}

/** A protocol data unit. */
export type Pdu<B = Body> = B & Header;
