/** Contracts of the commands that call a service at once. */
import type * as Host from "messenger-gen-host";
import type { Diagnostics } from "../diagnostics.js";
import type { LiveOptions } from "../live/contract.js";
import { fetchedAsNamed } from "../live/network.js";
import { optionsIn } from "../option-values.js";
import { isWebUrl } from "../origin.js";
import { readCredentials, type Credentials } from "../read/request-options.js";
import { namedUrls } from "../read/substitutes.js";

/** Options of these commands: those for reading a contract, and for reaching its service. */
export interface LiveFlags extends Omit<LiveOptions, "wsdl"> {
  /** Address of the service (default: that in the contract). */
  readonly endpoint?: string | undefined;
  /** Milliseconds that a call may take. */
  readonly timeout?: number | undefined;
  /** Bytes that a response may have. */
  readonly maxResponse?: number | undefined;
  /** File with user:password for a UsernameToken. */
  readonly usernameToken?: string;
}

/** A command that ends with a message for its user. */
export class CommandError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The host, an optional package: only commands that serve need it. @throws CommandError where it is not installed */
export async function hostPackage(): Promise<typeof Host> {
  try {
    return await import("messenger-gen-host");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new CommandError(
      "the package messenger-gen-host is not installed",
      "Install it as messenger-gen was installed, in the same version.",
    );
  }
}

/** The options of a contract but those of its output; a WSDL that is named by a URL may be fetched. */
export function contractOptions(wsdl: readonly string[], flags: LiveFlags): LiveOptions {
  const used = optionsIn(flags, ({ about }) => about !== "output");
  return { ...used, ...fetchedAsNamed(wsdl), wsdl };
}

/** Reports errors of a contract and ends the command; warnings are not of interest for a call. */
export async function checked<T>(result: T | undefined, diagnostics: Diagnostics): Promise<T> {
  if (result !== undefined) return result;
  const { reportDiagnostics } = await import("../report.js");
  await reportDiagnostics(diagnostics.all);
  throw new CommandError("the contract cannot be used", "Correct it, or try --lenient.");
}

/** Options of a connection to a service at once, its address aside. */
export function transportOptions({ maxResponse }: LiveFlags) {
  const limit = maxResponse === undefined ? {} : { maxResponseBytes: maxResponse };
  return { proxy: "environment", compression: true, ...limit } as const;
}

/** What every call of a client gets from these options. */
export interface Reached {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Options of the connections: certificates. */
  readonly agent: Readonly<Record<string, string>>;
}

/**
 * The address of a service, with the headers and certificates for it. Those are not sent where only a document that was fetched says so.
 * @param url in the contract
 * @param wsdls paths and URLs of its documents
 */
export function reached(url: string | undefined, wsdls: readonly string[], flags: LiveFlags): Reached {
  const { endpoint = url } = flags;
  if (endpoint === undefined)
    throw new CommandError("the contract has no address of the service", "Name it with --endpoint URL.");
  if (!isWebUrl(endpoint) || !URL.canParse(endpoint))
    throw new CommandError(
      `${JSON.stringify(endpoint)} is no URL`,
      "Write an absolute URL with http or https.",
    );
  if (
    flags.endpoint === undefined &&
    hasCredentials(flags) &&
    isElsewhere(endpoint, namedUrls(wsdls, flags.map))
  )
    throw new CommandError(
      `credentials are given, and the WSDL says that the service is at ${new URL(endpoint).origin}`,
      "Name the service with --endpoint URL to send them there.",
    );
  const { ca, forUrl } = credentialsOf(flags, endpoint);
  const { headers, ...certificates } = forUrl(new URL(endpoint));
  return { url: endpoint, headers, agent: { ...certificates, ...(ca === undefined ? {} : { ca }) } };
}

function hasCredentials({ header, basic, certificate, usernameToken }: LiveFlags): boolean {
  return [header, basic, certificate, usernameToken].some((each) => each !== undefined);
}

/** True where the documents were fetched, and none of them from the server of the service. */
function isElsewhere(endpoint: string, urls: readonly string[]): boolean {
  return urls.length > 0 && !urls.some((url) => new URL(url).origin === new URL(endpoint).origin);
}

function credentialsOf(flags: LiveFlags, endpoint: string): Credentials {
  try {
    return readCredentials(flags, [endpoint]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    throw new CommandError(
      reason,
      "Correct --header, --basic, --certificate, --key or --ca, or the file that it names.",
    );
  }
}
