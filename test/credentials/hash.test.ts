import { describe, expect, test } from "@jest/globals";
import {
  foldPassword,
  hashPassword,
  isOutdated,
  isPassword,
  maxPasswordBytes,
} from "#server/credentials/hash.js";
import { cheap } from "./cheap.js";

describe("a password hash", () => {
  test("has the PHC form, another salt each time, and only the password fits", async () => {
    const [one, two] = [await hashPassword("Secret"), await hashPassword("Secret")];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/u);
    expect(one).not.toBe(two);
    expect(await isPassword("Secret", one)).toBe(true);
    for (const wrong of ["secret", "Secret ", "", "\u0000"]) expect(await isPassword(wrong, one)).toBe(false);
  });

  test("does not depend on the Unicode form", async () => {
    expect(await isPassword("a\u0308", await hashPassword("\u00e4", cheap), cheap)).toBe(true);
  });

  test("is read with the parameters it names", async () => {
    // RFC 7914, section 12, third vector: N = 16384, r = 8, p = 1.
    const key = Buffer.from(
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2" +
        "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      "hex",
    );
    const salt = Buffer.from("SodiumChloride");
    const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/u, "");
    const hash = `$scrypt$ln=14,r=8,p=1$${base64(salt)}$${base64(key)}`;
    expect(await isPassword("pleaseletmein", hash, cheap)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "secret",
    "$scrypt$ln=15,r=8,p=1$$",
    "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaA",
  ])("nothing fits the hash %j", async (hash) => {
    expect(await isPassword("", hash, cheap)).toBe(false);
  });

  test.each([
    ["$scrypt$ln=15,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g", true],
    ["$scrypt$ln=14,r=8,p=5$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g", true],
    ["$scrypt$ln=15,r=8,p=3$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g", false],
    ["$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g", false],
    ["secret", false],
  ])("%s takes less work than a new hash: %s", (hash, want) => {
    expect(isOutdated(hash)).toBe(want);
  });

  test("a password of any length is folded to a bounded one", () => {
    expect(foldPassword("É".repeat(4_000_000)).length).toBeLessThanOrEqual(4 * maxPasswordBytes + 1);
  });

  test("a password that is too long is refused and never fits", async () => {
    const long = "x".repeat(maxPasswordBytes + 1);
    await expect(hashPassword(long)).rejects.toThrow(RangeError);
    const hash = await hashPassword(long.slice(1), cheap);
    expect(await isPassword(long, hash, cheap)).toBe(false);
    expect(await isPassword(long.slice(1), hash, cheap)).toBe(true);
  });
});
