import type { RefusalName } from "../domain/refusals.js";
import { refusalCodes } from "../domain/usage/refused-calls.js";

/** Why calls of a customer were refused, for people. */
const words: Readonly<Record<RefusalName, string>> = {
  tooManyLogins: "Too many log-ins failed; programs had to wait.",
  userBlocked: "The user is blocked.",
  customerBlocked: "The customer is blocked.",
  insufficientCredit: "The credit is not sufficient.",
  noOriginators: "The customer has no originators.",
  unknownUser: "The user name, the password or the key is wrong, or the address is not allowed.",
  unknownOriginator: "The originator is not one of the customer's.",
  noPhone: "No recipient was given.",
  sendingOff: "The customer may not send at present.",
  originatorTooLong: "The originator is longer than 11 characters.",
  originatorBadCharacters: "The originator has characters that are not allowed.",
  noMmsData: "The content of an MMS is missing.",
  vasIdNotNumeric: "The VAS-ID of an MMS is not a number.",
  chargedPartyNotSender: "The charged party of an MMS is not the sender.",
  serverBusy: "The server was busy.",
  stillRunning: "The server was busy.",
  interfaceClosed: "The customer or the key may not use this operation.",
  incorrectParameter: "A parameter has a value that is not allowed.",
  missingParameter: "A required parameter is missing.",
  numberTooLong: "A number of a recipient has more than 20 digits.",
  allRejected: "All recipients were rejected: not valid, not covered, blacklisted or opted out.",
  countryLimit: "The credits of the day for a country are spent.",
  priceTooHigh: "The message costs more than the highest price of the customer.",
  badDefDate: "The time of delivery is not of the form YYYYMMDDHHMMSS.",
  badEncoding: "The text has characters that its encoding does not have.",
  emptyMessage: "The message is empty.",
  inboxInactive: "The inbox is not activated.",
  keepAliveOff: "Keep-alive is not activated.",
  noService: "The name and the URL of the service message are missing.",
  postpaidLimit: "The credit limit is exceeded.",
  unknownInboxOperation: "The operation of the inbox does not exist.",
  unknownTransaction: "There is no transaction with this id.",
};

const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries(words).map(([name, text]) => [refusalCodes[name as RefusalName], text]),
);

/** Why calls with a code were refused; the code if an earlier version has stored it. */
export function wordsOf(code: string): string {
  return byCode.get(code) ?? code;
}
