import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { gunzipSync } from "node:zlib";
import { ClientError } from "messenger-gen-runtime";
import {
  decompressed,
  HttpProxyAgent,
  PrivateAddressError,
  proxyFromEnvironment,
  publicOnly,
  TunnelAgent,
} from "messenger-gen-runtime/network";
import { Diagnostics } from "../diagnostics.js";
import type { Address, ContractDocuments, ContractSource, Fetched } from "./contract.js";
import { shownAddress } from "../origin.js";
import { loadContract, type LoadOptions } from "./load.js";
import { namedUrls, type SubstituteOptions } from "./substitutes.js";
import { readCredentials, type Credentials, type FetchOptions, type Network } from "./request-options.js";
import type { OnProgress } from "../progress.js";
import { saveDocuments, savedDocuments } from "./saved.js";
import { sizeLimit } from "./source.js";

/** Longest time for one document, in milliseconds. */
const timeLimitMs = 30_000;
/** Most documents of one contract. */
const documentLimit = 1_000;
/** Maximum redirects of one document. */
const redirectLimit = 5;

/** Options for fetching documents. */
export interface NetworkOptions extends FetchOptions {
  readonly network: Network;
  /** Folder of fetched documents: those in it are not fetched again, others are added. */
  readonly save?: string | undefined;
  readonly onProgress?: OnProgress;
}

/**
 * Like `loadContract`, with saved documents, and after fetching further remote documents and their imports over HTTP or HTTPS, from public
 * addresses unless `network` is `any`. Redirects are followed under the same rules.
 */
export async function loadWithNetwork(
  options: LoadOptions & NetworkOptions & SubstituteOptions,
  diagnostics: Diagnostics,
): Promise<ContractDocuments> {
  const { network, save } = options;
  const fetched = new Map<string, Uint8Array | string>();
  const failed = new Map<string, string>();
  try {
    for (const [address, document] of save === undefined ? [] : savedDocuments(save))
      fetched.set(address, document);
    if (network !== "none") await fetchMissing({ ...options, network }, fetched, failed);
    if (save !== undefined) saveDocuments(save, fetched);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    diagnostics.reportFile("MG5010", "command line", { reason });
  }
  const report = ({ location, at, beside }: Address): void => {
    const reason = failed.get(location) ?? "";
    if (network === "none") diagnostics.report("MG1004", at, { location, beside });
    else diagnostics.report("MG1017", at, { location, reason, beside });
  };
  return loadContract({ ...options, fetched, onUnread: report }, diagnostics);
}

/** @throws Error if a file of the options cannot be read */
async function fetchMissing(
  options: LoadOptions & NetworkOptions & SubstituteOptions & { readonly network: Reach },
  fetched: Map<string, Uint8Array | string>,
  failed: Map<string, string>,
): Promise<void> {
  const credentials = readCredentials(options, namedUrls(options.wsdls, options.map));
  for (;;) {
    const { unread } = loadContract({ ...options, fetched }, new Diagnostics());
    const wanted = unread.filter(({ location }) => !failed.has(location));
    if (wanted.length === 0) return;
    for (const { location } of wanted) {
      options.onProgress?.("read", `${fetched.size} fetched`);
      const limit = sizeLimit - sizeOf(fetched);
      const document =
        fetched.size < documentLimit
          ? await fetchDocument(location, { limit, network: options.network, credentials })
          : tooMany;
      if (typeof document === "string") failed.set(location, document);
      else {
        if (document.path !== location) fetched.set(location, document.path);
        fetched.set(document.path, document.bytes);
      }
    }
  }
}

function sizeOf(fetched: Fetched): number {
  return [...fetched.values()].reduce((sum, each) => sum + (typeof each === "string" ? 0 : each.length), 0);
}

type Reach = Exclude<Network, "none">;

interface Rules {
  /** Bytes. */
  readonly limit: number;
  readonly network: Reach;
  readonly credentials: Credentials;
}

const tooLarge = `it makes the contract larger than ${sizeLimit / 1024 / 1024} MiB`;
const tooMany = `the contract has more than ${documentLimit} documents`;

