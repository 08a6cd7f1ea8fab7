import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

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

/** Token of the forms that belong to a cookie; it cannot be derived without the cookie. `person`: the seal of the visitor, who has logged in. */
export function formToken(token: string, person = ""): string {
  const own = hash("sha256", `form ${token}`, "base64url");
  return person === "" ? own : `${own}.${person}`;
}

/** The seal in the token of a form; empty without one. */
export const sealIn = (given: string): string => given.split(".").slice(1).join(".");

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function isFormToken(given: string, token: string): boolean {
  return isSame(given.split(".", 1)[0] ?? "", formToken(token));
}

/** Seals a text under a key: others cannot make it, nor see the text. */
export function sealed(key: string, text: string): string {
  const part = (of: string): string =>
    createHmac("sha256", key).update(of).digest("base64url").slice(0, sealPart);
  const name = part(`person ${text}`);
  return `${name}.${part(`seal ${name}`)}`;
}

const sealPart = 22;

/** Whether a seal was made under the key. */
export function isSeal(key: string, seal: string): boolean {
  const [name = ""] = seal.split(".", 1);
  const proof = createHmac("sha256", key).update(`seal ${name}`).digest("base64url").slice(0, sealPart);
  return isSame(seal, `${name}.${proof}`);
}

/** A site, as its cookies and addresses name it. */
export interface SiteIdentity {
  /** In the log and the audit log. */
  readonly name: "console" | "portal";
  /** Path above all pages; empty for a site that has a listener for itself. */
  readonly base: string;
  /** Name of its cookies: sites on one host have different ones. */
  readonly cookie: string;
}

/** A person who logs in, as far as a mark depends on it. */
export interface Marked {
  readonly name: string;
  readonly passwordHash: string;
}

/** Mark of a browser that has logged in: an id with an HMAC under the password hash. Valid until the password changes. */
export function browserMark(
  { name, passwordHash }: Marked,
  id = randomBytes(16).toString("base64url"),
): string {
  const proof = createHmac("sha256", passwordHash).update(`browser ${id} ${name}`).digest("base64url");
  return `${id}.${proof}`;
}

/** Id in the mark of a browser; undefined if the mark is not valid for this person. */
export function markedBrowser(mark: string | undefined, person: Marked): string | undefined {
  const id = mark?.split(".", 1)[0];
  return mark !== undefined && isSame(mark, browserMark(person, id)) ? id : undefined;
}

/** Browsers accept the prefix `__Host-` only for a cookie of this host alone, on all its paths, with the attribute Secure. */
const sessionName = ({ cookie }: SiteIdentity, secure: boolean): string =>
  secure ? `__Host-${cookie}` : cookie;

/** Name of a cookie beside that of the session; browsers accept the prefix `__Secure-` only with the attribute Secure. */
export const cookieName = ({ cookie }: SiteIdentity, of: string, secure: boolean): string =>
  `${secure ? "__Secure-" : ""}${cookie}-${of}`;

/** The value of a cookie; undefined unless there is exactly one of the expected form. */
export function valueIn(cookies: string | undefined, name: string, form: RegExp): string | undefined {
  const prefix = `${name}=`;
  const found = (cookies ?? "").split(/;\s*/u).filter((each) => each.startsWith(prefix));
  const value = found[0]?.slice(prefix.length) ?? "";
  return found.length === 1 && form.test(value) ? value : undefined;
}

/** The token in a Cookie header; undefined unless there is exactly one of the expected form. */
export function tokenIn(
  cookies: string | undefined,
  site: SiteIdentity,
  secure: boolean,
): string | undefined {
  return valueIn(cookies, sessionName(site, secure), /^[\w-]{43}$/u);
}

/** The mark of the browser in a Cookie header. */
export function markIn(cookies: string | undefined, site: SiteIdentity, secure: boolean): string | undefined {
  return valueIn(cookies, cookieName(site, "browser", secure), /^[\w-]{22}\.[\w-]{43}$/u);
}

/** Seconds for which a browser keeps its mark. */
const markAge = 180 * 86_400;

const attributesOf = (path: string, secure: boolean): string =>
  `Path=${path}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;

/** A Set-Cookie header for a value that a browser keeps for some seconds, below a path of the site. */
export function keptCookieOf(
  site: SiteIdentity,
  { of, value, path, age }: Readonly<Record<"of" | "value" | "path", string>> & { readonly age: number },
  secure: boolean,
): string {
  const name = cookieName(site, of, secure);
  return `${name}=${value}; ${attributesOf(`${site.base}${path}` || "/", secure)}; Max-Age=${age}`;
}

/** A Set-Cookie header for the mark of a browser, which sends it with log-ins only. */
export function markCookieOf(mark: string, site: SiteIdentity, secure: boolean): string {
  return keptCookieOf(site, { of: "browser", value: mark, path: "/log-in", age: markAge }, secure);
}

/** A Set-Cookie header for a session; without a token it deletes the cookie. */
export function cookieOf(token: string | undefined, site: SiteIdentity, secure: boolean): string {
  const path = secure || site.base === "" ? "/" : site.base;
  const end = token === undefined ? "; Max-Age=0" : "";
  return `${sessionName(site, secure)}=${token ?? ""}; ${attributesOf(path, secure)}${end}`;
}
