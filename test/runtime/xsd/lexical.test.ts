import { describe, expect, test } from "@jest/globals";
import * as xsd from "#runtime/xsd/primitives.js";
import { LexicalError, type XsdType } from "#runtime/xsd/type.js";

interface Space {
  readonly type: XsdType<unknown>;
  /** Text and its printed value after reading. */
  readonly accepted: readonly (readonly [string, string])[];
  readonly refused: readonly string[];
}

/** Never a value of a type with white space collapsed: other white space, other digits, leftovers. */
const neverNumbers = [
  "",
  " ",
  "abc",
  "1 2",
  "0x10",
  "1,000",
  "\u00a01",
  "\u0661",
  "\uff11",
  "1;",
  "--1",
  "+-1",
  "1\u0000",
];

const spaces: readonly Space[] = [
  {
    type: xsd.int,
    accepted: [
      ["0", "0"],
      ["-0", "0"],
      ["+5", "5"],
      ["007", "7"],
      [" \t\n\r42 ", "42"],
      ["999", "999"],
      ["1000", "1000"],
      ["-1000", "-1000"],
      ["1000009", "1000009"],
      ["2147483647", "2147483647"],
      ["-2147483648", "-2147483648"],
      ["000000000000000000000000000001", "1"],
    ],
    refused: [
      ...neverNumbers,
      "2147483648",
      "-2147483649",
      "1e3",
      "1.0",
      "12abc",
      "1e20",
      "99999999999999999999",
    ],
  },
  { type: xsd.short, accepted: [["-32768", "-32768"]], refused: ["32768", "-32769", ...neverNumbers] },
  { type: xsd.byte, accepted: [["127", "127"]], refused: ["128", "-129", ...neverNumbers] },
  {
    type: xsd.unsignedByte,
    accepted: [
      ["255", "255"],
      ["-0", "0"],
      ["+1", "1"],
    ],
    refused: ["256", "-1"],
  },
  { type: xsd.unsignedShort, accepted: [["65535", "65535"]], refused: ["65536", "-1"] },
  {
    type: xsd.unsignedInt,
    accepted: [
      ["4000000000", "4000000000"],
      ["4294967295", "4294967295"],
    ],
    refused: ["4294967296", "-1"],
  },
  {
    type: xsd.long,
    accepted: [
      ["9223372036854775807", "9223372036854775807"],
      ["-9223372036854775808", "-9223372036854775808"],
      ["+1", "1"],
    ],
    refused: ["9223372036854775808", "-9223372036854775809", ...neverNumbers],
  },
  {
    type: xsd.unsignedLong,
    accepted: [["18446744073709551615", "18446744073709551615"]],
    refused: ["18446744073709551616", "-1"],
  },
  {
    type: xsd.integer,
    accepted: [["123456789012345678901234567890", "123456789012345678901234567890"]],
    refused: [...neverNumbers, "9".repeat(1001)],
  },
  { type: xsd.positiveInteger, accepted: [["1", "1"]], refused: ["0", "-1"] },
  {
    type: xsd.nonNegativeInteger,
    accepted: [
      ["0", "0"],
      ["-0", "0"],
    ],
    refused: ["-1"],
  },
  { type: xsd.negativeInteger, accepted: [["-1", "-1"]], refused: ["0", "1"] },
  { type: xsd.nonPositiveInteger, accepted: [["0", "0"]], refused: ["1"] },
  {
    type: xsd.decimal,
    accepted: [
      ["0", "0"],
      ["-0.00", "0.00"],
      ["1234567.8900", "1234567.8900"],
      ["+1.5", "1.5"],
      [".5", "0.5"],
      ["-.5", "-0.5"],
      ["5.", "5"],
      ["0005.50", "5.50"],
      [" 1 ", "1"],
      ["0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"],
    ],
    refused: [...neverNumbers, ".", "+", "1e3", "INF", "NaN", "1.2.3", "1. 5", "1".repeat(1003)],
  },
  {
    type: xsd.double,
    accepted: [
      ["1", "1"],
      ["-0", "-0"],
      ["1.5E3", "1500"],
      ["1e21", "1E+21"],
      [".5", "0.5"],
      ["INF", "INF"],
      ["-INF", "-INF"],
      ["NaN", "NaN"],
      ["1e400", "INF"],
    ],
    refused: [...neverNumbers, "+INF", "Infinity", "nan", "inf", "1e", "e1", "1e1.5"],
  },
  {
    type: xsd.float,
    accepted: [
      ["0.1", "0.1"],
      ["16777217", "16777216"],
      ["3.4028235e38", "3.4028235E+38"],
    ],
    refused: ["x"],
  },
  {
    type: xsd.boolean,
    accepted: [
      ["true", "true"],
      ["false", "false"],
      ["1", "true"],
      ["0", "false"],
      [" true\n", "true"],
    ],
    refused: ["", "TRUE", "True", "yes", "on", "2", "01", "\u00a0true", "__proto__"],
  },
  {
    type: xsd.dateTime,
    accepted: [
      "2026-01-31T12:00:00",
      "2026-01-31T12:00:00Z",
      "2026-01-31T12:00:00.1234567+02:00",
      "2024-02-29T23:59:59-14:00",
      "0001-01-01T00:00:00",
      "-0001-02-29T00:00:00",
      "12026-01-01T00:00:00",
      "2026-01-31T24:00:00.000",
    ].map((text) => [text, text] as const),
    refused: [
      "",
      "2026-01-31",
      "2026-01-31 12:00:00",
      "2026-02-29T00:00:00",
      "1900-02-29T00:00:00",
      "2026-13-01T00:00:00",
      "2026-00-01T00:00:00",
      "2026-01-00T00:00:00",
      "2026-04-31T00:00:00",
      "0000-01-01T00:00:00",
      "02026-01-01T00:00:00",
      "226-01-01T00:00:00",
      "2026-01-01T24:00:01",
      "2026-01-01T24:00:00.1",
      "2026-01-01T25:00:00",
      "2026-01-01T00:60:00",
      "2026-01-01T00:00:60",
      "2026-01-01T00:00:00.",
      "2026-01-01T00:00:00+14:01",
      "2026-01-01T00:00:00+1:00",
      "2026-01-01T00:00:00z",
      "+2026-01-01T00:00:00",
      "2026-1-1T0:0:0",
    ],
  },
  {
    type: xsd.date,
    accepted: [
      ["2024-02-29", "2024-02-29"],
      ["2026-01-01+13:59", "2026-01-01+13:59"],
    ],
    refused: ["2026-02-29", "2026-01-01T00:00:00", "26-01-01"],
  },
  {
    type: xsd.time,
    accepted: [
      ["23:59:59.9Z", "23:59:59.9Z"],
      ["24:00:00", "24:00:00"],
    ],
    refused: ["24:00:01", "1:00:00", "12:00", "12:60:00"],
  },
  {
    type: xsd.duration,
    accepted: [
      ["P1Y2M3DT4H5M6.7S", "P1Y2M3DT4H5M6.7S"],
      ["-P1D", "-P1D"],
      ["PT0S", "PT0S"],
    ],
    refused: ["P", "PT", "P1DT", "1D", "P-1D", "P1S", "PT1.S", "P1M1Y"],
  },
  {
    type: xsd.gYear,
    accepted: [
      ["2026", "2026"],
      ["-0044Z", "-0044Z"],
    ],
    refused: ["26", "0000", "+2026"],
  },
  { type: xsd.gYearMonth, accepted: [["2026-12", "2026-12"]], refused: ["2026-13", "2026-1"] },
  { type: xsd.gMonth, accepted: [["--12", "--12"]], refused: ["--13", "--00", "12", "--1--"] },
  { type: xsd.gDay, accepted: [["---31", "---31"]], refused: ["---32", "---00", "31"] },
  { type: xsd.gMonthDay, accepted: [["--02-29", "--02-29"]], refused: ["--02-30", "--13-01", "--04-31"] },
  {
    type: xsd.base64Binary,
    accepted: [
      ["", ""],
      ["AAECAw==", "AAECAw=="],
      [" A A E C\nA w = = ", "AAECAw=="],
      ["AAEC", "AAEC"],
      ["/+8=", "/+8="],
    ],
    refused: [
      "A",
      "AA",
      "AAE",
      "AAECAw=",
      "AAECAw===",
      "=",
      "AB==",
      "AAF=",
      "AA=E",
      "AAEC=",
      "A-_A",
      "AAE\u00e9",
      "AAEC%",
    ],
  },
  {
    type: xsd.hexBinary,
    accepted: [
      ["", ""],
      ["00fFaB", "00FFAB"],
    ],
    refused: ["0", "0g", "0x00", "00 11"],
  },
  {
    type: xsd.string,
    accepted: [
      ["", ""],
      [" a\n\tb ", " a\n\tb "],
    ],
    refused: [],
  },
  { type: xsd.normalizedString, accepted: [[" a\n\tb ", " a  b "]], refused: [] },
  { type: xsd.token, accepted: [[" a\n\t b ", "a b"]], refused: [] },
  { type: xsd.anyURI, accepted: [[" http://example.com/ ", "http://example.com/"]], refused: [] },
  { type: xsd.language, accepted: [["en-GB", "en-GB"]], refused: ["", "e_n", "toolonglanguage", "en-"] },
  {
    type: xsd.NCName,
    accepted: [
      [" a.b-1 ", "a.b-1"],
      ["é", "é"],
    ],
    refused: ["", "1a", "a:b", "a b"],
  },
  { type: xsd.Name, accepted: [["a:b:c", "a:b:c"]], refused: ["1a", ""] },
  { type: xsd.NMTOKEN, accepted: [["1a:-.", "1a:-."]], refused: ["", "a b", "a,b"] },
  { type: xsd.NMTOKENS, accepted: [[" 1  2\n3 ", "1 2 3"]], refused: ["1 ,", "", " "] },
  {
    type: xsd.QName,
    accepted: [
      ["a:b", "a:b"],
      ["b", "b"],
    ],
    refused: ["a:b:c", ":b", "a:", ""],
  },
  {
    type: xsd.guid,
    accepted: [
      ["0f8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e"],
      ["0F8FAD5B-D9CB-469F-A165-70867728950E", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    ],
    refused: [
      "",
      "0f8fad5bd9cb469fa16570867728950e",
      "{0f8fad5b-d9cb-469f-a165-70867728950e}",
      "0f8fad5b-d9cb-469f-a165-70867728950",
      " 0f8fad5b-d9cb-469f-a165-70867728950e",
      "0f8fad5b-d9cb-469f-a165-70867728950g",
      "\u212af8fad5b-d9cb-469f-a165-70867728950e",
    ],
  },
  {
    type: xsd.enumeration("Color", { Red: "Red", Green: "Green" }),
    accepted: [
      ["Red", "Red"],
      ["Green", "Green"],
    ],
    refused: ["", "red", " Red", "0", "Blue", "__proto__", "constructor", "toString"],
  },
  {
    type: xsd.restriction("Zip", xsd.string, { pattern: /^[0-9]{5}$/ }),
    accepted: [["12345", "12345"]],
    refused: ["1234", "123456", "12345\n"],
  },
];

const cases = <T>(pick: (space: Space) => readonly T[]) =>
  spaces.flatMap((space) => pick(space).map((value) => ({ name: space.type.name, type: space.type, value })));

describe("lexical spaces", () => {
  test.each(cases((space) => space.accepted))("$name reads $value.0", ({ type, value: [text, printed] }) => {
    expect(type.print(type.parse(text))).toBe(printed);
  });

  test.each(cases((space) => space.refused))("$name refuses $value", ({ type, value }) => {
    expect(() => type.parse(value)).toThrow(LexicalError);
  });

  test("an error names the type and quotes little", () => {
    for (const { type } of spaces) {
      try {
        type.parse("\u202e\n<".repeat(10_000));
      } catch (error) {
        if (!(error instanceof LexicalError)) throw error;
        expect(type.name.startsWith(error.type)).toBe(true);
        expect(`${error.type}: ${error.reason}`.length).toBeLessThan(110);
        expect(error.message).not.toMatch(/[\n\u202e]/);
      }
    }
  });
});
