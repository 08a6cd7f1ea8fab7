/** The Result of a call that succeeded; clients compare it exactly. */
export const ok = "OK";

/**
 * Result texts of refused calls: HTTP 200, never a fault. Clients compare the texts, and some use the first five
 * characters as the code, so a text never changes. `docs/reference/result-texts.md` contains the same table.
 */
export const refusals = {
  tooManyLogins:
    "401.1 FAILURE (You have exceeded the allowed number of unsuccessful login attempts. Try again later or contact your Customer Service)",
  userBlocked: "403.2 FAILURE (User account is blocked or deactivated)",
  customerBlocked: "403.3 FAILURE (Customer is blocked or deactivated)",
  insufficientCredit: "403.4 FAILURE (Customer's prepaid credit is insufficient)",
  noOriginators: "403.5 FAILURE (Customer has no Originator values configured)",
  interfaceClosed: "603.3 FAILURE (You cannot access this Interface. Contact your Admin for details.)",
  unknownUser: "404.2 FAILURE (User is unknown)",
  unknownOriginator: "600.1 Originator for customerID is not found",
  sendingOff: "600.9 Customer cannot send via web service",
  noPhone: "600.4 Phone not specified",
  originatorTooLong: "601.1 Length of the originator must be up 11 characters",
  originatorBadCharacters: "601.2 Originator has bad chars",
  numberTooLong:
    "606.8 Your message was rejected, because a recipient number has more than 20 digits. Is a comma missing between two numbers?",
  allRejected: "FAILURE: All recipient numbers in your message are either Rejected or Blacklisted",
  badEncoding: "Invalid encoding",
  emptyMessage: "Message Content Is Empty",
  noMmsData: "601.6 MMS data is not posted",
  vasIdNotNumeric: "601.7 VAS-ID must be numeric",
  chargedPartyNotSender: "601.8 ChargedParty must be Sender",
  noService: "Service name and url is expected",
  badDefDate: "Def Date format is incorrect. Correct format is YYYYMMDDHHMMSS",
  unknownTransaction: "SMS ID for status request is incorrect or not specified",
  serverBusy:
    "603.1 The action you requested cannot be performed, because the server is busy. Try again later.",
  inboxInactive: "Inbox is not activated",
  unknownInboxOperation: "Non-supported Inbox operation is specified!",
  postpaidLimit: "Customer's postpaid credit limit is exceeded",
} as const;

/** The keep-alive of the customer is not activated. */
export function keepAliveOff(customerId: number | string): string {
  return `Keep alive is not activated for customer ${customerId}.`;
}

/** 605.6: a request parameter has a value that cannot be used. */
export function incorrectParameter(name: string): string {
  return `605.6 The action you requested cannot be performed, because the request parameter '${name}' is incorrect.`;
}

/** ErrorCode of a refusal: the digits of its code, 4042 for 404.2; -1 for a text without a code. */
export function errorCodeOf(refusal: string): number {
  const match = /^([0-9]{3})\.([0-9]) /.exec(refusal);
  return match === null ? -1 : Number(`${match[1] ?? ""}${match[2] ?? ""}`);
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(refusals).map(([name, text]) => [text, name]),
);

/**
 * Label of a Result text in logs and metrics: `OK`, the code of a refusal, its name if it has no code, or `refused` for
 * the few that contain a customer. Never a value of the call.
 */
export function resultCode(result: string): string {
  if (result === ok) return ok;
  return /^[0-9]{3}\.[0-9](?= )/.exec(result)?.[0] ?? names.get(result) ?? "refused";
}

/** 605.7: a required request parameter is absent or empty. */
export function missingParameter(name: string): string {
  return `605.7 The action you requested cannot be performed, because one of your the required request parameters ('${name}') was not supplied.`;
}
