/** Values outside of their types, and texts that are none: what lenient reading keeps of them. */
import { describe, expect, test } from "@jest/globals";
import type { XsdType } from "#runtime/xsd.js";
import {
  base64Binary,
  boolean,
  byte,
  date,
  dateTime,
  dateTimeDate,
  decimal,
  decimalNumber,
  double,
  enumeratedNames,
  enumeration,
  float,
  guid,
  hexBinary,
  int,
  integer,
  integerNumber,
  integerText,
  listOf,
  long,
  namesInList,
  NMTOKENS,
  positiveInteger,
  QName,
  qualified,
  resolved,
  resolvedName,
  restriction,
  roundedNumber,
  short,
  string,
  unionOf,
  unsignedInt,
  utcDate,
  withFixed,
} from "#runtime/codec.js";
import { Decimal } from "#runtime/xsd/decimal.js";
import { type Forgiven, type LenientOptions, lenientReading } from "#runtime/interceptors.js";
import { ended, response, valued } from "./departing.js";

async function read(type: XsdType<unknown>, text: string, options: LenientOptions = {}) {
  const heard: Forgiven[] = [];
  const answer = { text: response(`<Value xmlns:q="urn:q" xmlns:p="urn:p">${text}</Value>`) };
  const reading = lenientReading((each) => heard.push(...each), options);
  const { result, failure } = await ended(answer, { interceptors: [reading] }, valued(type));
  return { value: result?.Value, heard: heard.map(({ kind, text: found }) => [kind, found]), failure };
}

const percent = restriction("Percent", int, { minInclusive: "0", maxInclusive: "100" });
const price = restriction("Price", decimal, { totalDigits: 5, fractionDigits: 2 });
const tone = enumeration("Tone", ["Warm", "Cold"]);
const step = enumeration("Step", [1, 2, 3], int);
const recent = restriction("Recent", dateTime, { minInclusive: "2020-01-01T00:00:00Z" });
const bound = unionOf<number | "unbounded">("Bound", [
  restriction("Count", int, { maxInclusive: "10" }),
  enumeration("Unbounded", ["unbounded"]),
]);

describe("values outside of their types are kept", () => {
  test.each<[XsdType<unknown>, string, unknown]>([
    [int, "2147483648", 2147483648],
    [int, "-99999999999", -99999999999],
    [short, "32768", 32768],
    [byte, "-129", -129],
    [unsignedInt, "-1", -1],
    [unsignedInt, "4294967296.0", 4294967296],
    [int, "5.5", 5.5],
    [int, "1.25E1", 12.5],
    [long, "9223372036854775808", 9223372036854775808n],
    [positiveInteger, "0", 0n],
    [positiveInteger, "-7.00", -7n],
    [integerNumber(positiveInteger), "0", 0],
    [integerText(positiveInteger), "0", "0"],
    [percent, "101", 101],
    [percent, "-1.0", -1],
    [percent, "99999999999", 99999999999],
    [restriction("Half", percent, { maxInclusive: "50" }), "75", 75],
    [price, "1234.567", Decimal.parse("1234.567")],
    [restriction("Even", int, { pattern: /^[0-9]*[02468]$/ }), "3", 3],
    [restriction("Rate", double, { maxExclusive: "1" }), "1.5", 1.5],
    [restriction("Rate", float, { maxInclusive: "1" }), "2.5", 2.5],
    [decimalNumber(price), "1234.567", 1234.567],
    [roundedNumber(price), "1234.567", 1234.567],
    [restriction("Hash", hexBinary, { length: 2 }), "0aff00", Uint8Array.of(0x0a, 0xff, 0)],
    [restriction("Yes", boolean, { pattern: /^true$/ }), "false", false],
    [utcDate(recent), "2019-01-01T00:00:00Z", new Date("2019-01-01T00:00:00Z")],
    [step, "4", 4],
    [step, "4.0", 4],
    [enumeration("Tone", ["Warm", "Cold"]), "Purple", "Purple"],
    [restriction("Sky", tone, { enumeration: ["Cold"] }), "Warm", "Warm"],
    [withFixed(int, "1"), "2", 2],
    [withFixed(string, "a"), "b", "b"],
    [bound, "12", 12],
    [bound, "lots", "lots"],
    [unionOf<"no" | number>("Turned", [enumeration("No", ["no"]), percent]), "250", 250],
    [guid, "none", "none"],
    [NMTOKENS, " ", []],
  ])("%o %j", async (type, text, want) => {
    expect(await read(type, text)).toEqual({ value: want, heard: [["value", text]], failure: "no error" });
    expect((await read(type, text, { value: false })).failure).toMatch(/^Protocol: Value: /);
  });

  test("a date before the first one that is allowed", async () => {
    const { value } = await read(recent, "2019-01-01T00:00:00Z");
    expect(String(value)).toBe("2019-01-01T00:00:00Z");
  });
});

