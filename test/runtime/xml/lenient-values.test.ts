import { describe, expect, test } from "@jest/globals";
import type { ReaderOptions } from "#runtime/xml/reader-options.js";
import { base64Binary, guid } from "#runtime/xsd/primitives.js";
import type { XsdType } from "#runtime/xsd/type.js";
import { reading, verdict } from "./reading.js";

const lenient = { lenient: true };

describe("values that lenient reading takes besides", () => {
  test.each<[XsdType<unknown>, string, unknown]>([
    [guid, " {0F8FAD5B-D9CB-469F-A165-70867728950E}\n", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    [guid, "(0f8fad5b-d9cb-469f-a165-70867728950e)", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    [guid, "0f8fad5bd9cb469fa16570867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    [
      guid,
      "{0x0f8fad5b,0xd9cb,0x469f,{0xa1,0x65,0x70,0x86,0x77,0x28,0x95,0x0e}}",
      "0f8fad5b-d9cb-469f-a165-70867728950e",
    ],
    [base64Binary, "SGk", Uint8Array.of(0x48, 0x69)],
    [base64Binary, "SGl=", Uint8Array.of(0x48, 0x69)],
    [base64Binary, "SGkhS", Uint8Array.of(0x48, 0x69, 0x21)],
  ])("%# %s is read, and refused otherwise", (type, text, value) => {
    const read = (options?: ReaderOptions): unknown =>
      reading(`<r>${text}</r>`, (r) => r.simple<unknown>(type), options);
    expect(read(lenient)).toEqual(value);
    expect(verdict(() => read())).toBe("WrongValue");
  });

  test.each<[XsdType<unknown>, string]>([
    [guid, ""],
    [guid, "{0f8fad5b-d9cb-469f-a165-70867728950e)"],
    [guid, "0f8fad5bd9cb469fa16570867728950"],
    [guid, "0f8fad5b-d9cb469fa165-70867728950e"],
    [base64Binary, "S*k="],
    [base64Binary, "SG=k"],
  ])("%# %s is refused", (type, text) => {
    expect(verdict(() => reading(`<r>${text}</r>`, (r) => r.simple<unknown>(type), lenient))).toBe(
      "WrongValue",
    );
  });
});
