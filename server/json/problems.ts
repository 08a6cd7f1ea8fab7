import { HostProblem, type HostProblemOptions, type ProblemForm } from "messenger-gen-runtime/json";
import { ok, refusals } from "../domain/result-text.js";
import { maxClientTransactionId } from "../operations/send-sms.js";

/** Problems of the service. Closed: each code has a row here, and `docs/reference/api.md` holds the same table. */
export const serviceProblems = {
  WrongCredentials: { status: 401, title: "The credentials are missing or wrong" },
  InsufficientCredit: { status: 402, title: "The credit does not suffice" },
  NotAllowed: { status: 403, title: "The caller may not do that" },
  UnknownResource: { status: 404, title: "There is no such message, list or campaign" },
  StillRunning: { status: 409, title: "A call with the same key is still running" },
  RefusedValue: { status: 422, title: "The operation refused a value" },
  TooManyAttempts: { status: 429, title: "There were too many wrong credentials" },
  Busy: { status: 503, title: "The service is busy; nothing was changed" },
} as const satisfies Readonly<Record<string, ProblemForm>>;

type Code = keyof typeof serviceProblems;

/** Problems by the name of the refusal; others are a refused value. */
const codes: Readonly<Partial<Record<keyof typeof refusals, Code>>> = {
  tooManyLogins: "TooManyAttempts",
  userBlocked: "NotAllowed",
  customerBlocked: "NotAllowed",
  interfaceClosed: "NotAllowed",
  sendingOff: "NotAllowed",
  inboxInactive: "NotAllowed",
  noOriginators: "NotAllowed",
  insufficientCredit: "InsufficientCredit",
  postpaidLimit: "InsufficientCredit",
  unknownUser: "WrongCredentials",
  unknownTransaction: "UnknownResource",
  serverBusy: "Busy",
};

const codesByText: ReadonlyMap<string, Code> = new Map(
  Object.entries(codes).map(([name, code]) => [refusals[name as keyof typeof refusals], code]),
);

const realm = 'realm="messenger"';

const headers: Readonly<Partial<Record<Code, readonly string[]>>> = {
  WrongCredentials: [
    "WWW-Authenticate",
    `Bearer ${realm}`,
    "WWW-Authenticate",
    `Basic ${realm}, charset="UTF-8"`,
  ],
  StillRunning: ["Retry-After", "1"],
  TooManyAttempts: ["Retry-After", "6"],
  Busy: ["Retry-After", "5"],
};

function problem(
  code: Code,
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
): HostProblemOptions {
  return { code, ...serviceProblems[code], detail, members, headers: headers[code] ?? [] };
}

/** A request without credentials, or with some of another form. */
export const unauthorized: HostProblemOptions = problem(
  "WrongCredentials",
  "Send Authorization: Bearer with an API key, or Basic with CUSTOMER/USER and the password.",
);

/** A repeat of a call that has not ended. */
export function stillRunning(): HostProblem {
  return new HostProblem(
    problem("StillRunning", "Repeat the call: it then gets the response of the first one."),
  );
}

/** Something that a path names and that is not there. */
export function unknownResource(detail: string): HostProblem {
  return new HostProblem(problem("UnknownResource", detail));
}

/** Names of parameters in paths: a value that is refused there is one of something unknown. */
const inPaths: ReadonlySet<string> = new Set(["DistributionListID", "SmartListID", "campaignId"]);

/** Members that refusals without a parameter in their text are about. */
const refusedMembers: Readonly<Partial<Record<keyof typeof refusals, string | readonly string[]>>> = {
  unknownOriginator: "originator",
  originatorTooLong: "originator",
  originatorBadCharacters: "originator",
  noPhone: "recipientPhone",
  numberTooLong: "recipientPhone",
  allRejected: "recipientPhone",
  badEncoding: "smsText",
  emptyMessage: "smsText",
  badDefDate: "defDate",
  noMmsData: "mm7Data",
  vasIdNotNumeric: "mm7Data",
  chargedPartyNotSender: "mm7Data",
  noService: ["serviceName", "serviceUrl"],
};

const membersByText: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(refusedMembers).map(([name, members]) => [
    refusals[name as keyof typeof refusals],
    typeof members === "string" ? [members] : members,
  ]),
);

/** What members are in calls that have others for the same. The recipients of a list are those of its path. */
const membersOfCalls: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sendToFile: { recipientPhone: "recipientPhonesFile" },
  checkCost: { recipientPhone: "recipients" },
  sendBinaryMessage: { smsText: "binaryBody" },
  sendToList: { recipientPhone: "distributionListId" },
  sendToSmartList: { recipientPhone: "smartListId" },
};

/** `RejectedNumbers` of a response. */
type Rejected = readonly (string | null)[];

function refusedMembersOf(result: string, call: string): readonly string[] {
  const others = membersOfCalls[call] ?? {};
  return (membersByText.get(result) ?? []).map((member) => others[member] ?? member);
}

/**
 * Throws the problem of a Result of a call that reports a failure.
 * @param rejected recipients, if they are the reason
 * @throws HostProblem
 */
export function checkResult(result: string, call = "", rejected: Rejected = []): void {
  if (result === ok) return;
  const [, parameter] = /^605\.[67] .*'([^']+)'/.exec(result) ?? [];
  const code =
    parameter !== undefined && inPaths.has(parameter) ? "UnknownResource" : codesByText.get(result);
  const header = headersOf.get(parameter ?? "");
  const detail = header?.detail ?? result;
  const members = parameter === undefined ? refusedMembersOf(result, call) : [memberName(parameter)];
  const errors =
    members.length === 0
      ? {}
      : { errors: members.map((member) => ({ pointer: `/${member}`, header: header?.name, detail })) };
  const numbers = rejected.length === 0 ? {} : { rejectedNumbers: rejected };
  throw new HostProblem(problem(code ?? "RefusedValue", detail, { result, ...errors, ...numbers }));
}

/** Headers that are parameters of the contract (`schema/v1/rest.js`), with the reasons for which the operations refuse them. */
const headersOf: ReadonlyMap<string, { readonly name: string; readonly detail: string }> = new Map([
  [
    "clientTransactionID",
    {
      name: "Idempotency-Key",
      detail: `The header Idempotency-Key has more than ${maxClientTransactionId} characters, or was sent within 24 hours with a message whose content differs: use a new key for another message.`,
    },
  ],
]);

/** The header or the member of JSON that a name in a Result text is: `smsText` of `SmsText`, `distributionListId` of `DistributionListID`. */
function memberName(parameter: string): string {
  const header = headersOf.get(parameter);
  if (header !== undefined) return header.name.toLowerCase();
  const [first = ""] = parameter;
  return (first.toLowerCase() + parameter.slice(1))
    .replace(/ID$/, "Id")
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
