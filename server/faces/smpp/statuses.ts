import type { RefusalName } from "../../domain/refusals.js";

/** command_status values of the SMPP server (SMPP 3.4, section 5.1.3). */
export const status = {
  ok: 0x00,
  messageLength: 0x01,
  wrongState: 0x04,
  alreadyBound: 0x05,
  priority: 0x06,
  registeredDelivery: 0x07,
  systemError: 0x08,
  source: 0x0a,
  destination: 0x0b,
  messageId: 0x0c,
  bindFailed: 0x0d,
  password: 0x0e,
  cancelFailed: 0x11,
  replaceFailed: 0x13,
  queueFull: 0x14,
  listName: 0x34,
  esmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  schedule: 0x61,
  validity: 0x62,
  queryFailed: 0x67,
  optionalParameters: 0xc0,
} as const;

/** The command_status of each refusal. The credit has that of the account; a client cannot meet most others. */
const statuses: Readonly<Record<RefusalName, number | "credit">> = {
  tooManyLogins: status.bindFailed,
  userBlocked: status.bindFailed,
  customerBlocked: status.bindFailed,
  interfaceClosed: status.bindFailed,
  unknownUser: status.password,
  insufficientCredit: "credit",
  postpaidLimit: "credit",
  countryLimit: "credit",
  noOriginators: status.source,
  unknownOriginator: status.source,
  originatorTooLong: status.source,
  originatorBadCharacters: status.source,
  noPhone: status.destination,
  numberTooLong: status.destination,
  allRejected: status.destination,
  priceTooHigh: status.destination,
  badEncoding: status.submitFailed,
  emptyMessage: status.messageLength,
  sendingOff: status.submitFailed,
  badDefDate: status.schedule,
  serverBusy: status.systemError,
  noMmsData: status.submitFailed,
  vasIdNotNumeric: status.submitFailed,
  chargedPartyNotSender: status.submitFailed,
  noService: status.submitFailed,
  unknownTransaction: status.messageId,
  inboxInactive: status.submitFailed,
  unknownInboxOperation: status.submitFailed,
  keepAliveOff: status.submitFailed,
  stillRunning: status.systemError,
  incorrectParameter: status.submitFailed,
  missingParameter: status.submitFailed,
};

/** The command_status of a refusal. */
export function statusOfRefusal(name: RefusalName, creditStatus: number): number {
  const found = statuses[name];
  return found === "credit" ? creditStatus : found;
}

/** The command_status of a failure of the store: its queue of writes is full, or anything else. */
export function statusOfFailure(error: unknown): number {
  const isFull =
    typeof error === "object" && error !== null && "code" in error && error.code === "overloaded";
  return isFull ? status.queueFull : status.systemError;
}
