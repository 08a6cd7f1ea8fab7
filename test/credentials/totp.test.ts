import { describe, expect, test } from "@jest/globals";
import { newTotpSecret, totpCode, totpStep, totpUri } from "#server/credentials/totp.js";

/** RFC 6238, appendix B: the bytes of 12345678901234567890. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("one-time codes", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("of RFC 6238 at %d: %s", (seconds, code) => {
    expect(totpCode(secret, seconds * 1000)).toBe(code);
    expect(totpStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test.each<{ title: string; typed: string; at: number; want: number | undefined }>([
    { title: "with spaces", typed: " 287 082", at: 59_000, want: 1 },
    { title: "of the previous step", typed: "287082", at: 60_000, want: 1 },
    { title: "of the next step", typed: "081804", at: 1_111_111_079_000, want: 37_037_036 },
    { title: "two steps old", typed: "287082", at: 90_000, want: undefined },
    { title: "two steps early", typed: "081804", at: 1_111_111_019_000, want: undefined },
    { title: "wrong", typed: "287083", at: 59_000, want: undefined },
    { title: "too short", typed: "28708", at: 59_000, want: undefined },
    { title: "empty", typed: "", at: 59_000, want: undefined },
    { title: "not of digits", typed: "\u{1F600}".repeat(9), at: 59_000, want: undefined },
  ])("$title", ({ typed, at, want }) => {
    expect(totpStep(secret, typed, at)).toBe(want);
  });

  test("secrets are new, and apps read their address", () => {
    const one = newTotpSecret();
    expect(one).toMatch(/^[A-Z2-7]{32}$/u);
    expect(newTotpSecret()).not.toBe(one);
    expect(totpStep(one, totpCode(one, 59_000), 59_000)).toBe(1);
    const url = new URL(totpUri("ann", one));
    expect([url.protocol, url.searchParams.get("secret"), url.searchParams.get("period")]).toEqual([
      ...["otpauth:", one, "30"],
    ]);
  });
});
