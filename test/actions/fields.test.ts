import { expect, test } from "@jest/globals";
import { customerUser } from "#server/actions/account-fields.js";
import {
  type Field,
  flag,
  type Given,
  givenAlone,
  oneOf,
  optional,
  preset,
  readFields,
  required,
  several,
  text,
} from "#server/actions/fields.js";
import { InvalidInput } from "#server/admin/refusal.js";
import { expiryOf, integerOf } from "#server/admin/values.js";

const any = text();
const texts = text();
const rank = (given: string): number => integerOf("rank", given, 1, 9);

test.each<{ field: Field<unknown>; given: Given; want: unknown }>([
  { field: required(any, rank), given: "3", want: 3 },
  { field: required(any, rank), given: undefined, want: 'invalid rank "": use a number from 1 to 9' },
  { field: optional(any, rank), given: undefined, want: undefined },
  { field: optional(any, rank), given: "0", want: 'invalid rank "0": use a number from 1 to 9' },
  { field: preset("1", any, rank), given: undefined, want: 1 },
  { field: preset("1", any, rank), given: "9", want: 9 },
  { field: preset("1", any, rank), given: "", want: 'invalid rank "": use a number from 1 to 9' },
  { field: several(texts, (each) => each.length), given: undefined, want: undefined },
  { field: several(texts, (each) => each.length), given: [], want: 0 },
  { field: several(texts, (each) => each.length), given: ["a", "b"], want: 2 },
  { field: several(texts, (each) => each.length), given: "a", want: 1 },
  { field: required(any, (each) => each), given: ["a", "b"], want: "a,b" },
  { field: flag("Flag", "meaning"), given: undefined, want: false },
  { field: flag("Flag", "meaning"), given: "on", want: true },
  { field: flag("Flag", "meaning"), given: "off", want: false },
  { field: optional(any, oneOf("kind", ["sms", "mms"])), given: "mms", want: "mms" },
  {
    field: optional(any, oneOf("kind", ["sms", "mms"])),
    given: "fax",
    want: 'invalid kind "fax": use sms or mms',
  },
  { field: optional(any, expiryOf), given: "1d", want: 86_400_000 },
  { field: customerUser(), given: "42/api", want: { customerId: 42, userName: "api", typed: "42/api" } },
  { field: customerUser(), given: "42", want: 'invalid user "42": use CUSTOMER/USER, for example 42/api' },
])("$given: $want", ({ field, given, want }) => {
  const read = (): unknown => readFields({ value: field }, { value: given }, 0).value;
  if (typeof want !== "string" || !want.startsWith("invalid")) expect(read()).toEqual(want);
  else expect(refusalOf(read)).toEqual({ message: want, field: "value" });
});

function refusalOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof InvalidInput ? { message: error.message, field: error.field } : error;
  }
}

test("fields are read in their order, and the first that is refused is named", () => {
  const fields = { a: required(any, rank), b: required(any, rank) };
  const message = 'invalid rank "x": use a number from 1 to 9';
  const refusal = refusalOf(() => readFields(fields, { a: "x", b: "y" }, 0));
  expect(refusal).toEqual({ message, field: "a" });
});

test("values that are not given are left out", () => {
  expect(givenAlone({ a: 0, b: undefined, c: "", d: false })).toEqual({ a: 0, c: "", d: false });
});
