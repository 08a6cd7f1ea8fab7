import { JsonError, problemTable, type PlacedError, type ProblemForm } from "messenger-gen-runtime/json";
import { NotAllowed } from "../../actions/rights.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { isStopped } from "../../ports/reading.js";
import { isPassing } from "../../ports/service.js";
import { operatorsPath } from "./calls.js";

const own = {
  WrongKey: { status: 401, title: "The key is missing or wrong" },
  NotAllowed: { status: 403, title: "The key may not do that" },
  UnknownThing: { status: 404, title: "There is no such thing" },
  ExistsAlready: { status: 409, title: "It exists already" },
  Refused: { status: 409, title: "The state of the service does not allow it" },
  AlreadyDone: { status: 409, title: "The call was carried out before; its response is not stored" },
  KeyMissing: { status: 400, title: "The call must have the header Idempotency-Key" },
  KeyReused: { status: 422, title: "The header Idempotency-Key belongs to another call" },
  RefusedValue: { status: 422, title: "A value was refused" },
  TooManyAttempts: { status: 429, title: "There were too many wrong keys" },
  TooSlow: { status: 503, title: "Reading took too long; nothing was changed" },
  Busy: { status: 503, title: "The service is busy" },
} as const satisfies Readonly<Record<string, ProblemForm>>;

const { NotFound, MethodNotAllowed, TooLarge, UnsupportedMediaType, Internal } = problemTable;
const { NotJson, DepthLimit, MemberLimit, DuplicateMember, UnknownMember } = problemTable;
const { MissingMember, WrongKind, WrongValue } = problemTable;

/** Problems of the operators' API (RFC 9457). Closed: `docs/guides/operators-api.md` has the same table. */
export const problems = {
  ...own,
  NotFound,
  MethodNotAllowed,
  TooLarge,
  UnsupportedMediaType,
  Internal,
  NotJson,
  DepthLimit,
  MemberLimit,
  DuplicateMember,
  UnknownMember,
  MissingMember,
  WrongKind,
  WrongValue,
} as const satisfies Readonly<Record<string, ProblemForm>>;

export type ProblemCode = keyof typeof problems;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** HTTP headers of the response. */
const headers: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, string>>>>> = {
  WrongKey: { "WWW-Authenticate": 'Bearer realm="messenger operators"' },
  AlreadyDone: { "Retry-After": "1" },
  TooManyAttempts: { "Retry-After": "6" },
  TooSlow: { "Retry-After": "5" },
  Busy: { "Retry-After": "5" },
};

interface ProblemDetails {
  /** Places in the document of the caller. */
  readonly errors?: readonly PlacedError[] | undefined;
  /** Besides those of the code. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Most characters of what a problem says: a value that it repeats may have all of the body. */
const mostSaid = 500;

const shortened = (text: string): string =>
  text.length <= mostSaid ? text : `${text.slice(0, mostSaid).replace(/\p{Cs}$/u, "")}...`;

/** A call that gets a problem. */
export class CallProblem extends Error {
  override readonly name = "CallProblem";
  readonly code: ProblemCode;
  readonly errors: readonly PlacedError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail a sentence for the caller, without a secret */
  constructor(code: ProblemCode, detail: string, { errors, headers: more }: ProblemDetails = {}) {
    super(shortened(detail));
    this.code = code;
    this.errors = errors?.map((error) => ({ ...error, detail: shortened(error.detail) }));
    this.headers = { ...headers[code], ...more };
  }
}

/** The JSON of a problem. */
export function problemText({ code, message: detail, errors }: CallProblem): string {
  const { status, title } = problems[code];
  const type = `${operatorsPath}/problems/${code}`;
  return JSON.stringify({ type, title, status, code, detail, errors });
}

const codes = { exists: "ExistsAlready", unknown: "UnknownThing", other: "Refused" } as const;

/** The problem of an error; undefined for one that nobody expects. */
export function problemFor(error: unknown): CallProblem | undefined {
  if (error instanceof CallProblem) return error;
  if (error instanceof JsonError) {
    const { code, detail, pointer } = error;
    return isProblemCode(code) ? new CallProblem(code, detail, { errors: [{ pointer, detail }] }) : undefined;
  }
  if (error instanceof NotAllowed) return new CallProblem("NotAllowed", `${error.message}.`);
  if (error instanceof InvalidInput) {
    const { field, message } = error;
    const errors = field === undefined ? undefined : [{ pointer: `/${field}`, detail: message }];
    return new CallProblem("RefusedValue", message, { errors });
  }
  if (error instanceof Refusal) return new CallProblem(codes[error.reason], error.message);
  if (isStopped(error)) return new CallProblem("TooSlow", error.detail);
  return isPassing(error) ? new CallProblem("Busy", "Repeat the call later.") : undefined;
}
