import { HostProblem, type HostProblemOptions, type ProblemForm } from "messenger-gen-runtime/json";

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

export type ServiceProblem = keyof typeof serviceProblems;

const realm = 'realm="messenger"';

const headers: Readonly<Partial<Record<ServiceProblem, readonly string[]>>> = {
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

export function problem(
  code: ServiceProblem,
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

/** Something that a path names and that is not there. */
export function unknownResource(detail: string): HostProblem {
  return new HostProblem(problem("UnknownResource", detail));
}
