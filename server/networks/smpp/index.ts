/** SMPP 3.4: links to SMSCs, and the encoding of messages. */
export { readIncoming } from "./message/incoming.js";
export type { Concatenation, IncomingSms } from "./message/incoming-types.js";
export { type Delivery, ignoredIn } from "./message/payload.js";
export { createLink } from "./session/link.js";
export type {
  BindMode,
  BindPhase,
  BindState,
  LinkState,
  SmppLink,
  SmppLinkOptions,
  SmppTimers,
  SubmitResponse,
  TlsOptions,
  UnsentReason,
} from "./session/link-types.js";
export { MessageState } from "./message/receipt-types.js";
export {
  defaultPartOptions,
  type Numbering,
  type OutgoingMessage,
  type PartOptions,
} from "./message/part-options.js";
export { submitsOf } from "./message/parts.js";
export type { Address, DataSm, DeliverSm, SubmitSm, Tlv } from "./codec/pdu.js";
export { readReceipt } from "./message/receipt.js";
export type { NetworkError, Receipt, ReceiptKind } from "./message/receipt-types.js";
export {
  type StatusAction,
  statusName,
  type StatusOverrides,
  statusRows,
  statusTable,
} from "./session/status-table.js";
