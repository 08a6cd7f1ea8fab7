import { createHash, timingSafeEqual } from "node:crypto";
import {
  ServiceFault,
  textOf,
  type CallContext,
  type HeaderGuard,
  type XmlElement,
} from "messenger-gen-runtime";

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
const secext = `${oasis}-wssecurity-secext-1.0.xsd`;
const utility = `${oasis}-wssecurity-utility-1.0.xsd`;
const digestType = `${oasis}-username-token-profile-1.0#PasswordDigest`;
const fiveMinutes = 300_000;
/** Maximum number of stored digests; beyond it, calls with a digest are refused until one expires. */
const mostNonces = 100_000;

/**
 * Requires a UsernameToken of each SOAP call, and refuses all others, those over HTTP GET and POST too. A digest is accepted once, while it
 * is valid. Signatures and encryption are not processed, so that other elements of the Security header have no effect.
 */
export function usernameTokens(options: UsernameTokenOptions): HeaderGuard {
  const seen = new SeenNonces(options.validity ?? fiveMinutes);
  return {
    understood: [{ namespace: secext, name: "Security" }],
    check: async (blocks, call) => {
      const token = readToken(blocks, options, seen);
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
  seen: SeenNonces,
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
  if (!seen.accepts(nonce, Date.parse(created))) throw refused();
  const wanted = Buffer.from(text, "base64");
  const matches = (given: string): boolean => {
    // The digest that the profile prescribes, section 3.1.
    const content = [Buffer.from(nonce, "base64"), Buffer.from(created), Buffer.from(given)];
    return areEqual(createHash("sha1").update(Buffer.concat(content)).digest(), wanted);
  };
  return { username: textOf(username.children), matches };
}

/** Nonces of digests that are still valid. */
class SeenNonces {
  readonly #validity: number;
  /** Expiry of each nonce, in the order of arrival. */
  readonly #expiry = new Map<string, number>();

  constructor(validity: number) {
    this.#validity = validity;
  }

  /** True for a digest that is valid now, and has not been used. */
  accepts(nonce: string, created: number): boolean {
    const now = Date.now();
    if (!(created > now - this.#validity) || !(created < now + this.#validity)) return false;
    for (const [known, expiry] of this.#expiry) {
      if (expiry > now) break;
      this.#expiry.delete(known);
    }
    if (nonce === "" || this.#expiry.has(nonce) || this.#expiry.size >= mostNonces) return false;
    this.#expiry.set(nonce, now + 2 * this.#validity);
    return true;
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
