import { expect, test } from "@jest/globals";
import { readTime } from "#server/faces/smpp/times.js";
import { absoluteTime } from "#server/networks/smpp/message/parts.js";

const now = Date.UTC(2030, 0, 15, 12);

test.each<{ given: string; want: string | undefined }>([
  { given: "300115130000000+", want: "2030-01-15T13:00:00.000Z" },
  { given: "300115130000500+", want: "2030-01-15T13:00:00.500Z" },
  { given: "300115130000012+", want: "2030-01-15T10:00:00.000Z" },
  { given: "300115130000004-", want: "2030-01-15T14:00:00.000Z" },
  { given: "000000010000000R", want: "2030-01-15T13:00:00.000Z" },
  { given: "000002000130000R", want: "2030-01-17T12:01:30.000Z" },
  { given: "000100000000000R", want: "2030-02-14T12:00:00.000Z" },
  { given: "300230130000000+", want: undefined },
  { given: "301315130000000+", want: undefined },
  { given: "300115250000000+", want: undefined },
  { given: "300115130000049+", want: "2030-01-15T00:45:00.000Z" },
  { given: "300115130000056+", want: "2030-01-14T23:00:00.000Z" },
  { given: "300115130000057+", want: undefined },
  { given: "300115130000000", want: undefined },
  { given: "tomorrow", want: undefined },
])("$given", ({ given, want }) => {
  const time = readTime(given, now);
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(want);
});

test("reads what a link writes", () => {
  expect(readTime(absoluteTime(now), 0)).toBe(now);
});
