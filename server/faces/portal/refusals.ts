import type { Parameter, Refusal, RefusalName } from "../../domain/refusals.js";

/** Refusals of a message, in the words of its form. Others do not come from it. */
const texts: Readonly<Record<RefusalName, string>> = {
  noOriginators: "Your account has no sender name: ask your contact to add one.",
  unknownOriginator: "The sender name is not one of your account: choose another one.",
  originatorTooLong: "The sender name is longer than 11 characters: choose another one.",
  originatorBadCharacters: "The sender name has characters that are not allowed: choose another one.",
  noPhone: "There is no phone number to send to.",
  numberTooLong: "A phone number has more than 20 digits: put each number on a line of its own.",
  allRejected: "No number can get the message: they are not valid, not covered, or opted out.",
  priceTooHigh: "The message costs more than your account allows: shorten it, or leave out the numbers.",
  emptyMessage: "The text is empty.",
  badEncoding: "The text has characters outside the GSM alphabet, which your account does not allow.",
  badDefDate: "The time is not valid: use 2030-01-15 08:30.",
  insufficientCredit: "Your credit is not sufficient.",
  postpaidLimit: "The limit of your credit is exceeded.",
  countryLimit:
    "The message exceeds the credits that your account may spend in a day on numbers of one country.",
  sendingOff: "Your account may not send at present.",
  userBlocked: "Your user is blocked.",
  customerBlocked: "Your account is blocked.",
  interfaceClosed: "Your role does not allow this.",
  unknownUser: "Your user does not exist.",
  tooManyLogins: "Too many log-ins failed: try again later.",
  serverBusy: "The service is busy: try again later.",
  stillRunning: "The message is being sent.",
  incorrectParameter: "A value is not valid.",
  missingParameter: "A value is missing.",
  noMmsData: "The message has no content.",
  vasIdNotNumeric: "The sender is not a number.",
  chargedPartyNotSender: "The sender pays for a message.",
  noService: "The message has no name and no address.",
  unknownTransaction: "There is no such message.",
  inboxInactive: "The inbox is not activated.",
  unknownInboxOperation: "The inbox does not have this operation.",
  keepAliveOff: "Keep-alive is not activated.",
};

/** Values of the form that can be incorrect. */
const incorrect: Readonly<Partial<Record<Parameter, string>>> = {
  smsText: "The text is longer than 255 parts.",
  recipientsFile: "The file cannot be read, or has too many numbers.",
  list: "The list does not exist any more: choose another one.",
  clientTransactionId: "The form was sent before with another message: open it again.",
};

/** What the page of a message says about a refusal. */
export function refusalText(refusal: Refusal): string {
  const own = refusal.name === "incorrectParameter" ? incorrect[refusal.parameter] : undefined;
  return own ?? texts[refusal.name];
}
