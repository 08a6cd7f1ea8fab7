import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { PrivateAddressError, publicOnly } from "messenger-gen-runtime/network";
import { Diagnostics } from "../diagnostics.js";
import type { Network } from "../options.js";
import type { Address, ContractDocuments } from "./contract.js";
import { shownAddress } from "./names.js";
import { loadContract, type LoadOptions } from "./load.js";
import { sizeLimit } from "./source.js";

/** Longest time for one document, in milliseconds. */
const timeLimitMs = 30_000;
/** Most documents of one contract. */
const documentLimit = 1_000;

type Reach = Exclude<Network, "none">;

/**
 * Like `loadContract`, after fetching remote documents and their imports over HTTP or HTTPS, from public addresses
 * unless `network` is `any`. Redirects are refused: a document is fetched only from the address in the contract.
 */
export async function loadWithNetwork(
  options: LoadOptions & { readonly network: Reach },
  diagnostics: Diagnostics,
): Promise<ContractDocuments> {
  const fetched = new Map<string, Uint8Array>();
  const failed = new Map<string, string>();
  for (;;) {
    const { unread } = loadContract({ ...options, fetched }, new Diagnostics());
    const wanted = unread.filter(({ location }) => !failed.has(location));
    if (wanted.length === 0) break;
    for (const { location } of wanted) {
      const left = sizeLimit - [...fetched.values()].reduce((sum, { length }) => sum + length, 0);
      const document =
        fetched.size < documentLimit
          ? await fetchDocument(location, { limit: left, network: options.network })
          : tooMany;
      if (typeof document === "string") failed.set(location, document);
      else fetched.set(location, document);
    }
  }
  const report = ({ location, at }: Address): void => {
    const reason = failed.get(location) ?? "";
    diagnostics.report("MG1017", at, { location: shownAddress(location), reason });
  };
  return loadContract({ ...options, fetched, onUnread: report }, diagnostics);
}

const tooLarge = `it makes the contract larger than ${sizeLimit / 1024 / 1024} MiB`;
const tooMany = `the contract has more than ${documentLimit} documents`;

/** The bytes of a document, or the reason why it cannot be fetched. */
async function fetchDocument(
  location: string,
  { limit, network }: { readonly limit: number; readonly network: Reach },
): Promise<Uint8Array | string> {
  if (!/^https?:\/\//i.test(location) || !URL.canParse(location))
    return "only http and https URLs are fetched";
  const url = new URL(location);
  if (url.username !== "" || url.password !== "") return "the URL contains a user name or a password";
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    const answer = await get(url, network, signal);
    const { statusCode: status = 0 } = answer;
    if (status === 200) return (await readAtMost(answer, limit)) ?? tooLarge;
    answer.destroy();
    if (status >= 300 && status < 400) return redirection(answer.headers.location, url);
    return `the response has the status ${status}`;
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return "its address is not public; --allow-private-network allows it";
    return signal.aborted ? `no response within ${timeLimitMs / 1000} seconds` : "the connection failed";
  }
}

function redirection(location: string | undefined, from: URL): string {
  const target =
    location !== undefined && URL.canParse(location, from.href)
      ? new URL(location, from).href
      : "another URL";
  return `the server redirects to ${target}, and redirects are not followed`;
}

function get(url: URL, network: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const options = { ...(network === "any" ? {} : publicOnly(url)), agent: false, signal } as const;
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, options)
      .on("response", resolve)
      .on("error", reject)
      // A response 101 closes the connection without an error and without a response.
      .on("close", () => {
        reject(new Error("no response"));
      })
      .end();
  });
}

async function readAtMost(body: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
