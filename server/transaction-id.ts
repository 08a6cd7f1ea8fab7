import { randomUUID } from "node:crypto";

/** The time of the last transaction id, and its beginning: it is printed once for all that are made in a millisecond. */
let [lastTime, lastBeginning] = [NaN, ""];

function beginningAt(now: number): string {
  if (now === lastTime) return lastBeginning;
  const time = now.toString(16).padStart(12, "0");
  [lastTime, lastBeginning] = [now, `${time.slice(0, 8)}-${time.slice(8)}-7`];
  return lastBeginning;
}

/**
 * A version 7 UUID (RFC 9562, section 5.7) in lower case: its first 48 bits are the time, so that consecutive
 * transactions are adjacent in an index.
 */
export function newTransactionId(now: number): string {
  return beginningAt(now) + randomUUID().slice(15);
}
