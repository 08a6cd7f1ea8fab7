/** Example values of simple types, as expressions. */
import type { QualifiedPlan, SimpleValuePlan } from "../../plan/data/simple-types.js";
import { code, object, type Code } from "../printer/code.js";
import { literal } from "../printer/text.js";

/** Symbols that an expression refers to. */
export interface SampleNames {
  /** A value that the runtime exports. */
  runtime(name: string): Code;
  /** A value of the language. */
  global(name: string): Code;
}

const texts: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  time: "12:00:00",
  duration: "PT1H",
  gYear: "2026",
  gYearMonth: "2026-01",
  gMonth: "--01",
  gMonthDay: "--01-31",
  gDay: "---31",
  language: "en",
  anyURI: "https://example.com/",
};

const negative = "-1";
const integers: Readonly<Record<string, string>> = {
  nonPositiveInteger: negative,
  negativeInteger: negative,
};

const byType: Readonly<Record<string, string>> = {
  string: '"string"',
  number: "1",
  bigint: "1n",
  boolean: "true",
  "SimpleList<string>": '["string"]',
};

const decimalText = "1.50";
const timeText = "2026-01-31T12:00:00Z";
const guidText = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Bytes of examples. */
export const exampleBytes: readonly number[] = [1, 2, 3];

/** Texts by TypeScript type, where that of the constant is not in `texts`. */
const textsByType: Readonly<Record<string, string>> = {
  number: "1",
  bigint: "1",
  boolean: "true",
  Decimal: decimalText,
  XsdDateTime: timeText,
  Guid: guidText,
};

/** An example of a simple type of the runtime as text, whatever its values are in TypeScript. */
export function exampleText({ constant, typescript, represented }: SimpleValuePlan): string {
  if (constant === "base64Binary") return Buffer.from(exampleBytes).toString("base64");
  if (constant === "hexBinary") return Buffer.from(exampleBytes).toString("hex");
  const type = represented?.original.typescript ?? typescript;
  return texts[constant] ?? integers[constant] ?? textsByType[type] ?? "string";
}

/** Types whose values are made by a function. */
const made: Readonly<Record<string, (names: SampleNames) => Code>> = {
  Decimal: (names) => code`${names.runtime("Decimal")}.parse(${literal(decimalText)})`,
  XsdDateTime: (names) => code`${names.runtime("XsdDateTime")}.parse(${literal(timeText)})`,
  Uint8Array: (names) => bytes(names, exampleBytes),
  Guid: (names) => code`${names.runtime("toGuid")}(${literal(guidText)})`,
};

function bytes(names: SampleNames, values: readonly number[]): Code {
  return code`${names.global("Uint8Array")}.of(${values.join(", ")})`;
}

/** An example of a simple type of the runtime. */
export function sampleOf(names: SampleNames, constant: string, typescript: string): Code {
  const text = texts[constant];
  if (text !== undefined) return literal(text);
  const integer = integers[constant];
  const value = integer === undefined ? (byType[typescript] ?? made[typescript]?.(names)) : `${integer}n`;
  if (value === undefined) throw new Error(`No example of ${constant}, a ${typescript}.`);
  return value;
}

/** An example of a value that is represented otherwise. */
export function representedSample(names: SampleNames, constant: string, typescript: string): Code {
  const text = constant === "decimal" ? "1.5" : (integers[constant] ?? "1");
  return textSample(names, constant, typescript, constant === "dateTime" ? timeText : text);
}

/** The name of a text with its namespace, that of the text if there is one. */
export function exampleName(
  prefixes: QualifiedPlan,
  text = "name",
): { readonly namespace: string; readonly name: string } {
  const [name = "", prefix = ""] = text.trim().split(":").toReversed();
  const namespace = prefixes.find((each) => each.prefix === prefix)?.namespace ?? "urn:example";
  return { namespace, name };
}

/** The same as an expression. */
export function nameSample(prefixes: QualifiedPlan, text?: string): Code {
  const { namespace, name } = exampleName(prefixes, text);
  return object("", [`namespace: ${literal(namespace)}`, `name: ${literal(name)}`]);
}

/** An attachment with that media type, where it is known. */
export function attachmentSample(names: SampleNames, mediaType = "application/octet-stream"): Code {
  return object("", [`contentType: ${literal(mediaType)}`, code`content: ${bytes(names, exampleBytes)}`]);
}

/** The value of a text, as an expression. */
export function textSample(names: SampleNames, constant: string, typescript: string, text: string): Code {
  switch (typescript) {
    case "number":
      return String(Number(text));
    case "bigint":
      return `${BigInt(text.trim())}n`;
    case "boolean":
      return /^\s*(?:true|1)\s*$/.test(text) ? "true" : "false";
    case "Decimal":
    case "XsdDateTime":
      return code`${names.runtime(typescript)}.parse(${literal(text.trim())})`;
    case "Date":
      return code`new ${names.global("Date")}(${literal(inUtc(text.trim()))})`;
    case "Uint8Array":
      return bytes(names, [...Buffer.from(text, constant === "hexBinary" ? "hex" : "base64")]);
    case "SimpleList<string>":
      return `[${text.trim().split(/\s+/).map(literal).join(", ")}]`;
    default:
      return literal(text);
  }
}

/** JavaScript takes a text without a zone for local time. */
function inUtc(text: string): string {
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
}
