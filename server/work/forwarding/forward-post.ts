import { hexOf } from "../../domain/text/hex.js";
import type { Forward } from "../../domain/inbox/forwards.js";
import { type Send, sendPost } from "./http-post.js";

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

export const postForward: Send<Forward> = async (forward) => {
  const { url, body } = exchangeOf(forward);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const headers: Readonly<Record<string, string>> = body === undefined ? {} : form;
  return sendPost({ url, method: forward.method, headers, body, private: forward.private });
};
