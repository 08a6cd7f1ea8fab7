import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { OperatorLogin } from "../domain/accounts/operators.js";

/** A random token for the cookie of a browser: 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/u.test(text);

/** Hash of a token, which the store contains. */
export function tokenHash(token: string): string {
  return hash("sha256", `session ${token}`, "base64url");
}

/** Token of the forms that belong to a cookie; it cannot be derived without the cookie. */
export function formToken(token: string): string {
  return hash("sha256", `form ${token}`, "base64url");
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function isFormToken(given: string, token: string): boolean {
  return isSame(given, formToken(token));
}

/**
 * Mark of a browser that has logged in as an operator: an id with an HMAC under the password hash. Valid until the password of the
 * operator changes.
 */
export function browserMark(
  { name, passwordHash }: Pick<OperatorLogin, "name" | "passwordHash">,
  id = randomBytes(16).toString("base64url"),
): string {
  const proof = createHmac("sha256", passwordHash).update(`browser ${id} ${name}`).digest("base64url");
  return `${id}.${proof}`;
}

/** Id in the mark of a browser; undefined if the mark is not valid for this operator. */
export function markedBrowser(
  mark: string | undefined,
  operator: Parameters<typeof browserMark>[0],
): string | undefined {
  const id = mark?.split(".", 1)[0];
  return mark !== undefined && isSame(mark, browserMark(operator, id)) ? id : undefined;
}

/** Browsers accept the prefix `__Secure-` only with the attribute Secure. */
export const cookieName = (secure: boolean): string => (secure ? "__Secure-messenger" : "messenger");

/** The value of a cookie; undefined unless there is exactly one of the expected form. */
export function valueIn(cookies: string | undefined, name: string, form: RegExp): string | undefined {
  const prefix = `${name}=`;
  const found = (cookies ?? "").split(/;\s*/u).filter((each) => each.startsWith(prefix));
  const value = found[0]?.slice(prefix.length) ?? "";
  return found.length === 1 && form.test(value) ? value : undefined;
}

/** The token in a Cookie header; undefined unless there is exactly one of the expected form. */
export function tokenIn(cookies: string | undefined, secure: boolean): string | undefined {
  return valueIn(cookies, cookieName(secure), /^[\w-]{43}$/u);
}

/** The mark of the browser in a Cookie header. */
export function markIn(cookies: string | undefined, secure: boolean): string | undefined {
  return valueIn(cookies, `${cookieName(secure)}-browser`, /^[\w-]{22}\.[\w-]{43}$/u);
}

/** Seconds for which a browser keeps its mark. */
const markAge = 180 * 86_400;

/** A Set-Cookie header for the mark of a browser, which sends it with log-ins only. */
export function markCookieOf(mark: string, secure: boolean): string {
  const transport = secure ? "; Secure" : "";
  return `${cookieName(secure)}-browser=${mark}; Path=/console/log-in; HttpOnly; SameSite=Strict${transport}; Max-Age=${markAge}`;
}

/** A Set-Cookie header; without a token it deletes the cookie. */
export function cookieOf(token: string | undefined, secure: boolean): string {
  const end = token === undefined ? "; Max-Age=0" : "";
  const transport = secure ? "; Secure" : "";
  return `${cookieName(secure)}=${token ?? ""}; Path=/console; HttpOnly; SameSite=Strict${transport}${end}`;
}
