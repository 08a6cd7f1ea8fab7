import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  responseKeys,
  type IdForm,
  idKey,
  samePhone,
} from "#server/domain/delivery/submitting/message-id.js";

describe("ids of messages", () => {
  test.each<{ receipt: string; form: IdForm; want: readonly string[] }>([
    { receipt: "00AB", form: "same", want: ["ab"] },
    { receipt: " 26 ", form: "auto", want: ["26", "1a", "38"] },
    { receipt: "1a", form: "auto", want: ["1a", "26"] },
    { receipt: "26", form: "hex-decimal", want: ["1a"] },
    { receipt: "1A", form: "decimal-hex", want: ["26"] },
    { receipt: "0x001A", form: "auto", want: ["1a", "26"] },
    { receipt: "0x", form: "auto", want: ["x"] },
    { receipt: "0xyz", form: "auto", want: ["xyz"] },
    { receipt: "x-7", form: "auto", want: ["x-7"] },
    { receipt: "x-7", form: "hex-decimal", want: [] },
    { receipt: "0000", form: "auto", want: ["0"] },
    { receipt: "", form: "auto", want: [] },
    { receipt: "9".repeat(65), form: "auto", want: ["9".repeat(65)] },
  ])("$receipt as $form", ({ receipt, form, want }) => {
    expect(responseKeys(receipt, form)).toEqual(want);
  });

  test("of any number are found in either base, in any case, with any zeros", () => {
    const numbers = fc.bigInt({ min: 1n, max: 2n ** 64n });
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.boolean(), fc.nat(5), (number, hexAnswer, hexReceipt, zeros) => {
        const answer = number.toString(hexAnswer ? 16 : 10);
        const receipt =
          (hexReceipt && zeros > 3 ? "0x" : "") +
          "0".repeat(zeros) +
          number.toString(hexReceipt ? 16 : 10).toUpperCase();
        expect(responseKeys(receipt, "auto")).toContain(idKey(answer));
      }),
    );
  });

  test.each([
    { reported: "12025550101", want: true },
    { reported: "+1 202 555 0101", want: true },
    { reported: "02025550101", want: true },
    { reported: "12025550102", want: false },
    { reported: "", want: false },
    { reported: "Shop", want: false },
  ])("$reported is the same number: $want", ({ reported, want }) => {
    expect(samePhone("12025550101", reported)).toBe(want);
  });
});
