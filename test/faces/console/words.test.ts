import { describe, expect, test } from "@jest/globals";
import type { MessageRow } from "#server/actions/message-find.js";
import { changeText, factsText } from "#server/faces/console/audit-page.js";
import { countryOf } from "#server/faces/web/countries.js";
import { facetsOf } from "#server/faces/console/message-facets.js";

test.each([
  [null, { refunded: "2" }, "refunded 2"],
  [{ role: "viewer" }, null, "role was viewer"],
  [
    { rate: 10, note: null, state: "active" },
    { rate: 20, note: "late", state: "active" },
    "rate 10 → 20, note none → late",
  ],
  [{ callbackUrl: "a" }, { callbackUrl: "b", parts: ["x", "y"] }, "callback url a → b, parts x, y"],
  [{ addresses: ["192.0.2.1"] }, { addresses: [] }, "addresses 192.0.2.1 → none"],
  [null, null, ""],
])("the change from %j to %j: %s", (before, after, want) => {
  expect(changeText(before, after)).toBe(want);
});

test("facts of an entry as words", () => {
  expect(factsText({ customer: 42, messages: [1, 2], keepFor: { days: 3 } })).toBe(
    "customer 42, messages 1, 2, keep for (days 3)",
  );
});

test.each([
  ["1", "United States, Canada, Caribbean"],
  ["49", "Germany"],
  ["971", "United Arab Emirates"],
  ["", undefined],
  ["999", undefined],
])("the country of +%s: %s", (code, want) => {
  expect(countryOf(code)).toBe(want);
});

describe("facets of a search", () => {
  const row = (status: string, customer: number, reason: string | null): MessageRow => ({
    ...{ id: 1, transaction: "t", customer, user: "Ann", originator: "Shop", number: "12025550101", status },
    ...{ link: "east", accepted: "", changed: "", attempts: 1, reason },
  });
  const rows = [
    ...[row("FAILED", 42, "RINVDSTADR (0x0b)"), row("FAILED", 42, "001"), row("SMSC_EXPIRED", 43, null)],
    ...[row("FAILED", 42, "001")],
  ];

  test("count values, the most frequent first; a single value narrows nothing", () => {
    const facets = facetsOf(rows, { state: "failed", since: "7d" }, (id) => `Customer ${id}`);
    const shown = facets.map(({ name, choices }) => [
      name,
      choices.map(({ form, count, tone }) => [form.button, count, tone]),
    ]);
    expect(shown).toEqual([
      [
        "State",
        [
          ["Refused", 3, "bad"],
          ["Expired", 1, "warn"],
        ],
      ],
      [
        "Customer",
        [
          ["Customer 42", 3, undefined],
          ["Customer 43", 1, undefined],
        ],
      ],
      [
        "Reason",
        [
          ["The number is not assigned.", 2, undefined],
          ["The network does not accept the number of the recipient.", 1, undefined],
        ],
      ],
    ]);
    expect(facets[1]?.choices[0]?.form.fields.map(({ name, value }) => [name, value])).toEqual([
      ["state", "failed"],
      ["since", "7d"],
      ["customer", "42"],
    ]);
  });
});
