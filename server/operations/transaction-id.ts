import { randomUUID } from "node:crypto";

/**
 * A version 7 UUID (RFC 9562, section 5.7) in lower case: its first 48 bits are the time, so that transactions made
 * one after another lie side by side in an index.
 */
export function newTransactionId(now: number): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
