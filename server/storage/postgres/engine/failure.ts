import { StoreError, type StoreErrorCode } from "../../errors.js";

/** Codes of the server by their start, the longest first (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const sqlStates: readonly (readonly [start: string, code: StoreErrorCode])[] = [
  ["25006", "standby"],
  ["25P", "connectionLost"],
  ["28", "refusedLogin"],
  ["3D000", "noDatabase"],
  ["40", "busy"],
  ["42501", "noRights"],
  ["53100", "full"],
  ["53200", "busy"],
  ["53300", "noConnection"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["57P03", "unreachable"],
  ["57P04", "noDatabase"],
  ["57P", "connectionLost"],
  ["08", "connectionLost"],
  ["58", "io"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
];

/** Failures of the operating system, by their codes, where no connection could be made. */
const notReached = [
  "ECONNREFUSED",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EACCES",
];

/** Messages of the driver for failures without a server error. */
const words: readonly (readonly [words: RegExp, code: StoreErrorCode])[] = [
  [/timeout exceeded when trying to connect|timeout expired/u, "unreachable"],
  [/does not support SSL/u, "noTls"],
  [/certificate|self.signed|altnames|issuer|wrong version number/iu, "untrustedServer"],
  [/SASL/u, "refusedLogin"],
  [/connection terminated|connection ended|not queryable|read timeout|socket/iu, "connectionLost"],
];

interface Failed {
  readonly code: string;
  readonly message: string;
}

function failedOf(error: unknown): Failed {
  if (typeof error !== "object" || error === null) return { code: "", message: "" };
  // Several addresses of one name were tried: the first says as much as all.
  if ("errors" in error && Array.isArray(error.errors) && error.errors.length > 0)
    return failedOf(error.errors[0]);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { code, message: "message" in error && typeof error.message === "string" ? error.message : "" };
}

/** The error code of the server; undefined without one. */
function sqlStateOf(error: unknown): string | undefined {
  const { code } = failedOf(error instanceof StoreError ? error.cause : error);
  return /^[0-9A-Z]{5}$/u.test(code) ? code : undefined;
}

/** Messages of servers and poolers whose codes are not specific. */
const precise: readonly (readonly [words: RegExp, code: StoreErrorCode])[] = [
  [/during recovery/u, "standby"],
  [/statement pooling mode/u, "statementPooler"],
];

function codeOf({ code, message }: Failed): StoreErrorCode {
  const said = precise.find(([pattern]) => pattern.test(message));
  if (said !== undefined) return said[1];
  const state = /^[0-9A-Z]{5}$/u.test(code) ? sqlStates.find(([start]) => code.startsWith(start)) : undefined;
  if (state !== undefined) return state[1];
  if (notReached.includes(code)) return "unreachable";
  if (["ECONNRESET", "EPIPE"].includes(code)) return "connectionLost";
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_|UNABLE_)/u.test(code)) return "untrustedServer";
  return words.find(([pattern]) => pattern.test(message))?.[1] ?? "failed";
}

/**
 * An error of the server as a failure of the store. Its message is kept; its DETAIL is not, because it contains values of rows.
 * `place` is said where the server could not be used at all.
 */
export function asStoreError(error: unknown, place?: string): StoreError {
  if (error instanceof StoreError) return error;
  const failed = failedOf(error);
  const code = codeOf(failed);
  const said = code === "failed" || place === undefined ? failed.message : `${place}: ${failed.message}`;
  return new StoreError(code, said, { cause: error });
}

/** Codes with which a connection ends, after a commit or before. */
const endings: readonly string[] = ["57P", "08"];

/** True when the server says that the statements were not carried out. */
export function isRefused(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !endings.some((start) => state.startsWith(start));
}

/** True when the server has ended the statement because it took too long. */
export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === "57014";
}

/** True when a lock was not free in time. */
export function isLocked(error: unknown): boolean {
  return sqlStateOf(error) === "55P03";
}

/** Conflicts of two transactions: they could not be put in an order, waited for each other, or both made the same new row. */
const conflicts: readonly (string | undefined)[] = ["40001", "40P01", "23505"];

/** True when another run of the transaction may succeed: it sees what the other one has committed meanwhile. */
export function isConflict(error: unknown): boolean {
  return conflicts.includes(sqlStateOf(error));
}
