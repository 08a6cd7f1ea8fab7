import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { limitInterim, publicOnly } from "messenger-gen-runtime/network";

/** A request to a customer's server. */
export interface HttpPost {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The address may be one of a private network. */
  readonly private: boolean;
}

/** Sends a post to its customer's server. Resolves with the HTTP status, rejects without a response. */
export type Send<P> = (post: P) => Promise<number>;

/** Milliseconds for the whole exchange, unless given. */
export const exchangeTime = 10_000;

function headersOf({ headers, body }: HttpPost): Record<string, string | number> {
  return body === undefined ? { ...headers } : { ...headers, "content-length": Buffer.byteLength(body) };
}

/** Follows no redirect, and reads only the status of the response. */
export async function sendPost(post: HttpPost, timeout = exchangeTime): Promise<number> {
  const { url, method, body } = post;
  const where = post.private ? {} : publicOnly(url);
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeout),
      headers: headersOf(post),
      ...where,
    });
    limitInterim(outgoing);
    outgoing.on("error", reject);
    // A response 101 closes the connection without an error and without a response.
    outgoing.on("close", () => {
      reject(new Error("no response"));
    });
    outgoing.on("response", (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.on("error", () => undefined);
      answer.destroy();
    });
    outgoing.end(body);
  });
}
