import { createHash, timingSafeEqual } from "node:crypto";
import { type CallContext, ServiceFault, textOf, type XmlElement } from "messenger-gen-runtime";
import type { HeaderGuard } from "messenger-gen-runtime/host";
import { securityHeader } from "messenger-gen-runtime/interceptors";

/** A UsernameToken of WS-Security (UsernameToken Profile 1.1), as it was received. */
export interface UsernameToken {
  readonly username: string;
  /** Whether the token proves the password, as text or as digest. Takes the same time for any password of one length. */
  matches(password: string): boolean;
}

/** Options of `usernameTokens`. */
export interface UsernameTokenOptions {
  /** Whether the call is permitted: look up the user, and call `token.matches`. */
  readonly check: (token: UsernameToken, call: CallContext) => boolean | Promise<boolean>;
  /** Only digests are accepted, so that no password is sent; false when not given. */
  readonly digestOnly?: boolean;
  /** Milliseconds that a digest is valid after its creation; five minutes when not given. */
  readonly validity?: number;
}

const oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
const secext = securityHeader.namespace;
const utility = `${oasis}-wssecurity-utility-1.0.xsd`;
const digestType = `${oasis}-username-token-profile-1.0#PasswordDigest`;
const fiveMinutes = 300_000;
/** Maximum number of stored digests; beyond it, calls with a digest are refused until one expires. */
export const mostDigests = 100_000;
/** Milliseconds between two removals of expired digests. */
const betweenRemovals = 1_000;

/**
 * Requires a UsernameToken of each SOAP call, and refuses all others, those over HTTP GET and POST too. A digest is accepted once, while it
 * is valid. Signatures and encryption are not processed, so that other elements of the Security header have no effect.
 */
export function usernameTokens(options: UsernameTokenOptions): HeaderGuard {
  const used = new UsedDigests(options.validity ?? fiveMinutes);
  return {
    understood: [securityHeader],
    check: async (blocks, call) => {
      const token = readToken(blocks, options, used);
      if (!(await options.check(token, call))) throw refused();
    },
  };
}

/** One text for all reasons: it does not reveal whether a user exists. */
function refused(): ServiceFault {
  return new ServiceFault("InvalidValue", "The security token could not be authenticated.");
}

function readToken(
  blocks: readonly XmlElement[],
  options: UsernameTokenOptions,
  used: UsedDigests,
): UsernameToken {
  const tokens = blocks.flatMap((block) => childrenOf(block, secext, "UsernameToken"));
  const [token] = tokens;
  if (token === undefined || tokens.length > 1) throw refused();
  const username = only(token, secext, "Username");
  const password = only(token, secext, "Password");
  const type = password.attributes.find(({ namespace, name }) => namespace === "" && name === "Type")?.value;
  const text = textOf(password.children);
  if (type !== digestType) {
    if (options.digestOnly === true) throw refused();
    return { username: textOf(username.children), matches: (given) => areEqual(hash(given), hash(text)) };
  }
  const created = textOf(only(token, utility, "Created").children).trim();
  const nonce = textOf(only(token, secext, "Nonce").children).trim();
  if (nonce === "") throw refused();
  const wanted = Buffer.from(text, "base64");
  let accepted: boolean | undefined;
  const matches = (given: string): boolean => {
    // The digest that the profile prescribes, section 3.1.
    const content = [Buffer.from(nonce, "base64"), Buffer.from(created), Buffer.from(given)];
    const digest = createHash("sha1").update(Buffer.concat(content)).digest();
    if (!areEqual(digest, wanted)) return false;
    return (accepted ??= used.accepts(digest, Date.parse(created), Date.now()));
  };
  return { username: textOf(username.children), matches };
}

/**
 * Digests that were accepted and are still valid. Only a digest whose password is right may be given to it: others cannot fill it. It
 * compares bytes, because one nonce or digest can be written in base64 in many ways.
 */
export class UsedDigests {
  readonly #validity: number;
  /** Expiry of each digest, by its bytes. */
  readonly #expiry = new Map<string, number>();
  #nextRemoval = 0;

  constructor(validity: number) {
    this.#validity = validity;
  }

  /** True for a digest that is valid now, and has not been used; times are milliseconds. */
  accepts(digest: Buffer, created: number, now: number): boolean {
    const expiry = created + this.#validity;
    if (!(expiry > now) || !(created < now + this.#validity)) return false;
    this.#removeExpired(now);
    const key = digest.toString("base64");
    if (this.#expiry.has(key) || this.#expiry.size >= mostDigests) return false;
    this.#expiry.set(key, expiry);
    return true;
  }

  #removeExpired(now: number): void {
    if (now < this.#nextRemoval) return;
    this.#nextRemoval = now + betweenRemovals;
    for (const [key, expiry] of this.#expiry) if (expiry <= now) this.#expiry.delete(key);
  }
}

function only(parent: XmlElement, namespace: string, name: string): XmlElement {
  const [first, second] = childrenOf(parent, namespace, name);
  if (first === undefined || second !== undefined) throw refused();
  return first;
}

function childrenOf({ children }: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return children.filter(
    (node): node is XmlElement =>
      typeof node !== "string" && node.name === name && node.namespace === namespace,
  );
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function areEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
