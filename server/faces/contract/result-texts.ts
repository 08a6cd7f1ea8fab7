import type { Outcome, Parameter, PlainRefusal, Refusal } from "../../domain/refusals.js";

/** The Result of a call that succeeded; clients compare it exactly. */
export const ok = "OK";

const rejected = "FAILURE: All recipient numbers in your message are either Rejected or Blacklisted";

const busy =
  "603.1 The action you requested cannot be performed, because the server is busy. Try again later.";

/**
 * Result texts of refused calls: HTTP 200, never a fault. Clients compare the texts, and some use the first five
 * characters as the code, so a text never changes. `docs/reference/result-texts.md` contains the same table.
 */
export const resultTexts: Readonly<Record<PlainRefusal | "allRejected" | "priceTooHigh", string>> = {
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
  allRejected: rejected,
  priceTooHigh: rejected,
  badEncoding: "Invalid encoding",
  emptyMessage: "Message Content Is Empty",
  noMmsData: "601.6 MMS data is not posted",
  vasIdNotNumeric: "601.7 VAS-ID must be numeric",
  chargedPartyNotSender: "601.8 ChargedParty must be Sender",
  noService: "Service name and url is expected",
  badDefDate: "Def Date format is incorrect. Correct format is YYYYMMDDHHMMSS",
  unknownTransaction: "SMS ID for status request is incorrect or not specified",
  serverBusy: busy,
  stillRunning: busy,
  inboxInactive: "Inbox is not activated",
  unknownInboxOperation: "Non-supported Inbox operation is specified!",
  postpaidLimit: "Customer's postpaid credit limit is exceeded",
};

/** 605.6: a request parameter has a value that cannot be used. */
export function incorrectParameter(name: string): string {
  return `605.6 The action you requested cannot be performed, because the request parameter '${name}' is incorrect.`;
}

/** 605.7: a required request parameter is absent or empty. */
export function missingParameter(name: string): string {
  return `605.7 The action you requested cannot be performed, because one of your the required request parameters ('${name}') was not supplied.`;
}

/** The keep-alive of the customer is not activated. */
export function keepAliveOff(customerId: number | string): string {
  return `Keep alive is not activated for customer ${customerId}.`;
}

/** Names of parameters in the contract. */
export const parameterNames: Readonly<Record<Parameter, string>> = {
  smsText: "smsText",
  recipientsFile: "recipientPhonesFile",
  clientTransactionId: "clientTransactionID",
  binaryBody: "binaryBody",
  dataCoding: "data_coding",
  esmClass: "esm_class",
  protocolId: "PID",
  serviceName: "serviceName",
  serviceUrl: "serviceUrl",
  xml: "xml",
  mm7Data: "mm7Data",
  details: "sendingDetails",
  list: "distributionListId",
  listOffset: "distributionListOffset",
  listCount: "distributionListCount",
  filters: "Filters",
  filterColumn: "ColumnName",
  filterOperands: "Operands",
  searchCriteria: "searchCriteria",
  searchedList: "listId",
  campaign: "campaignId",
  locations: "Locations",
  endDate: "EndDate",
  sendingHours: "SendingHours",
  recipientsLimit: "TargetRecipientsLimit",
  transactionId: "TransactionID",
  messageIds: "messageId",
};

type Names = Readonly<Partial<Record<Parameter, string>>>;

const inCampaigns: Names = {
  smsText: "SmsText",
  clientTransactionId: "ClientTransactionID",
  details: "smsCampaign",
};

/** Names in operations that take a record, where they differ. */
export const namesInRecords: Readonly<Record<string, Names>> = {
  SendSmsToDistributionList: {
    smsText: "SmsText",
    list: "DistributionListID",
    listOffset: "DistributionListOffset",
    listCount: "DistributionListCount",
  },
  SendSmsToSmartList: { smsText: "SmsText", list: "SmartListID", listCount: "Count" },
  CheckSmsCost: { smsText: "SmsText", details: "smsDetails" },
  SendAdZoneSms: { ...inCampaigns, locations: "LocationID" },
  SendMultilocationalAdZoneSms: inCampaigns,
  SendMultilocationalDynamicAdZoneSms: inCampaigns,
};

/** The Result text of a refusal of an operation of the contract. */
export function resultText(refusal: Refusal, operation: string): string {
  switch (refusal.name) {
    case "incorrectParameter":
      return incorrectParameter(nameOf(refusal.parameter, operation));
    case "missingParameter":
      return missingParameter(nameOf(refusal.parameter, operation));
    case "countryLimit":
      return resultTexts[refusal.payment === "postpaid" ? "postpaidLimit" : "insufficientCredit"];
    case "keepAliveOff":
      return keepAliveOff(refusal.customerId);
    default:
      return resultTexts[refusal.name];
  }
}

function nameOf(parameter: Parameter, operation: string): string {
  return namesInRecords[operation]?.[parameter] ?? parameterNames[parameter];
}

/** The Result of an outcome. */
export function resultOf(outcome: Outcome, operation: string): string {
  return outcome.ok ? ok : resultText(outcome.refusal, operation);
}

/** ErrorCode of a Result text: 0 for success, the digits of the code of a refusal (4042 for 404.2), or -1 without a code. */
export function errorCodeOf(result: string): number {
  if (result === ok) return 0;
  const match = /^([0-9]{3})\.([0-9]) /.exec(result);
  return match === null ? -1 : Number(`${match[1] ?? ""}${match[2] ?? ""}`);
}
