import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { limitInterim, publicOnly } from "messenger-gen-runtime/network";
import { hexOf } from "../domain/text/hex.js";
import type { Forward } from "../domain/inbox/forwards.js";

/** Brings a message to its customer's server. Resolves with the HTTP status, rejects without a response. */
export type PostForward = (forward: Forward) => Promise<number>;

/** Milliseconds for the whole exchange. */
const forwardTimeout = 10_000;

function utf16BigEndian(text: string): Uint8Array {
  return Buffer.from(text, "utf16le").swap16();
}

/** The fields of a posted message. */
function forwardFields({ id, from, to, subject, text, complete, at }: Forward): URLSearchParams {
  return new URLSearchParams({
    ...(subject === undefined ? {} : { Subject: subject }),
    MessageID: String(id),
    Sender: from,
    Destination: to,
    MessageType: "1",
    MessageText: text,
    MessageTextRaw: hexOf(utf16BigEndian(text)).toUpperCase(),
    CurrentPart: "1",
    NumberOfParts: "1",
    Complete: String(complete),
    ReceivedAt: new Date(at).toISOString(),
  });
}

/** Where a message goes, and the form that goes in the body. */
function exchangeOf(forward: Forward): { readonly url: URL; readonly body: string | undefined } {
  const url = new URL(forward.url);
  const fields = forwardFields(forward).toString();
  if (forward.method === "POST") return { url, body: fields };
  url.search += `${url.search === "" ? "?" : "&"}${fields}`;
  return { url, body: undefined };
}

function headersOf(body: string | undefined): Record<string, string | number> {
  if (body === undefined) return {};
  return {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
}

/** No redirect is followed, and nothing of the response but its status is read. */
export const postForward: PostForward = async (forward) => {
  const { url, body } = exchangeOf(forward);
  const where = forward.private ? {} : publicOnly(url);
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: forward.method,
      agent: false,
      signal: AbortSignal.timeout(forwardTimeout),
      headers: headersOf(body),
      ...where,
    });
    limitInterim(outgoing);
    outgoing.on("error", reject);
    // A response 101 closes the connection without an error and without a response.
    outgoing.on("close", () => {
      reject(new Error("no answer"));
    });
    outgoing.on("response", (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.on("error", () => undefined);
      answer.destroy();
    });
    outgoing.end(body);
  });
};