/** A document and the address that it came from in the end, or the reason why it cannot be fetched. */
async function fetchDocument(location: string, rules: Rules): Promise<ContractSource | string> {
  const signal = AbortSignal.timeout(timeLimitMs);
  let next = location;
  for (let redirects = 0; redirects <= redirectLimit; redirects++) {
    const found = await fetchOnce(next, rules, signal);
    if (typeof found === "string") return found;
    if (found instanceof Uint8Array) return { path: next, bytes: found };
    if (new URL(next).protocol === "https:" && found.protocol !== "https:")
      return `the server redirects to ${shownAddress(found.href)}, which is not encrypted`;
    next = found.href;
  }
  return `the server redirects more than ${redirectLimit} times`;
}

/** The bytes, the reason why there are none, or where the server redirects to. */
async function fetchOnce(
  location: string,
  rules: Rules,
  signal: AbortSignal,
): Promise<Uint8Array | string | URL> {
  if (!/^https?:\/\//i.test(location) || !URL.canParse(location))
    return "only http and https URLs are fetched";
  const url = new URL(location);
  if (url.username !== "" || url.password !== "") return "the URL contains a user name or a password";
  try {
    const answer = await get(url, rules, signal);
    const { statusCode: status = 0, headers } = answer;
    if (status === 200) return await readBody(answer, rules.limit);
    answer.destroy();
    const { location: target } = headers;
    if (status >= 300 && status < 400 && target !== undefined && URL.canParse(target, url.href))
      return new URL(target, url);
    return `the response has the status ${status}${statusHints.get(status) ?? ""}`;
  } catch (error) {
    if (error instanceof PrivateAddressError)
      return "its address is not public; --allow-private-network allows it";
    if (error instanceof ClientError) return error.message;
    return signal.aborted ? `no response within ${timeLimitMs / 1000} seconds` : "the connection failed";
  }
}

const statusHints: ReadonlyMap<number, string> = new Map([
  [401, "; give credentials with --basic, --header or --certificate"],
  [403, "; the credentials do not permit it"],
  [407, "; add the user name and password to the URL of the proxy"],
]);

async function get(url: URL, { network, credentials }: Rules, signal: AbortSignal): Promise<IncomingMessage> {
  const proxy = proxyFromEnvironment(url, process.env);
  const allowed = { loopback: network === "local" };
  if (proxy !== undefined && network !== "any") await refusePrivateName(url, allowed);
  const { ca, forUrl } = credentials;
  const { headers, ...certificate } = forUrl(url);
  const direct = { ...(network === "any" ? {} : publicOnly(url, allowed)), agent: false, headers } as const;
  const options = {
    ...(proxy === undefined ? direct : proxied(url, proxy, headers)),
    ...certificate,
    ...(ca === undefined ? {} : { ca }),
    signal,
  };
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

function proxied(url: URL, proxy: URL, headers: Readonly<Record<string, string>>) {
  if (url.protocol === "https:") return { agent: new TunnelAgent(proxy, {}), headers };
  const agent = new HttpProxyAgent(proxy, {});
  return { agent, path: url.href, headers: { ...headers, ...agent.headers } };
}

/**
 * Checks the address before a proxy connects, if the name can be resolved here.
 * @throws PrivateAddressError
 */
async function refusePrivateName(url: URL, isAllowed: { readonly loopback: boolean }): Promise<void> {
  const { lookup } = publicOnly(url, isAllowed);
  await new Promise<void>((resolve, reject) => {
    lookup(url.hostname.replace(/^\[|\]$/g, ""), {}, (error) => {
      if (error instanceof PrivateAddressError) reject(error);
      else resolve();
    });
  });
}

/** The content of a gzip file, which some servers send without saying so; other bytes as they are. */
function unpacked(bytes: Uint8Array, limit: number): Uint8Array | string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    const isLonger =
      typeof error === "object" && error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isLonger ? tooLarge : "the response is not valid gzip";
  }
}

/** A server may encode a response that nobody asked it to encode. */
async function readBody(answer: IncomingMessage, limit: number): Promise<Uint8Array | string> {
  const coding = answer.headers["content-encoding"]?.trim() ?? "";
  if (/^(?:identity)?$/i.test(coding)) {
    const bytes = await readAtMost(answer, limit);
    return bytes === undefined ? tooLarge : unpacked(bytes, limit);
  }
  const body = decompressed(answer, coding);
  if (body === undefined) {
    answer.destroy();
    return `the response has the content coding ${JSON.stringify(coding)}, which is not supported`;
  }
  try {
    return (await readAtMost(body, limit)) ?? tooLarge;
  } catch (error) {
    if (answer.errored !== null) throw error;
    return `the response is not valid ${coding}`;
  } finally {
    answer.destroy();
  }
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
