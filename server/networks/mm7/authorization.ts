import { createHash } from "node:crypto";

export interface Login {
  readonly name: string;
  readonly password: string;
}

/** A supported challenge of the scheme Digest (RFC 7616). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: "MD5" | "SHA-256";
  /** False for a server of the time of RFC 2069. */
  readonly qop: boolean;
}

/** Properties of a request that enter its digest. */
export interface DigestUse {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  /** Use count of the nonce, including this request. */
  readonly count: number;
  readonly clientNonce: string;
}

/** The scheme Basic (RFC 7617), in UTF-8. */
export function basicAuthorization({ name, password }: Login): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

const parameter = /([a-z]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))[ \t]*(?:,[ \t]*|$)/iy;

/** Reads `WWW-Authenticate`; undefined unless it is one Digest challenge with an algorithm and quality known here. */
export function digestChallenge(header: string): DigestChallenge | undefined {
  const start = /^[ \t]*Digest[ \t]+/i.exec(header);
  if (start === null) return undefined;
  const found = new Map<string, string>();
  for (let at = start[0].length; at < header.length; at = parameter.lastIndex) {
    parameter.lastIndex = at;
    const [, name = "", quoted, plain = ""] = parameter.exec(header) ?? [];
    const key = name.toLowerCase();
    if (key === "" || found.has(key)) return undefined;
    found.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain);
  }
  const algorithm = (found.get("algorithm") ?? "MD5").toUpperCase();
  const nonce = found.get("nonce") ?? "";
  const qop = found.get("qop");
  const qualities = qop?.toLowerCase().split(/[ \t]*,[ \t]*/) ?? ["auth"];
  if ((algorithm !== "MD5" && algorithm !== "SHA-256") || nonce === "" || !qualities.includes("auth"))
    return undefined;
  return {
    realm: found.get("realm") ?? "",
    nonce,
    opaque: found.get("opaque"),
    algorithm,
    qop: qop !== undefined,
  };
}

/** The value of `Authorization` for a challenge. */
export function digestAuthorization(login: Login, challenge: DigestChallenge, use: DigestUse): string {
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const { method, target, clientNonce } = use;
  const hash = (text: string): string =>
    createHash(algorithm === "MD5" ? "md5" : "sha256")
      .update(text)
      .digest("hex");
  const count = use.count.toString(16).padStart(8, "0");
  const secret = hash(`${login.name}:${realm}:${login.password}`);
  const request = hash(`${method}:${target}`);
  const middle = qop ? `${nonce}:${count}:${clientNonce}:auth` : nonce;
  const fields = [
    `username="${quoted(login.name)}"`,
    `realm="${quoted(realm)}"`,
    `nonce="${quoted(nonce)}"`,
    `uri="${quoted(target)}"`,
    `algorithm=${algorithm}`,
    `response="${hash(`${secret}:${middle}:${request}`)}"`,
    ...(qop ? ["qop=auth", `nc=${count}`, `cnonce="${clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque="${quoted(opaque)}"`]),
  ];
  return `Digest ${fields.join(", ")}`;
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, "\\$&");
}
