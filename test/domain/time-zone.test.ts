import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dueTime } from "#server/domain/message/compose.js";
import { existingTime, fromLocalTime, isTimeZone } from "#server/domain/time-zone.js";

const at = (iso: string): number => Date.parse(`${iso}Z`);

describe("local time", () => {
  test.each([
    { zone: "UTC", local: "2030-01-15T13:00:00", want: "2030-01-15T13:00:00" },
    { zone: "Africa/Nairobi", local: "2030-01-15T13:00:00", want: "2030-01-15T10:00:00" },
    { zone: "Asia/Kathmandu", local: "2030-01-15T00:00:00", want: "2030-01-14T18:15:00" },
    { zone: "Pacific/Kiritimati", local: "2030-01-15T13:00:00", want: "2030-01-14T23:00:00" },
    { zone: "America/New_York", local: "2029-07-04T12:00:00", want: "2029-07-04T16:00:00" },
    { zone: "America/New_York", local: "2029-12-04T12:00:00", want: "2029-12-04T17:00:00" },
    // Clocks change from 2 to 3 on 26 March 2023 and from 3 to 2 on 29 October 2023.
    { zone: "Europe/Berlin", local: "2023-03-26T01:59:59", want: "2023-03-26T00:59:59" },
    { zone: "Europe/Berlin", local: "2023-03-26T02:30:00", want: "2023-03-26T01:30:00" },
    { zone: "Europe/Berlin", local: "2023-03-26T03:00:00", want: "2023-03-26T01:00:00" },
    { zone: "Europe/Berlin", local: "2023-10-29T02:30:00", want: "2023-10-29T00:30:00" },
    { zone: "Europe/Berlin", local: "2023-10-29T03:00:00", want: "2023-10-29T02:00:00" },
    { zone: "Australia/Lord_Howe", local: "2023-10-01T02:15:00", want: "2023-09-30T15:45:00" },
  ])("$local in $zone is $want", ({ zone, local, want }) => {
    expect(fromLocalTime(at(local), zone)).toBe(at(want));
  });

  test("equals the wall clock of the zone outside transitions", () => {
    const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Tehran", "Africa/Cairo", "UTC");
    const seconds = fc.integer({
      min: at("2020-01-01T00:00:00") / 1000,
      max: at("2060-01-01T00:00:00") / 1000,
    });
    fc.assert(
      fc.property(zones, seconds, (zone, second) => {
        const found = fromLocalTime(second * 1000, zone);
        const shown = at(new Date(found).toLocaleString("sv", { timeZone: zone }).replace(" ", "T"));
        expect([second * 1000, second * 1000 + 3_600_000]).toContain(shown);
      }),
    );
  });
});

test.each([
  ["UTC", true],
  ["Africa/Nairobi", true],
  ["africa/NAIROBI", true],
  ["US/Eastern", true],
  ["Asia/Calcutta", true],
  ["Etc/GMT+3", true],
  ["Mars/Base", false],
  ["+03:00", false],
  ["-11:30", false],
  ["", false],
])("%j is a time zone: %s", (name, want) => {
  expect(isTimeZone(name)).toBe(want);
});

test.each([
  ["2030-01-15T08:30:00.000Z", true],
  ["2028-02-29T00:00:00.000Z", true],
  ["0000-01-01T00:00:00.000Z", true],
  ["2030-02-29T00:00:00.000Z", false],
  ["2030-02-30T00:00:00.000Z", false],
  ["2030-04-31T00:00:00.000Z", false],
  ["2030-11-31T23:59:59.999Z", false],
  ["2030-01-00T00:00:00.000Z", false],
  ["2030-13-01T00:00:00.000Z", false],
  ["2030-01-15T24:00:00.000Z", false],
  ["2030-01-15T23:60:00.000Z", false],
  ["2030-01-15T23:59:60.000Z", false],
  ["T00:00:00.000Z", false],
])("%s exists: %s", (iso, want) => {
  expect(existingTime(iso) !== undefined).toBe(want);
});

test("the platform makes one format of a zone, however its name is written", () => {
  const { DateTimeFormat } = Intl;
  let made = 0;
  class Counted extends DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
      super(...given);
      made++;
    }
  }
  Object.assign(Intl, { DateTimeFormat: Counted });
  try {
    const name = "america/argentina/rio_gallegos";
    for (let bits = 0; bits < 1_000; bits++) {
      const written = Array.from(name, (c, i) => ((bits >> i) & 1 ? c.toUpperCase() : c)).join("");
      expect(isTimeZone(written)).toBe(true);
    }
  } finally {
    Object.assign(Intl, { DateTimeFormat });
  }
  expect(made).toBe(1);
});

test("defDate is read in the customer's zone and is never earlier than now", () => {
  const now = at("2030-01-15T12:00:00");
  expect(dueTime("20300115160000", now, "Africa/Nairobi")).toBe(at("2030-01-15T13:00:00"));
  expect(dueTime("20300115130000", now, "Africa/Nairobi")).toBe(now);
  expect(dueTime("20300115080000", now, "America/New_York")).toBe(at("2030-01-15T13:00:00"));
  expect(dueTime("00000101000000", now, "Africa/Nairobi")).toBe(now);
});
