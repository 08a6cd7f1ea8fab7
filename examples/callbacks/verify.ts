// node verify.js SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
import { createHmac, timingSafeEqual } from "node:crypto";
import { buffer } from "node:stream/consumers";

interface Callback {
  readonly id: string;
  readonly time: string;
  readonly signatures: string;
  readonly body: Buffer;
}

export function isCallback(secret: string, callback: Callback, now: number): boolean {
  const { id, time, signatures, body } = callback;
  if (!/^\d{1,15}$/u.test(time) || Math.abs(now - Number(time)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const hmac = createHmac("sha256", key).update(`${id}.${time}.`).update(body);
  const wanted = Buffer.from(`v1,${hmac.digest("base64")}`);
  const isWanted = (signature: string): boolean => {
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  return signatures.split(" ").some(isWanted);
}

const [secret = "", id = "", time = "", signatures = ""] = process.argv.slice(2);
const body = await buffer(process.stdin);
console.log(isCallback(secret, { id, time, signatures, body }, Date.now() / 1000) ? "valid" : "invalid");
