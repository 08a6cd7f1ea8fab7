import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random token for the cookie of a browser: 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hash of a token, as the store has it. */
export function tokenHash(token: string): string {
  return hash("sha256", `session ${token}`, "base64url");
}

/** Token of the forms that belong to a cookie: whoever cannot read the cookie or the page cannot make it up. */
export function formToken(token: string): string {
  return hash("sha256", `form ${token}`, "base64url");
}

/** Compares in constant time. */
export function isFormToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(formToken(token))];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A browser accepts a name that begins so only with the attribute Secure. */
const nameOf = (secure: boolean): string => (secure ? "__Secure-messenger" : "messenger");

/** The token in a Cookie header; undefined if there is none that this server made. */
export function tokenIn(cookies: string | undefined, secure: boolean): string | undefined {
  const prefix = `${nameOf(secure)}=`;
  const found = (cookies ?? "").split(/;\s*/u).filter((each) => each.startsWith(prefix));
  const token = found[0]?.slice(prefix.length) ?? "";
  return found.length === 1 && /^[\w-]{43}$/u.test(token) ? token : undefined;
}

/** A Set-Cookie header; without a token it deletes the cookie. */
export function cookieOf(token: string | undefined, secure: boolean): string {
  const end = token === undefined ? "; Max-Age=0" : "";
  const transport = secure ? "; Secure" : "";
  return `${nameOf(secure)}=${token ?? ""}; Path=/console; HttpOnly; SameSite=Strict${transport}${end}`;
}
