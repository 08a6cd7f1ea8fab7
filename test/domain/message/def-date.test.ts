import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dueTime } from "#server/domain/message/compose.js";

const now = Date.UTC(2030, 0, 15, 12, 0, 0);

describe("due time of a message", () => {
  const table: readonly { given: string | undefined; want: number | undefined }[] = [
    { given: undefined, want: now },
    { given: "", want: now },
    { given: "  ", want: now },
    { given: "20300115120001", want: now + 1000 },
    { given: "20300115120000", want: now },
    { given: "20140721000000", want: now },
    { given: "00000101000000", want: now },
    { given: "20320229235959", want: Date.UTC(2032, 1, 29, 23, 59, 59) },
    { given: "203001151300000", want: now + 3_600_000 },
    { given: "20300115130000Z", want: now + 3_600_000 },
    { given: " 20300115130000 ", want: now + 3_600_000 },
    { given: "2014-07-21", want: undefined },
    { given: "2030011513000", want: undefined },
    { given: "20300229000000", want: undefined },
    { given: "20301301000000", want: undefined },
    { given: "20300431000000", want: undefined },
    { given: "20300115240000", want: undefined },
    { given: "20300115126000", want: undefined },
    { given: "20300115120060", want: undefined },
    { given: "20300100000000", want: undefined },
    { given: "tomorrow", want: undefined },
    { given: "٢٠٣٠٠١١٥١٣٠٠٠٠", want: undefined },
  ];
  test.each(table)("$given", ({ given, want }) => {
    expect(dueTime(given, now, "UTC")).toBe(want);
  });

  test("any future second round-trips", () => {
    const seconds = fc.integer({ min: now / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const digits = new Date(second * 1000)
          .toISOString()
          .replace(/[^0-9]/g, "")
          .slice(0, 14);
        expect(dueTime(digits, now, "UTC")).toBe(second * 1000);
      }),
    );
  });
});
