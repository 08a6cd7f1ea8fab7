import type { SoapUser } from "messenger-client/records";
import {
  HostProblem,
  type JsonCall,
  type JsonHost,
  type JsonMembers,
  type Supplied,
} from "messenger-gen-runtime/json";
import { apiKeyId } from "../../domain/accounts/api-keys.js";
import { refusalCodes } from "../../domain/usage/refused-calls.js";
import { loginNotes } from "../../operations/access.js";
import { withinRights } from "../../operations/rights.js";
import type { Credentials } from "../../ports/accounts.js";
import { unauthorized } from "./problems.js";
import { refusalProblem, type ResultText } from "./refusals.js";

/** Credentials of a request, as the operations take them. */
interface Login {
  /** 0 with an API key, which names its customer and user itself. */
  readonly customer: number;
  readonly user: string;
  readonly password: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Longest header that is looked at, in UTF-16 code units. */
const longest = 4_096;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Checks the credentials of a request, and the rights of the caller for its call, before the body is read.
 * @throws HostProblem to refuse the request
 */
export function admitCalls(credentials: Credentials, resultText: ResultText): NonNullable<JsonHost["admit"]> {
  return async ({ name, served }, { headers, remoteAddress, note }) => {
    const { customer, user, password } = loginIn(headers);
    note(loginNotes(customer, user, password));
    const verification = withinRights(
      await credentials.verify(customer, user, password, remoteAddress),
      served.name,
    );
    if (verification.kind === "verified") return;
    const refusal = { name: verification.kind };
    note({ result: refusalCodes[refusal.name] });
    throw refusalProblem(refusal, resultText(refusal, served.name), name);
  };
}

/** The log-in in the headers of a request. @throws HostProblem without a usable one */
function loginIn(headers: Headers): Login {
  const login = loginOf(headers["authorization"]);
  if (login === undefined) throw new HostProblem(unauthorized);
  return login;
}

/**
 * The credentials of a request, as members of the input or beside them.
 * @throws HostProblem without usable credentials
 */
export function supplyCredentials(
  { supplied = [], beside = [] }: JsonCall,
  { headers }: { readonly headers: Headers },
): Supplied {
  const { customer, user, password } = loginIn(headers);
  const members: JsonMembers = {
    user: { customerId: customer, name: user, password },
    customerId: customer,
    userName: user,
    userPassword: password,
  };
  const values: Readonly<Record<string, SoapUser>> = {
    user: { CustomerID: customer, Name: user, Password: password },
  };
  return { members: chosen(members, supplied), beside: chosen(values, beside) };
}

function chosen<T>(
  values: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T | undefined> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function loginOf(header: Headers[string]): Login | undefined {
  if (typeof header !== "string" || header.length > longest) return undefined;
  const [, scheme = "", credentials = ""] = /^([A-Za-z]+) +(\S+) *$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return apiKeyId(credentials) === undefined
        ? undefined
        : { customer: 0, user: "", password: credentials };
    case "basic":
      return passwordLogin(credentials);
    default:
      return undefined;
  }
}

/** A character that no name and no password of the contract can have: XML 1.0, production 2. */
const notOfXml = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/u;

/** `42/api:password` in base64 (RFC 7617), in UTF-8. */
function passwordLogin(encoded: string): Login | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, "base64"));
    const [, customer = "", user = "", password] = /^([1-9]\d{0,9})\/([^:]*):([^]*)$/.exec(text) ?? [];
    return password === undefined || Number(customer) > 2_147_483_647 || notOfXml.test(text)
      ? undefined
      : { customer: Number(customer), user, password };
  } catch {
    return undefined;
  }
}
