import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseForm } from "#runtime/forms/form-text.js";
import { FormReader, FormWriter } from "#runtime/forms/form.js";
import { ServiceFault } from "#runtime/errors/fault.js";
import { guid } from "#runtime/xsd.js";
import { boolean, enumeration, int, string } from "#runtime/codec.js";

const colour = enumeration("Colour", { Red: "Red", Green: "Green" });

const form = (text: string, lenient = false): FormReader =>
  new FormReader(parseForm(text, { lenient }), { lenient });

const fault = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceFault) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return "accepted";
};

describe("values", () => {
  test.each<[string, (form: FormReader) => unknown, string, unknown]>([
    ["int", (f) => f.required("id", int), "ID=42", 42],
    ["int with sign and blanks", (f) => f.required("id", int), "id=+%2B5+", 5],
    ["boolean in any letters", (f) => f.required("b", boolean), "b=True", true],
    ["enumeration", (f) => f.required("c", colour), "c=Green", "Green"],
    ["string, empty", (f) => f.required("s", string), "s=", ""],
    ["string, blanks kept", (f) => f.required("s", string), "s=+x+", " x "],
    ["optional, absent", (f) => f.optional("s", string), "t=1", undefined],
    ["optional string, empty", (f) => f.optional("s", string), "s=", ""],
    ["optional int, empty", (f) => f.optional("i", int), "i=", undefined],
    ["optional guid, empty", (f) => f.optional("g", guid), "g=", undefined],
    ["unknown parameters are ignored", (f) => f.required("id", int), "x=1&id=2&y", 2],
  ])("%s", (_case, read, text, want) => {
    expect(read(form(text))).toEqual(want);
  });
});

describe("refusals", () => {
  const long = "9".repeat(100);
  test.each<[string, (form: FormReader) => unknown, string, string]>([
    ["absent", (f) => f.required("customerID", int), "", "MissingValue: Missing parameter: customerID."],
    ["absent boolean", (f) => f.required("blink", boolean), "", "MissingValue: Missing parameter: blink."],
    ["name alone", (f) => f.required("id", int), "id", "MissingValue: Missing parameter: id."],
    [
      "bad int",
      (f) => f.required("id", int),
      "id=x",
      "InvalidValue: Cannot convert x to System.Int32. Parameter name: id",
    ],
    [
      "empty int",
      (f) => f.required("id", int),
      "id=",
      "InvalidValue: Cannot convert  to System.Int32. Parameter name: id",
    ],
    [
      "bad boolean",
      (f) => f.required("b", boolean),
      "b=yes",
      "InvalidValue: Cannot convert yes to System.Boolean. Parameter name: b",
    ],
    [
      "boolean 0",
      (f) => f.required("b", boolean),
      "b=0",
      "InvalidValue: Cannot convert 0 to System.Boolean. Parameter name: b",
    ],
    [
      "bad name",
      (f) => f.required("c", colour),
      "c=Blue",
      'InvalidValue: Cannot convert Blue to Colour. Parameter name: c ---> Expected one of "Red", "Green".',
    ],
    [
      "long value",
      (f) => f.required("id", int),
      `id=${long}`,
      `InvalidValue: Cannot convert ${long.slice(0, 64)}... to System.Int32. Parameter name: id`,
    ],
    ["twice", (f) => f.required("id", int), "id=1&ID=1", "InvalidValue: Parameter given more than once: id."],
    [
      "optional twice",
      (f) => f.optional("s", string),
      "s=1&s=2",
      "InvalidValue: Parameter given more than once: s.",
    ],
  ])("%s", (_case, read, text, want) => {
    expect(fault(() => read(form(text)))).toBe(want);
  });
});

describe("lenient", () => {
  test.each<[string, (form: FormReader) => unknown, string, unknown]>([
    ["an absent boolean is false", (f) => f.required("blink", boolean), "", false],
    ["boolean 0", (f) => f.required("blink", boolean), "blink=0", false],
    ["a duplicate is joined", (f) => f.required("s", string), "s=111&s=222", "111,222"],
    ["number of a name", (f) => f.required("c", colour), "c=1", "Green"],
  ])("%s", (_case, read, text, want) => {
    expect(read(form(text, true))).toEqual(want);
  });

  test.each<[string, (form: FormReader) => unknown, string, string]>([
    ["an absent int stays absent", (f) => f.required("id", int), "", "MissingValue: Missing parameter: id."],
    [
      "an int given twice is no int",
      (f) => f.required("id", int),
      "id=1&id=2",
      "InvalidValue: Cannot convert 1,2 to System.Int32. Parameter name: id",
    ],
  ])("%s", (_case, read, text, want) => {
    expect(fault(() => read(form(text, true)))).toBe(want);
  });
});

describe("bytes", () => {
  test.each<[string, readonly number[] | undefined]>([
    ["", undefined],
    ["d=AAEC", [0, 1, 2]],
    ["d=7", [7]],
    ["d=255", [255]],
    ["d=0&d=1&D=2", [0, 1, 2]],
    ["d=", []],
  ])("%s", (text, want) => {
    expect(form(text).bytes("d")).toEqual(want === undefined ? undefined : Uint8Array.from(want));
  });

  test.each([
    ["d=256", "InvalidValue: Cannot convert 256 to System.Byte. Parameter name: d"],
    ["d=1&d=x", "InvalidValue: Cannot convert x to System.Byte. Parameter name: d"],
  ])("%s", (text, want) => {
    expect(fault(() => form(text).bytes("d"))).toBe(want);
  });

  test("required", () => {
    expect(fault(() => form("").requiredBytes("mm7Data"))).toBe("MissingValue: Missing parameter: mm7Data.");
  });
});

test("what FormWriter writes FormReader reads", () => {
  const text = fc.string({ unit: "grapheme" });
  const bytes = fc.uint8Array().filter(({ length }) => length > 2 || length === 0);
  fc.assert(
    fc.property(text, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), bytes, (s, i, data) => {
      const writer = new FormWriter();
      writer.value("s", string, s);
      writer.optional("i", int, i);
      writer.optional("absent", int, undefined);
      writer.bytes("data", data);
      const reader = form(writer.toString());
      expect(reader.required("s", string)).toBe(s);
      expect(reader.optional("i", int)).toBe(i);
      expect(reader.optional("absent", int)).toBeUndefined();
      expect(reader.requiredBytes("data")).toEqual(data);
    }),
  );
});
