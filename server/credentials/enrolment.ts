import { createHmac, timingSafeEqual } from "node:crypto";
import { totpSecretFrom } from "./totp.js";

/** A secret of one-time codes that is offered to a person who has just typed the password. */
export interface Enrolment {
  /** Hash of the token of the session. */
  readonly session: string;
  /** In base32. */
  readonly secret: string;
  /** Of the person: a key that no browser has, and that every process can read. */
  readonly passwordHash: string;
}

/** Milliseconds for which an offer can be confirmed. */
export const enrolmentTime = 10 * 60_000;

function proofUntil({ session, secret, passwordHash }: Enrolment, until: string): string {
  const proof = createHmac("sha256", passwordHash).update(`enrolment ${session} ${secret} ${until}`);
  return `${until}.${proof.digest("base64url")}`;
}

/** Proof of an offer: its end with an HMAC. A new password or another session voids it. */
export function enrolmentProof(offered: Enrolment, now: number): string {
  return proofUntil(offered, String(now + enrolmentTime));
}

/** Whether the proof is that of this offer, which has not ended. */
export function isEnrolmentProof(proof: string, offered: Enrolment, now: number): boolean {
  const [until = ""] = proof.split(".", 1);
  const [given, expected] = [Buffer.from(proof), Buffer.from(proofUntil(offered, until))];
  return given.length === expected.length && timingSafeEqual(given, expected) && now < Number(until);
}

/** The secret of an offer with this id: it is stored nowhere, and every page of the offer shows the same one. */
export function offeredSecret({ session, passwordHash }: Omit<Enrolment, "secret">, offer: string): string {
  return totpSecretFrom(passwordHash, `enrolment ${session} ${offer}`);
}
