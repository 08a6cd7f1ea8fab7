import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Customer, type CustomerChange, changedCustomer } from "#server/domain/accounts/accounts.js";
import { defaultSettings } from "#server/domain/accounts/customer-settings.js";

const customer: Customer = {
  ...defaultSettings,
  ...{ id: 42, name: "Shop", state: "active", payment: "prepaid", limit: undefined, heldSince: undefined },
};

test.each<{ title: string; change: CustomerChange; want: Partial<Customer>; floor: number | null }>([
  { title: "nothing", change: {}, want: {}, floor: 0 },
  { title: "a name", change: { name: "Store" }, want: { name: "Store" }, floor: 0 },
  {
    title: "to postpaid without a limit",
    change: { credit: { payment: "postpaid", limit: undefined } },
    want: { payment: "postpaid", limit: undefined },
    floor: null,
  },
  {
    title: "a limit and a setting",
    change: { credit: { payment: "postpaid", limit: 7000 }, maySend: false },
    want: { payment: "postpaid", limit: 7000, maySend: false },
    floor: -7000,
  },
])("changes $title", ({ change, want, floor }) => {
  const changes = { customer: { ...customer, ...want }, floor, keepsFoldedHashes: false };
  expect(changedCustomer(customer, change)).toEqual(changes);
});

test.each([
  { before: false, change: true, want: true },
  { before: true, change: false, want: false },
  { before: true, change: undefined, want: true },
])("lower-cased hashes, $before changed to $change: kept $want", ({ before, change, want }) => {
  const changes: CustomerChange = change === undefined ? {} : { ignorePasswordCase: change };
  expect(changedCustomer({ ...customer, ignorePasswordCase: before }, changes).keepsFoldedHashes).toBe(want);
});

test("changes of different fields may come in any order, and the last of one field wins", () => {
  const change = fc.record<CustomerChange>(
    { name: fc.string(), rate: fc.nat(), weight: fc.nat(), ignorePasswordCase: fc.boolean() },
    { requiredKeys: [] },
  );
  const apply = (changes: readonly CustomerChange[]): Customer =>
    changes.reduce((before, one) => changedCustomer(before, one).customer, customer);
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const last = changes.reduce<CustomerChange>((all, one) => ({ ...all, ...one }), {});
      expect(apply(changes)).toEqual(apply([last]));
    }),
  );
});
