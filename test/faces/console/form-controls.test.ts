import { describe, expect, test } from "@jest/globals";
import type { Action } from "#server/actions/action.js";
import { addApiKey } from "#server/actions/api-keys.js";
import { changeCustomer } from "#server/actions/customer-settings.js";
import { importList } from "#server/actions/list-import.js";
import { addOperatorKey } from "#server/actions/operator-keys.js";
import { addRoute, changeRoute } from "#server/actions/routes.js";
import { addSmppAccount } from "#server/actions/smpp-accounts.js";
import { actionFields, givenIn } from "#server/faces/web/action-forms.js";
import { noKnown } from "#server/faces/web/known-values.js";

const known = {
  ...noKnown,
  customer: [{ value: "42", text: "Example Ltd (42)" }],
  link: [{ value: "west", text: "west" }],
  user: [{ value: "42/Ann", text: "Ann" }],
};

type Shown = Pick<Action, "fields" | "keys">;

describe("the control of a field", () => {
  test.each<{ of: Shown; name: string; value?: unknown; want: object }>([
    { of: changeCustomer, name: "refunds", value: ["expired"], want: { type: "checks", value: "expired" } },
    { of: changeCustomer, name: "refunds", value: [], want: { type: "checks", value: "" } },
    { of: changeCustomer, name: "timeZone", value: "Africa/Nairobi", want: { type: "select" } },
    { of: changeCustomer, name: "countryCode", value: null, want: { type: "select", value: "" } },
    { of: changeCustomer, name: "countryCode", value: "44", want: { type: "select", value: "44" } },
    {
      of: changeCustomer,
      name: "rate",
      value: null,
      want: { type: "text", value: "", hint: "empty: no limit" },
    },
    { of: changeCustomer, name: "rate", value: 5, want: { value: "5" } },
    { of: changeCustomer, name: "note", value: null, want: { type: "text", value: "" } },
    { of: changeCustomer, name: "lowBalance", value: null, want: { value: "" } },
    { of: changeCustomer, name: "maySend", value: true, want: { type: "checkbox", value: "on" } },
    { of: addApiKey, name: "scopes", want: { type: "checks" } },
    { of: addApiKey, name: "expires", want: { type: "date", inZone: true } },
    { of: addOperatorKey, name: "expires", want: { type: "date", inZone: true } },
    { of: addRoute, name: "customer", want: { type: "select" } },
    { of: addRoute, name: "link", want: { type: "select", options: [{ value: "west", text: "west" }] } },
    { of: changeRoute, name: "kind", value: null, want: { type: "select", value: "" } },
    {
      of: addSmppAccount,
      name: "user",
      want: { type: "select", options: [{ value: "42/Ann", text: "Ann" }] },
    },
    { of: importList, name: "owner", want: { type: "select" } },
  ])("$name $value", ({ of, name, value, want }) => {
    const values = value === undefined ? {} : { [name]: value };
    expect(actionFields(of, { names: [name], values, known })[0]).toMatchObject(want);
  });

  test("a value that is not among the known ones stays", () => {
    const [zone] = actionFields(changeCustomer, { names: ["timeZone"], values: { timeZone: "Old/Zone" } });
    expect(zone?.options).toContainEqual({ value: "Old/Zone", text: "Old/Zone" });
  });
});

describe("what an action gets of a form", () => {
  test.each<{ of: Shown; form: Readonly<Record<string, string>>; zone?: string; want: object }>([
    {
      of: changeCustomer,
      form: { "refunds.refused": "on", "refunds.failed": "on" },
      want: { refunds: "refused,failed" },
    },
    { of: changeCustomer, form: {}, want: { refunds: "none" } },
    { of: changeCustomer, form: { refunds: "expired" }, want: { refunds: "expired" } },
    { of: changeCustomer, form: { rate: "" }, want: { rate: "none" } },
    { of: changeCustomer, form: { rate: " 50 " }, want: { rate: "50" } },
    { of: changeCustomer, form: {}, want: { rate: undefined } },
    { of: changeCustomer, form: { countryCode: "" }, want: { countryCode: "none" } },
    { of: changeCustomer, form: { note: "none" }, want: { note: "none" } },
    { of: addApiKey, form: { "scopes.inbox": "on" }, want: { scopes: "inbox" } },
    { of: addApiKey, form: {}, want: { scopes: "" } },
    { of: addApiKey, form: { expires: "" }, want: { expires: undefined } },
    { of: addApiKey, form: { expires: "2030-01-15" }, want: { expires: "2030-01-15T00:00:00.000Z" } },
    {
      ...{ of: addApiKey, form: { expires: "2030-01-15" }, zone: "Africa/Nairobi" },
      want: { expires: "2030-01-14T21:00:00.000Z" },
    },
    {
      ...{ of: addOperatorKey, form: { expires: "2030-07-15" }, zone: "America/New_York" },
      want: { expires: "2030-07-15T04:00:00.000Z" },
    },
    { of: addApiKey, form: { expires: "90d" }, want: { expires: "90d" } },
    { of: addApiKey, form: { expires: "2030-99-99" }, want: { expires: "2030-99-99" } },
    {
      of: changeRoute,
      form: { customer: "", kind: "", originator: "" },
      want: { customer: "none", kind: "none", originator: "none" },
    },
    { of: addRoute, form: { customer: "", kind: "" }, want: { customer: undefined, kind: undefined } },
  ])("$form in $zone", ({ of, form, zone = "UTC", want }) => {
    const given = givenIn(new Map(Object.entries(form)), of, { names: undefined, zone });
    expect(given).toMatchObject(want);
  });

  test("fields that its form has not are not read", () => {
    const given = givenIn(new Map([["rate", "5"]]), changeCustomer, { names: ["rate"], zone: "UTC" });
    expect(given).toEqual({ id: undefined, rate: "5" });
  });
});
