import { expect, test } from "@jest/globals";
import { failureSearch } from "#server/faces/console/deliverability.js";
import type { Conditions } from "#server/faces/console/delivery-conditions.js";
import type { ReportGrouping } from "#server/admin/deliverability.js";

/** "Look at the failures" of a row finds those of the row, within what the page is narrowed to. */
test.each<{
  by: ReportGrouping;
  name: string;
  key: string;
  over?: string;
  given?: Conditions;
  want: Readonly<Record<string, string>>;
}>([
  { by: "country", name: "Germany", key: "49", want: { prefix: "49" } },
  {
    by: "country",
    name: "Germany",
    key: "49",
    given: { link: "east" },
    want: { prefix: "49", link: "east" },
  },
  {
    by: "country",
    name: "Germany",
    key: "49",
    given: { customer: "7" },
    want: { prefix: "49", customer: "7" },
  },
  { by: "country", name: "+4915", key: "4915", over: "east", want: { prefix: "4915", link: "east" } },
  {
    by: "country",
    name: "+4915",
    key: "4915",
    over: "west",
    given: { customer: "7" },
    want: { prefix: "4915", link: "west", customer: "7" },
  },
  { by: "prefix", name: "+4915", key: "4915", want: { prefix: "4915" } },
  { by: "prefix", name: "+4915", key: "4915", given: { country: "49" }, want: { prefix: "4915" } },
  {
    by: "prefix",
    name: "+4915",
    key: "4915",
    given: { country: "49", link: "east" },
    want: { prefix: "4915", link: "east" },
  },
  { by: "prefix", name: "Other numbers", key: "", given: { country: "49" }, want: { prefix: "49" } },
  { by: "link", name: "east", key: "3", want: { link: "east" } },
  { by: "link", name: "east", key: "3", given: { country: "49" }, want: { link: "east", prefix: "49" } },
  {
    by: "link",
    name: "east",
    key: "3",
    given: { country: "49", customer: "7" },
    want: { link: "east", prefix: "49", customer: "7" },
  },
  { by: "customer", name: "Shop", key: "42", want: { customer: "42" } },
  {
    by: "customer",
    name: "Shop",
    key: "42",
    given: { country: "49", link: "east" },
    want: { customer: "42", prefix: "49", link: "east" },
  },
  { by: "country", name: "Other numbers", key: "", want: {} },
])("$by $name $key $over, $given: $want", ({ by, name: text, key, over, given = {}, want }) => {
  const name = over === undefined ? { text } : { text, note: over, layout: "child" as const };
  const found = failureSearch({ name, row: { key } }, { ...given, by }, { by, period: "7d" });
  expect(found).toEqual({ state: "failed", since: "7d", ...want });
});
