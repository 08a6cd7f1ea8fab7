import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords of RFC 6238 with the values that authenticator apps expect: SHA-1, 6 digits, 30 seconds. */
const stepTime = 30_000;
const digits = 6;

/** Bytes of a secret: the length of the hash, as RFC 4226 recommends. */
const secretBytes = 20;

/** Accepted steps before and after the current one: clocks differ, and typing takes time. */
const tolerance = 1;

/** RFC 4648. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/gu) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join("");
}

function bytesOf(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/gu) ?? [], (eight) => Number.parseInt(eight, 2));
}

/** A new secret in base32. */
export function newTotpSecret(): string {
  return base32Of(randomBytes(secretBytes));
}

/** The secret, in base32, that follows from a text and a key. */
export function totpSecretFrom(key: string, text: string): string {
  return base32Of(createHmac("sha1", key).update(text).digest());
}

/** The code of a step: RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The code at a time, in milliseconds since the epoch. */
export function totpCode(secret: string, now: number): string {
  return codeOf(secret, Math.floor(now / stepTime));
}

/** The step whose code was typed, spaces ignored; undefined for a wrong code. Each step takes the same time. */
export function totpStep(secret: string, typed: string, now: number): number | undefined {
  const code = Buffer.from(typed.replaceAll(" ", ""));
  const current = Math.floor(now / stepTime);
  let found: number | undefined;
  for (let step = current - tolerance; step <= current + tolerance; step++) {
    const wanted = Buffer.from(codeOf(secret, step));
    if (code.length === wanted.length && timingSafeEqual(code, wanted)) found = step;
  }
  return found;
}

/** The address that authenticator apps read, as text or as a QR code. */
export function totpUri(operator: string, secret: string): string {
  return `otpauth://totp/Messenger:${operator}?secret=${secret}&issuer=Messenger&algorithm=SHA1&digits=${digits}&period=${stepTime / 1000}`;
}