describe("texts that are no values are left out", () => {
  test.each<[XsdType<unknown>, string]>([
    [int, "five"],
    [int, "n/a"],
    [int, "12345678901234567890"],
    [percent, "ten"],
    [integerNumber(long), "9007199254740993"],
    [integer, "9".repeat(1_001)],
    [long, "1.5"],
    [decimal, "1,5"],
    [double, "1,5"],
    [boolean, "yes"],
    [step, "one"],
    [dateTime, "2017-13-01 12:12:12"],
    [dateTime, "01.08.2017"],
    [dateTimeDate(dateTime), "2017-08-01T00:00:00"],
    [recent, "never"],
    [base64Binary, "n/a"],
    [base64Binary, "S"],
    [base64Binary, "="],
    [base64Binary, "===="],
    [base64Binary, "SGk=="],
    [base64Binary, "SGkh="],
    [base64Binary, "SGkh===="],
    [base64Binary, "SGl"],
    [base64Binary, "SGkhS"],
    [base64Binary, "-"],
    [restriction("Short", base64Binary, {}), "n/a"],
    [unionOf<number | boolean>("Some", [percent, boolean]), "some"],
    [withFixed(int, "1"), "one"],
    [resolved(QName, resolvedName(QName)), "z:A"],
  ])("%o %j", async (type, text) => {
    expect(await read(type, text)).toEqual({
      value: undefined,
      heard: [["unreadable", text]],
      failure: "no error",
    });
    expect((await read(type, text, { unreadable: false })).failure).toMatch(/^Protocol: Value: /);
    expect((await read(type, text, { limit: 0 })).failure).toMatch(/deviates .* more than 0 times/);
  });
});

describe("items of a list", () => {
  const tones = listOf("Tones", tone);
  const numbers = listOf("Numbers", percent);
  test.each<[XsdType<unknown>, string, unknown, readonly (readonly [string, string | undefined])[]]>([
    [tones, "Warm Purple", ["Warm", "Purple"], [["value", "Purple"]]],
    [
      tones,
      "Grey  Purple",
      ["Grey", "Purple"],
      [
        ["value", "Grey"],
        ["value", "Purple"],
      ],
    ],
    [numbers, "1 200 3", [1, 200, 3], [["value", "200"]]],
    [numbers, "1 n/a 3", [1, undefined, 3], [["unreadable", "n/a"]]],
    [
      numbers,
      "5.0 -1 x",
      [5, -1, undefined],
      [
        ["form", "5.0"],
        ["value", "-1"],
        ["unreadable", "x"],
      ],
    ],
    [
      listOf("Flags", boolean),
      "true False no",
      [true, false, undefined],
      [
        ["form", "False"],
        ["unreadable", "no"],
      ],
    ],
    [
      listOf("Longs", long),
      "9223372036854775808 1",
      [9223372036854775808n, 1n],
      [["value", "9223372036854775808"]],
    ],
    [listOf("Steps", step), "1 7", [1, 7], [["value", "7"]]],
    [listOf("Days", date), "2017-08-01 soon", ["2017-08-01", "soon"], [["value", "soon"]]],
    [restriction("Two", tones, { length: 2 }), "Warm", ["Warm"], [["value", "Warm"]]],
    [
      restriction("Two", tones, { length: 2 }),
      "Warm Grey Cold",
      ["Warm", "Grey", "Cold"],
      [["value", "Grey"]],
    ],
    [restriction("Some", numbers, { minLength: 1 }), "", [], [["value", ""]]],
    [
      listOf("Bounds", bound),
      "1 12 all",
      [1, 12, "all"],
      [
        ["value", "12"],
        ["value", "all"],
      ],
    ],
    [withFixed(numbers, "1 2"), "1 3", [1, 3], [["value", "1 3"]]],
  ])("%o %j", async (type, text, want, heard) => {
    expect(await read(type, text)).toEqual({ value: want, heard, failure: "no error" });
    const kinds = Object.fromEntries(heard.map(([kind]) => [kind, false]));
    expect((await read(type, text, kinds)).failure).toMatch(/^Protocol: Value: /);
    expect((await read(type, text, { limit: heard.length - 1 })).failure).toMatch(
      /^Protocol: The response dev/,
    );
  });
});

describe("names of an enumeration", () => {
  const code = enumeration("Code", ["q:A", "q:B"], QName);
  const names = enumeratedNames(code, [{ prefix: "q", namespace: "urn:q" }]);
  const codes = listOf("Codes", code);
  test.each<[XsdType<unknown>, string, unknown]>([
    [qualified(code, names), "q:C", "q:C"],
    [qualified(code, names), "p:A", "p:A"],
    [qualified(code, names), "none", "none"],
  ])("%o %j", async (type, text, want) => {
    expect(await read(type, text)).toEqual({ value: want, heard: [["value", text]], failure: "no error" });
  });

  test("a list of them is left out: its prefixes have a meaning in the message alone", async () => {
    const type = qualified(codes, namesInList(codes, names));
    expect(await read(type, "q:A p:C")).toEqual({
      value: undefined,
      heard: [["unreadable", "q:A p:C"]],
      failure: "no error",
    });
  });
});
