import { readFileSync } from "node:fs";
import { isWebUrl } from "../origin.js";

/** Which addresses documents may be fetched from; `local`: public ones, and those of this machine. */
export type Network = "none" | "public" | "local" | "any";

/** Options for fetching documents from a server that requires headers, credentials or certificates. */
export interface FetchOptions {
  /** HTTP headers, `Name: value`; `@FILE` stands for the lines of a file. Sent to the servers of the WSDLs only, mapped ones too, as is `basic`. */
  readonly header?: readonly string[];
  /** File with `user:password` on its first line, for HTTP Basic authentication. */
  readonly basic?: string;
  /** File with the client certificate, PEM. */
  readonly certificate?: string;
  /** File with its private key, PEM. */
  readonly key?: string;
  /** File with the certificates of the authorities that servers may have, PEM, in place of those of Node. */
  readonly ca?: string;
}

/** HTTP headers and client certificate for one server. */
export interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly cert?: string;
  readonly key?: string;
}

/** The options with their files read. */
export interface Credentials {
  /** Undefined for those of Node. */
  readonly ca: string | undefined;
  /** Credentials for the servers that the command line or the configuration names, and for no other. */
  readonly forUrl: (url: URL) => RequestOptions;
}

/**
 * Reads the files that options name.
 * @param servers URLs of the servers that get the credentials
 * @throws Error for a file that cannot be read, or an invalid header
 */
export function readCredentials(options: FetchOptions, servers: readonly string[]): Credentials {
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : readFileSync(path, "utf8");
  const [cert, key, ca] = [read(options.certificate), read(options.key), read(options.ca)];
  const headers = { ...headersOf(options.header ?? []), ...basicOf(read(options.basic)) };
  const origins = new Set(servers.filter(isWebUrl).map((url) => new URL(url).origin));
  const own = { headers, ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) };
  return { ca, forUrl: ({ origin }) => (origins.has(origin) ? own : { headers: {} }) };
}

function headersOf(given: readonly string[]): Readonly<Record<string, string>> {
  const lines = given.flatMap((each) =>
    each.startsWith("@") ? readFileSync(each.slice(1), "utf8").split("\n") : [each],
  );
  return Object.fromEntries(
    lines
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/.exec(line) ?? [];
        // The value may be a secret.
        if (name === undefined || value === undefined)
          throw new Error("a header is not of the form Name: value");
        return [name.toLowerCase(), value];
      }),
  );
}

function basicOf(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const [line = ""] = text.split(/\r?\n/);
  if (!line.includes(":")) throw new Error("the file of --basic does not contain user:password");
  return { authorization: `Basic ${Buffer.from(line).toString("base64")}` };
}
