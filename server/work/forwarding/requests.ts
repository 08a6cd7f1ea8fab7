import { hexOf } from "../../domain/text/hex.js";
import type { Forward } from "../../domain/inbox/forwards.js";
import { createHmac } from "node:crypto";
import { alertBody, alertKey, type BalanceAlert } from "../../domain/callbacks/alerts.js";
import {
  type Callback,
  callbackBody,
  callbackKey,
  type CallbackTarget,
} from "../../domain/callbacks/callbacks.js";
import { optOutBody, optOutKey, type OptOutPost } from "../../domain/inbox/opt-outs.js";
import { unusualBody, unusualKey, type UnusualPost } from "../../domain/callbacks/unusual-posts.js";
import { type Send, sendPost } from "./http-post.js";

/** Prefix of a secret; base64 follows. */
const secretPrefix = "whsec_";

/**
 * Headers of the Standard Webhooks specification, version 1: an HMAC-SHA-256 of id, time and body proves the sender, the time
 * limits how long a copy can be used, and the id is the same for each attempt.
 */
export function signedHeaders(
  { id, body, secret }: { readonly id: string; readonly body: string; readonly secret: string },
  now: number,
): Readonly<Record<string, string>> {
  const time = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
}

/** The time of the signature is that of the attempt, by the clock of this machine. */
function postSigned(target: CallbackTarget, id: string, body: string): Promise<number> {
  const headers = {
    "content-type": "application/json",
    ...signedHeaders({ id, body, secret: target.secret }, Date.now()),
  };
  return sendPost({ url: new URL(target.url), method: "POST", headers, body, private: target.private });
}

export const postCallback: Send<Callback> = async (callback) =>
  postSigned(callback, callbackKey(callback), callbackBody(callback));

/** Posts a signed test to the server of a customer, once. `type` is `test`; nothing is stored. */
export async function postTest(target: CallbackTarget, id: string, at: number): Promise<number> {
  const data = { customerId: target.customerId };
  const body = JSON.stringify({ type: "test", timestamp: new Date(at).toISOString(), data });
  return postSigned(target, `test.${id}`, body);
}

export const postOptOut: Send<OptOutPost> = async (post) =>
  postSigned(post, optOutKey(post), optOutBody(post));

export const postUnusual: Send<UnusualPost> = async (post) =>
  postSigned(post, unusualKey(post), unusualBody(post));

export const postAlert: Send<BalanceAlert> = async (alert) =>
  postSigned(alert, alertKey(alert), alertBody(alert));

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
