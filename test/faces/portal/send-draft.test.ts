import { describe, expect, test } from "@jest/globals";
import { dueOf, expectAhead } from "#server/faces/portal/send-draft.js";

const customer = { timeZone: "America/New_York" };

/** The time of a form, or the reason why there is none. */
function due(when: string, { zone = "", which = "" } = {}): string | undefined {
  const draft = {
    originator: "",
    list: "",
    numbers: "",
    upload: "",
    text: "",
    tested: "",
    when,
    zone,
    which,
  };
  try {
    const found = dueOf(draft, customer);
    return found && new Date(found.at).toISOString();
  } catch (error) {
    return error instanceof Error ? error.message : undefined;
  }
}

describe("the time of a message", () => {
  test.each([
    { name: "none", when: "", want: undefined },
    { name: "of a picker", when: "2030-01-15T08:30", want: "2030-01-15T13:30:00.000Z" },
    { name: "typed", when: "2030-01-15 08:30", want: "2030-01-15T13:30:00.000Z" },
    { name: "in summer", when: "2030-07-15T08:30", want: "2030-07-15T12:30:00.000Z" },
    {
      name: "in another zone",
      when: "2030-01-15T08:30",
      zone: "Asia/Kolkata",
      want: "2030-01-15T03:00:00.000Z",
    },
    { name: "in UTC", when: "2030-01-15T08:30", zone: "UTC", want: "2030-01-15T08:30:00.000Z" },
    {
      name: "that no clock shows",
      when: "2030-03-10T02:30",
      want: 'invalid time "2030-03-10T02:30": clocks in New York are set forward over 2030-03-10 02:30, which does not exist; use 2030-03-10 03:30',
    },
    {
      name: "that no clock of a zone with half an hour shows",
      when: "2030-10-06T02:10",
      zone: "Australia/Lord_Howe",
      want: 'invalid time "2030-10-06T02:10": clocks in Lord Howe are set forward over 2030-10-06 02:10, which does not exist; use 2030-10-06 02:40',
    },
    { name: "that clocks show twice, the first", when: "2030-11-03T01:30", want: "2030-11-03T05:30:00.000Z" },
    {
      name: "that clocks show twice, the second",
      when: "2030-11-03T01:30",
      which: "second",
      want: "2030-11-03T06:30:00.000Z",
    },
    {
      name: "right behind both",
      when: "2030-11-03T02:00",
      which: "second",
      want: "2030-11-03T07:00:00.000Z",
    },
    {
      name: "of a day that does not exist",
      when: "2030-02-30T08:30",
      want: 'invalid time "2030-02-30T08:30": use 2030-01-15 08:30',
    },
    {
      name: "in words",
      when: "tomorrow",
      want: 'invalid time "tomorrow": use 2030-01-15 08:30',
    },
    {
      name: "in a zone that does not exist",
      when: "2030-01-15T08:30",
      zone: "Mars",
      want: 'invalid time zone "Mars": choose one of the list',
    },
  ])("$name", ({ when, want, ...more }) => {
    expect(due(when, more)).toBe(want);
  });

  test("is refused once it is over, but not while a form is filled in", () => {
    const at = Date.UTC(2030, 0, 15);
    const known = { at, zone: "UTC", twice: undefined };
    expect(() => {
      expectAhead(known, at + 119_000);
      expectAhead(undefined, at);
    }).not.toThrow();
    expect(() => {
      expectAhead(known, at + 121_000);
    }).toThrow("this time is over");
  });
});
