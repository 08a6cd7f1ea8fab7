import { Diagnostics } from "../diagnostics.js";
import { loadContract, type Address, type Contract, type LoadOptions } from "./load.js";
import { sizeLimit } from "./source.js";

/** Longest time for one document, in milliseconds. */
const timeLimitMs = 30_000;
/** Most documents of one contract. */
const documentLimit = 1_000;

/**
 * As `loadContract`, after fetching the documents that have an address only, and those that they name, over HTTP or
 * HTTPS. Redirects are refused: a document comes from where the contract says, or not at all.
 */
export async function loadWithNetwork(options: LoadOptions, diagnostics: Diagnostics): Promise<Contract> {
  const fetched = new Map<string, Uint8Array>();
  const failed = new Map<string, string>();
  for (;;) {
    const { unread } = loadContract({ ...options, fetched }, new Diagnostics());
    const wanted = unread.filter(({ location }) => !failed.has(location));
    if (wanted.length === 0) break;
    for (const { location } of wanted) {
      const left = sizeLimit - [...fetched.values()].reduce((sum, { length }) => sum + length, 0);
      const document = fetched.size < documentLimit ? await fetchDocument(location, left) : tooMany;
      if (typeof document === "string") failed.set(location, document);
      else fetched.set(location, document);
    }
  }
  const report = ({ location, at }: Address): void => {
    diagnostics.report("MG1017", at, { location, reason: failed.get(location) ?? "" });
  };
  return loadContract({ ...options, fetched, onUnread: report }, diagnostics);
}

const tooMany = `the contract has more than ${documentLimit} documents`;

/** The bytes of a document, or why there are none. */
async function fetchDocument(location: string, limit: number): Promise<Uint8Array | string> {
  if (!/^https?:\/\//i.test(location)) return "only http and https are read";
  try {
    const answer = await fetch(location, { redirect: "manual", signal: AbortSignal.timeout(timeLimitMs) });
    if (answer.status >= 300 && answer.status < 400)
      return "it is somewhere else, and redirects are not followed";
    if (!answer.ok || answer.body === null) return `the answer has the status ${answer.status}`;
    return (
      (await readAtMost(answer.body, limit)) ??
      `it makes the contract larger than ${sizeLimit / 1024 / 1024} MiB`
    );
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError"
      ? `no answer within ${timeLimitMs / 1000} seconds`
      : "the connection failed";
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
