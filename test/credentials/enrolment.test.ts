import { expect, test } from "@jest/globals";
import {
  type Enrolment,
  enrolmentProof,
  enrolmentTime,
  isEnrolmentProof,
} from "#server/credentials/enrolment.js";

const now = 1_800_000_000_000;
const offered: Enrolment = { session: "session", secret: "GEZDGNBVGY3TQOJQ", passwordHash: "hash" };
const proof = enrolmentProof(offered, now);
const [until = "", mac = ""] = proof.split(".");

test.each<{ title: string; given?: string; changed?: Partial<Enrolment>; at?: number; want: boolean }>([
  { title: "the offer", want: true },
  { title: "its last moment", at: now + enrolmentTime - 1, want: true },
  { title: "its end", at: now + enrolmentTime, want: false },
  { title: "another secret", changed: { secret: "MZXW6YTBOI======" }, want: false },
  { title: "another session", changed: { session: "other" }, want: false },
  { title: "a new password", changed: { passwordHash: "other" }, want: false },
  { title: "a later end", given: `${Number(until) + 1}.${mac}`, want: false },
  { title: "an end that is no number", given: `x.${mac}`, want: false },
  { title: "no end", given: mac, want: false },
  { title: "nothing", given: "", want: false },
  { title: "no text of ASCII", given: "\u{1F600}".repeat(20), want: false },
])(
  "the proof of an offered secret of one-time codes, for $title: $want",
  ({ given = proof, changed, at = now, want }) => {
    expect(isEnrolmentProof(given, { ...offered, ...changed }, at)).toBe(want);
  },
);
