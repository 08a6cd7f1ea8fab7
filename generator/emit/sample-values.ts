import { literal } from "./text.js";

/** Example values of simple types, as expressions; what they need from the runtime is the name in front of a dot or parenthesis. */

const texts: Readonly<Record<string, string>> = {
  date: '"2026-01-31"',
  time: '"12:00:00"',
  duration: '"PT1H"',
  gYear: '"2026"',
  gYearMonth: '"2026-01"',
  gMonth: '"--01"',
  gMonthDay: '"--01-31"',
  gDay: '"---31"',
  language: '"en"',
  anyURI: '"https://example.com/"',
};

const integers: Readonly<Record<string, string>> = {
  nonPositiveInteger: "-1n",
  negativeInteger: "-1n",
};

const byType: Readonly<Record<string, string>> = {
  string: '"string"',
  number: "1",
  bigint: "1n",
  boolean: "true",
  Decimal: 'Decimal.parse("1.50")',
  XsdDateTime: 'XsdDateTime.parse("2026-01-31T12:00:00Z")',
  Uint8Array: "Uint8Array.of(1, 2, 3)",
  Guid: 'toGuid("0f8fad5b-d9cb-469f-a165-70867728950e")',
  "SimpleList<string>": '["string"]',
};

/** An example of a simple type of the runtime. */
export function sampleOf(constant: string, typescript: string): string {
  const value = texts[constant] ?? integers[constant] ?? byType[typescript];
  if (value === undefined) throw new Error(`No example of ${constant}, a ${typescript}.`);
  return value;
}

/** An attachment with that media type, where it is known. */
export function attachmentSample(mediaType = "application/octet-stream"): string {
  return `{ contentType: ${literal(mediaType)}, content: Uint8Array.of(1, 2, 3) }`;
}

/** The value of a text, as an expression. */
export function textSample(constant: string, typescript: string, text: string): string {
  switch (typescript) {
    case "number":
      return String(Number(text));
    case "bigint":
      return `${BigInt(text.trim())}n`;
    case "boolean":
      return /^\s*(?:true|1)\s*$/.test(text) ? "true" : "false";
    case "Decimal":
    case "XsdDateTime":
      return `${typescript}.parse(${literal(text.trim())})`;
    case "Uint8Array":
      return `Uint8Array.of(${[...Buffer.from(text, constant === "hexBinary" ? "hex" : "base64")].join(", ")})`;
    case "SimpleList<string>":
      return `[${text.trim().split(/\s+/).map(literal).join(", ")}]`;
    default:
      return literal(text);
  }
}

/** Name that an expression imports from the runtime, undefined when it needs none. */
export function importOf(expression: string): string | undefined {
  const name = /^[A-Za-z]+(?=[.(])/.exec(expression)?.[0];
  return name === "Uint8Array" ? undefined : name;
}
