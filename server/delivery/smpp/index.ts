/** SMPP 3.4: links to SMSCs, and messages as they go over them. */
export { readIncoming } from "./incoming.js";
export type { Concatenation, IncomingSms } from "./incoming-types.js";
export { createLink } from "./link.js";
export type {
  BindMode,
  BindPhase,
  BindState,
  LinkState,
  SmppLink,
  SmppLinkOptions,
  SmppTimers,
  SubmitAnswer,
  TlsOptions,
  UnsentReason,
} from "./link-types.js";
export { MessageState } from "./message-state.js";
export {
  defaultPartOptions,
  type Numbering,
  type OutgoingMessage,
  type PartOptions,
} from "./part-options.js";
export { submitsOf } from "./parts.js";
export type { Address, DataSm, DeliverSm, SubmitSm, Tlv } from "./pdu.js";
export { readReceipt } from "./receipt.js";
export type { NetworkError, Receipt, ReceiptKind } from "./receipt-types.js";
export {
  type StatusAction,
  statusName,
  type StatusOverrides,
  statusRows,
  statusTable,
} from "./status-table.js";
