/** Lexical forms to try, by the built-in type. */

export const text = [
  "string",
  "",
  "a & b < c > d \"e\" 'f'",
  "ÄÖ€ 日本 😀",
  " two  blanks ",
  "tab\tand\nline",
  "]]>",
];
const snapshots = [
  "2026-01-31T12:00:00Z",
  "1999-12-31T23:59:59.999+01:00",
  "0001-01-01T00:00:00",
  "2024-02-29T00:00:00.000000001-14:00",
];
const fraction = ["1.5", "0", "-1", "0.001", "123456789012.25"];
const float = ["1.5", "0", "-1", "1.0E10", "INF", "-INF", "NaN", "-0"];
const whole = ["1", "0", "-1", "2", "100", "127", "-128", "32767", "65535", "2147483647", "-2147483648"];
const huge = ["9223372036854775807", "-9223372036854775808", "18446744073709551615"];

/** Values that most types of texts and names accept. */
export const usual: readonly string[] = ["a", "en", "b2", "x-y", "_z"];

export const lexicals: Readonly<Record<string, readonly string[]>> = {
  anySimpleType: text,
  boolean: ["true", "false"],
  decimal: fraction,
  float,
  double: [...float, "4.9E-324", "-1.7976931348623157E308"],
  dateTime: snapshots,
  date: ["2026-01-31", "1999-12-31Z", "0001-01-01", "2024-02-29+14:00"],
  time: ["12:00:00", "23:59:59.5Z"],
  duration: ["PT1H", "P1Y2M3DT4H5M6.7S", "-P1D", "P0D"],
  gYear: ["2026", "1999"],
  gYearMonth: ["2026-01"],
  gMonth: ["--01", "--12"],
  gMonthDay: ["--01-31", "--02-29"],
  gDay: ["---31", "---01"],
  base64Binary: ["AQID", "", "AA==", "AAE=", "AAECAw=="],
  hexBinary: ["0102FF", "", "00"],
  anyURI: ["https://example.com/?a=1&b=2", "#a", ""],
  guid: ["0f8fad5b-d9cb-469f-a165-70867728950e"],
};

const long = "0123456789".repeat(4);
const wholeEdges = [`-${long}`, long.slice(1), "+7", "007", "-9223372036854775809", "18446744073709551616"];

/** Right, but xmllint knows fewer digits, no years beyond its own integers, and no prefixes of its own. */
export const edges: Readonly<Record<string, readonly string[]>> = {
  string: [
    "\r",
    "\r\n",
    " ",
    "\u0085\u2028\u00a0",
    "\ud7ff\ue000\ufffd\u{10000}\u{10ffff}",
    "x".repeat(5000),
  ],
  normalizedString: [" a  b ", "\u{1f600}"],
  token: ["a b", "\u{1f600} \u00a0"],
  anySimpleType: ["1 2", "\r"],
  NMTOKEN: ["-1", ".a", "1:2", "é"],
  NMTOKENS: ["-1 .a 1:2", "a\t b"],
  Name: ["a:b", ":", "é"],
  NCName: ["é", "a.b-c_d"],
  QName: ["xml:lang", "é"],
  language: ["x-klingon", "zh-Hant-TW"],
  boolean: ["1", "0", " true "],
  decimal: [`${long}.${long}`, `-0.${long}1`, "-0.0", "+1.", ".5", "00.10", "1.10"],
  float: ["3.4028235E38", "-1.4E-45", "0.1", "16777217", "1e-7"],
  double: ["1.7976931348623157E308", "0.1", "123456789012345680000", "1e21", "5e-324"],
  integer: wholeEdges,
  nonPositiveInteger: wholeEdges,
  negativeInteger: wholeEdges,
  nonNegativeInteger: wholeEdges,
  positiveInteger: wholeEdges,
  dateTime: [
    "-0044-03-15T12:00:00",
    "12026-01-01T00:00:00Z",
    "-12026-12-31T23:59:59-00:30",
    "2026-12-31T24:00:00Z",
    "2026-06-30T00:00:00+00:00",
  ],
  date: ["-0044-03-15", "12026-01-01-14:00"],
  time: ["24:00:00", "00:00:00.000001-05:30"],
  duration: ["-P1Y", "PT0.001S", "P99999999999D", "P13M", "PT36H"],
  gYear: ["-0044", "12026Z", "2026-05:00"],
  gYearMonth: ["-0044-03+14:00", "12026-12"],
  gMonth: ["--02Z"],
  gMonthDay: ["--12-31+01:00"],
  gDay: ["---29-14:00"],
  base64Binary: ["AA ==", Buffer.alloc(3000, "\0\r\n--<&>").toString("base64")],
  hexBinary: ["ab".repeat(2000)],
  anyURI: ["urn:é", "a%20b", "http://example.com/a b", "../x?y#z"],
};

const names = /^(?:Name|NCName|NMTOKENS?|ID|IDREFS?|ENTITY|ENTITIES|language|QName|NOTATION)$/;
const wholeTypes = /^(?:integer|.*Integer|long|int|short|byte|unsigned\w+)$/;

/** Of the types that have no table of their own. */
export function namesAndWords(constant: string): readonly string[] | undefined {
  if (names.test(constant)) return usual;
  return wholeTypes.test(constant) ? [...whole, ...huge] : undefined;
}
