import { HostProblem } from "messenger-gen-runtime/json";
import type { Parameter, Refusal, RefusalName } from "../../domain/refusals.js";
import { listedNumbers } from "../../operations/priced-recipients.js";
import { maxClientTransactionId } from "../../operations/send-sms.js";
import { problem, type ServiceProblem } from "./problems.js";

/** The Result text of a refusal of an operation of the contract: a member of the problem. */
export type ResultText = (refusal: Refusal, operation: string) => string;

/** The code of each refusal, and the members that one without a parameter is about. */
export const refusals: Readonly<Record<RefusalName, readonly [code: ServiceProblem, ...members: string[]]>> =
  {
    tooManyLogins: ["TooManyAttempts"],
    unknownUser: ["WrongCredentials"],
    userBlocked: ["NotAllowed"],
    customerBlocked: ["NotAllowed"],
    interfaceClosed: ["NotAllowed"],
    sendingOff: ["NotAllowed"],
    inboxInactive: ["NotAllowed"],
    keepAliveOff: ["RefusedValue"],
    noOriginators: ["NotAllowed"],
    unknownOriginator: ["RefusedValue", "originator"],
    originatorTooLong: ["RefusedValue", "originator"],
    originatorBadCharacters: ["RefusedValue", "originator"],
    insufficientCredit: ["InsufficientCredit"],
    postpaidLimit: ["InsufficientCredit"],
    countryLimit: ["InsufficientCredit"],
    noPhone: ["RefusedValue", "recipientPhone"],
    numberTooLong: ["RefusedValue", "recipientPhone"],
    allRejected: ["RefusedValue", "recipientPhone"],
    priceTooHigh: ["RefusedValue", "recipientPhone"],
    badEncoding: ["RefusedValue", "smsText"],
    emptyMessage: ["RefusedValue", "smsText"],
    badDefDate: ["RefusedValue", "defDate"],
    noMmsData: ["RefusedValue", "mm7Data"],
    vasIdNotNumeric: ["RefusedValue", "mm7Data"],
    chargedPartyNotSender: ["RefusedValue", "mm7Data"],
    noService: ["RefusedValue", "serviceName", "serviceUrl"],
    unknownTransaction: ["UnknownResource"],
    unknownInboxOperation: ["RefusedValue"],
    serverBusy: ["Busy"],
    stillRunning: ["StillRunning"],
    incorrectParameter: ["RefusedValue"],
    missingParameter: ["RefusedValue"],
  };

/** Parameters in paths: a value that is refused there is one of something unknown. */
const inPaths: ReadonlySet<Parameter> = new Set(["list", "campaign"]);

/** The members of parameters. */
const members: Readonly<Record<Parameter, string>> = {
  smsText: "smsText",
  recipientsFile: "recipientPhonesFile",
  clientTransactionId: "clientTransactionId",
  binaryBody: "binaryBody",
  dataCoding: "dataCoding",
  esmClass: "esmClass",
  protocolId: "pid",
  serviceName: "serviceName",
  serviceUrl: "serviceUrl",
  xml: "xml",
  mm7Data: "mm7Data",
  details: "sendingDetails",
  list: "distributionListId",
  listOffset: "distributionListOffset",
  listCount: "distributionListCount",
  filters: "filters",
  filterColumn: "columnName",
  filterOperands: "operands",
  searchCriteria: "searchCriteria",
  searchedList: "id",
  campaign: "campaignId",
  locations: "locations",
  endDate: "endDate",
  sendingHours: "sendingHours",
  recipientsLimit: "targetRecipientsLimit",
  transactionId: "transactionId",
  messageIds: "messageId",
};

/** What members are in calls that have others for the same. The recipients of a list are those of its path. */
const membersOfCalls: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sendToFile: { recipientPhone: "recipientPhonesFile" },
  checkCost: { recipientPhone: "recipients" },
  sendBinaryMessage: { smsText: "binaryBody" },
  sendToList: { recipientPhone: "distributionListId" },
  sendToSmartList: {
    recipientPhone: "smartListId",
    distributionListId: "smartListId",
    distributionListCount: "count",
  },
  startCampaign: { locations: "locationId" },
};

/** Key of `sendMessage`: a header (`schema/v1/rest.js`). Of the first message only a hash is stored: which value differs is not known. */
const keyHeader = {
  name: "Idempotency-Key",
  tooLong: `The header Idempotency-Key has more than ${maxClientTransactionId} characters.`,
  taken:
    "The header Idempotency-Key was sent within 24 hours with a message whose content differs (originator, smsText, recipientPhone, messageType, defDate, blink, flash or private): use a new key for another message.",
} as const;

/** What a problem says about a refusal whose Result text says less. */
const details: Readonly<Partial<Record<RefusalName, string>>> = {
  priceTooHigh: "The message costs more than the highest price of a message that your account allows.",
  countryLimit:
    "The message exceeds the credits that your account may spend in a day on numbers of one country.",
};

/** The code of the problem of a refusal, and the members that it is about. */
function codeAndMembers(refusal: Refusal): readonly [code: ServiceProblem, ...members: string[]] {
  if (!("parameter" in refusal)) return refusals[refusal.name];
  const { name, parameter } = refusal;
  return [inPaths.has(parameter) ? "UnknownResource" : refusals[name][0], members[parameter]];
}

/**
 * The problem of a refusal.
 * @param result its Result text
 * @param call name of the call in the interface
 */
export function refusalProblem(refusal: Refusal, result: string, call: string): HostProblem {
  if (refusal.name === "stillRunning")
    return new HostProblem(
      problem("StillRunning", "Repeat the call: it then gets the response of the first one."),
    );
  const [code, ...about] = codeAndMembers(refusal);
  const isKey =
    call === "sendMessage" &&
    refusal.name === "incorrectParameter" &&
    refusal.parameter === "clientTransactionId";
  if (isKey) {
    const header = keyHeader.name;
    const detail = refusal.isTaken === true ? keyHeader.taken : keyHeader.tooLong;
    const errors = [{ pointer: `/${header.toLowerCase()}`, header, detail }];
    return new HostProblem(problem(code, detail, { result, errors }));
  }
  const others = membersOfCalls[call] ?? {};
  const errors = about.map((member) => ({ pointer: `/${others[member] ?? member}`, detail: result }));
  const rejected = "rejected" in refusal ? refusal.rejected : [];
  return new HostProblem(
    problem(code, details[refusal.name] ?? result, {
      result,
      errors: errors.length === 0 ? undefined : errors,
      rejectedNumbers: rejected.length === 0 ? undefined : listedNumbers(rejected),
    }),
  );
}
