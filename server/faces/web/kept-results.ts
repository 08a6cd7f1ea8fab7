import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Page } from "./view.js";

/** What an action shows when it is done, such as a new password: on a page that is requested with GET, so that browsers go back to it. */

/** In the address of a page: `?result=ID`. */
export const resultName = "result";

/** The address of the page that shows a result. */
export const resultAt = (place: string, id: string): string => `${place}?${resultName}=${id}`;

const cipher = "aes-256-gcm";
const [nonceLength, tagLength] = [12, 16];

const keyOf = (token: string, id: string): Buffer =>
  Buffer.from(hkdfSync("sha256", token, id, "result of an action", 32));

/** A page sealed by the token of the browser: the store has the hash of that alone, and cannot open it. */
export function sealPage(page: Page, token: string, id: string): string {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, keyOf(token, id), nonce);
  const bytes = Buffer.concat([sealing.update(JSON.stringify(page), "utf8"), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), bytes]).toString("base64");
}

/** Undefined for one that another token has sealed, or that was changed. */
export function openPage(text: string, token: string, id: string): Page | undefined {
  const bytes = Buffer.from(text, "base64");
  const [nonce, rest] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength)];
  try {
    const opening = createDecipheriv(cipher, keyOf(token, id), nonce);
    opening.setAuthTag(rest.subarray(0, tagLength));
    const opened = opening.update(rest.subarray(tagLength), undefined, "utf8") + opening.final("utf8");
    // Only this service seals pages.
    return JSON.parse(opened) as Page;
  } catch {
    return undefined;
  }
}
