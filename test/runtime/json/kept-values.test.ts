/** Values that lenient reading has kept, as JSON: those outside of their types, and lists without some of their items. */
import { describe, expect, test } from "@jest/globals";
import {
  base64Binary,
  boolean,
  dateTime,
  decimal,
  decimalNumber,
  double,
  enumeration,
  float,
  int,
  integerNumber,
  listOf,
  long,
  positiveInteger,
  restriction,
  string,
  unionOf,
  utcDate,
} from "#runtime/codec.js";
import {
  jsonBoolean,
  jsonDecimal,
  jsonFloat,
  jsonInteger,
  jsonList,
  jsonNumber,
  jsonText,
  jsonUnion,
  type JsonType,
} from "#runtime/json/types.js";
import { JsonWriter } from "#runtime/json/writer.js";
import { Decimal } from "#runtime/xsd/decimal.js";
import { XsdDateTime } from "#runtime/xsd/date-time.js";

const percent = restriction("Percent", int, { maxInclusive: "100" });
const price = restriction("Price", decimal, { fractionDigits: 2 });
const tone = enumeration("Tone", ["Warm", "Cold"]);
const recent = restriction("Recent", dateTime, { minInclusive: "2020-01-01T00:00:00Z" });
const short = restriction("Short", base64Binary, { maxLength: 1 });
const tones = jsonList(listOf("Tones", tone), jsonText(tone));
const percents = jsonList(listOf("Percents", percent), jsonNumber(percent));
const bound = unionOf<number | "unbounded">("Bound", [percent, enumeration("Unbounded", ["unbounded"])]);
const bounds = jsonUnion<number | "unbounded">(bound, [jsonNumber(percent), jsonText(bound)]);

type Write = (writer: JsonWriter, value: never) => void;
const row = <T>({ write }: JsonType<T>, value: unknown, want: string): readonly [Write, unknown, string] => [
  write,
  value,
  want,
];

describe("values outside of their types", () => {
  test.each<readonly [Write, unknown, string]>([
    row(jsonNumber(percent), 101, "101"),
    row(jsonNumber(int), 4294967296, "4294967296"),
    row(jsonNumber(int), 5.5, "5.5"),
    row(jsonInteger(long), 9223372036854775808n, '"9223372036854775808"'),
    row(jsonInteger(positiveInteger), 0n, '"0"'),
    row(jsonInteger(integerNumber(positiveInteger)), 0, '"0"'),
    row(jsonText(price), Decimal.parse("1.234"), '"1.234"'),
    row(jsonDecimal(decimalNumber(price)), 1.234, '"1.234"'),
    row(jsonFloat(restriction("Rate", double, { maxInclusive: "1" })), 2.5, "2.5"),
    row(jsonFloat(restriction("Rate", double, { maxInclusive: "1" })), Infinity, '"INF"'),
    row(jsonFloat(restriction("Rate", float, { maxInclusive: "1" })), Math.fround(1.1), "1.1"),
    row(jsonBoolean(restriction("Yes", boolean, { pattern: /^true$/ })), false, "false"),
    row(jsonText(recent), XsdDateTime.parse("2019-01-01T00:00:00Z"), '"2019-01-01T00:00:00Z"'),
    row(jsonText(utcDate(recent)), new Date("2019-01-01T00:00:00Z"), '"2019-01-01T00:00:00.000Z"'),
    row(jsonText(short), Uint8Array.of(72, 105), '"SGk="'),
    row(jsonText(tone), "Purple", '"Purple"'),
    row(jsonText(restriction("Code", string, { maxLength: 1 })), "abc", '"abc"'),
    row(tones, ["Warm", "Purple"], '["Warm","Purple"]'),
    row(percents, [1, undefined, 101], "[1,null,101]"),
    row(
      jsonList(restriction("Two", listOf("Percents", percent), { length: 2 }), jsonNumber(percent)),
      [1],
      "[1]",
    ),
    row(bounds, 250, "250"),
    row(bounds, "lots", '"lots"'),
  ])("%o %p", (write, value, want) => {
    const partial = new JsonWriter(false, true);
    write(partial, value as never);
    expect(String(partial)).toBe(want);
    expect(() => {
      write(new JsonWriter(), value as never);
    }).toThrow();
  });
});
