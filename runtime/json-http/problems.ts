/** Problems: why a call over JSON got no result (RFC 9457). */
import { faultTable, ServiceFault, type FaultReason } from "../errors/fault.js";
import { JsonError, jsonErrorTable, type JsonErrorCode } from "../json/errors.js";

/**
 * What a problem is. Closed: each code has a row in `problemTable`, which the site puts into `docs/reference/json.md`. Codes are those of
 * documents that are refused, reasons of faults, and those of requests that are no calls.
 */
export type ProblemCode =
  | JsonErrorCode
  | FaultReason
  | "BadRequest"
  | "NotFound"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestTimeout"
  | "Unauthorized"
  | "Forbidden"
  | "BadGateway"
  | "ServiceFault";

/** What a code means. */
export interface ProblemForm {
  /** HTTP status, also in the member `status`. */
  readonly status: number;
  /** The member `title`: the same for every problem of the code. */
  readonly title: string;
}

/** One row per code. */
export const problemTable: Readonly<Record<ProblemCode, ProblemForm>> = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ refusedDocuments(),
  {
    BadRequest: { status: 400, title: "The body cannot be read" },
    NotFound: { status: 404, title: "There is nothing at that path" },
    MethodNotAllowed: { status: 405, title: "The path has other methods" },
    NotAcceptable: { status: 406, title: "The caller does not accept JSON" },
    RequestTimeout: { status: 408, title: "The body arrived too slowly" },
    Unauthorized: { status: 401, title: "The credentials are missing or wrong" },
    Forbidden: { status: 403, title: "The caller may not do that" },
    BadGateway: { status: 502, title: "The service behind the gateway gave no usable response" },
    ServiceFault: { status: 500, title: "The service behind the gateway failed" },
    MalformedMessage: { status: 400, title: "The message cannot be read" },
    UnsupportedVersion: { status: 400, title: "The version of the message is not supported" },
    NotUnderstood: { status: 400, title: "A header of the message is not understood" },
    UnknownOperation: { status: 404, title: "There is no such operation" },
    InvalidValue: { status: 400, title: "The operation refused a value" },
    MissingValue: { status: 400, title: "The operation needs a value that is absent" },
    TooLarge: { status: 413, title: "The message is too large" },
    UnsupportedMediaType: { status: 415, title: "The media type or coding is not supported" },
    UnsupportedCharset: { status: 415, title: "The charset is not UTF-8" },
    NotImplemented: { status: 501, title: "The service does not implement that" },
    Unavailable: { status: 503, title: "The service is not available; nothing was changed" },
    DeadlineExceeded: { status: 504, title: "The call took too long; it may have been carried out" },
    OutcomeUnknown: { status: 500, title: "It is unknown whether the call was carried out" },
    Declared: { status: 500, title: "A fault that the contract declares" },
    Internal: { status: 500, title: "The service failed" },
  },
);

function refusedDocuments(): Record<JsonErrorCode, ProblemForm> {
  const rows = Object.entries(jsonErrorTable).map(([code, { status, meaning }]) => [
    code,
    { status, title: meaning },
  ]);
  // The keys are those of a closed table.
  return Object.fromEntries(rows) as Record<JsonErrorCode, ProblemForm>;
}

/** True for a text that is a code. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(problemTable, code);
}

/** Media type of problems. */
export const problemType = "application/problem+json";

/** A place in the document of the caller, and its defect. */
export interface PlacedError {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

/** What a problem says besides its code; a host has further members. */
export interface ProblemParts extends Readonly<Record<string, unknown>> {
  readonly detail?: string | undefined;
  readonly errors?: readonly PlacedError[] | undefined;
  /** Name of a declared fault. */
  readonly faultName?: string | undefined;
  /** Its detail as JSON text. */
  readonly fault?: string | undefined;
}

/** The text of a problem of `problemTable`. */
export function problemText(path: string, code: ProblemCode, parts: ProblemParts = {}): string {
  return problemOf(path, { code, ...problemTable[code] }, parts);
}

/** A problem by its code. */
interface CodedProblem extends ProblemForm {
  readonly code: string;
}

/**
 * The text of a problem.
 * @param path of the JSON interface, under which each code has a page
 * @param parts its other members; `fault` is JSON text
 */
export function problemOf(
  path: string,
  { code, status, title }: CodedProblem,
  { fault, ...members }: ProblemParts,
): string {
  const text = JSON.stringify({ type: `${path}/problems/${code}`, title, status, code, ...members });
  return fault === undefined ? text : `${text.slice(0, -1)},"fault":${fault}}`;
}

/** A call that is refused with a problem of a code that no reason of a fault has. */
export class ProblemFault extends ServiceFault {
  readonly problem: ProblemCode;
  readonly errors: readonly PlacedError[] | undefined;

  constructor(problem: ProblemCode, cause: unknown, text: string) {
    const placed = cause instanceof JsonError ? cause : undefined;
    // Other pointers may end in a name of the caller, which may be secret.
    const path = problem === "MissingMember" || problem === "WrongKind" ? placed?.pointer : undefined;
    // What a caller has written is no failure: a log needs the place of the code for other causes only.
    super(reasonOf(problem), text, { cause: placed === undefined ? cause : undefined, path });
    this.problem = problem;
    this.errors = placed && [{ pointer: placed.pointer, detail: placed.detail }];
  }
}

/** The reason of a fault for a problem. */
export function reasonOf(code: ProblemCode): FaultReason {
  if (Object.hasOwn(faultTable, code)) return code as FaultReason;
  if (code === "MissingMember") return "MissingValue";
  if (code === "NotFound" || code === "MethodNotAllowed") return "UnknownOperation";
  if (code === "BadGateway" || code === "ServiceFault") return "OutcomeUnknown";
  switch (problemTable[code].status) {
    case 400:
      return "MalformedMessage";
    case 413:
      return "TooLarge";
    default:
      return "InvalidValue";
  }
}

/** What a problem of a host says. */
export interface HostProblemOptions extends ProblemForm {
  /** Unlike those of `problemTable`; `ServedJsonOptions.problems` has a row for it. */
  readonly code: string;
  readonly detail: string;
  /** Further members. An iterable that is no array is written as an array, item by item while the response is sent. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** HTTP headers of the response, names and values in turn. */
  readonly headers?: readonly string[];
}

/** A call over JSON that a host refuses with a problem of its own. */
export class HostProblem extends ServiceFault {
  readonly problem: HostProblemOptions;

  constructor(problem: HostProblemOptions) {
    const { status, detail } = problem;
    super(status === 503 ? "Unavailable" : status < 500 ? "InvalidValue" : "OutcomeUnknown", detail);
    this.problem = problem;
  }
}
