/** Functions that write a record or message: one line per field, in the order of the schema. */
import { outputFields } from "../plan/reach.js";
import type {
  FieldPlan,
  ListPlan,
  OperationPlan,
  RecordPlan,
  SimpleValuePlan,
  ValuePlan,
} from "../plan/types.js";
import { qualifiers, typeConstant } from "./codec-names.js";
import { outputType } from "./codec-read.js";
import { access, guarded, indented, listed } from "./layout.js";
import { literal } from "./text.js";
import { listType } from "./ts-type.js";

/** Writes what no message holds anything in. */
export const writeNothing = ["function writeNothing(): void {", "  // The element has no content.", "}"].join(
  "\n",
);

/** Own fields after those of the base. */
export function writeRecord({ interfaceName, base, fields }: RecordPlan): string {
  const inherited = base === undefined ? [] : [`write${base.interfaceName}(w, v);`];
  const statements = [...inherited, ...fields.flatMap((field) => writeField(field, 2))];
  const name = `write${interfaceName}`;
  if (statements.length === 0) {
    return `function ${name}(_w: XmlWriter, _v: records.${interfaceName}): void {\n  // The record has no fields.\n}`;
  }
  return [...writeHead("", name, `records.${interfaceName}`), ...indented(statements), "}"].join("\n");
}

/** Undefined for an input without fields. */
export function writeInput({ stem, input }: OperationPlan): string | undefined {
  return writeMessage(`write${stem}Input`, `messages.${input.typeName}`, input.fields);
}

/** Undefined for an output that holds nothing. */
export function writeOutput({ stem, output }: OperationPlan): string | undefined {
  const name = `write${stem}Output`;
  if (output.kind === "fields") return writeMessage(name, `messages.${output.typeName}`, output.fields);
  const [field] = outputFields(output);
  if (field === undefined) return undefined;
  return [
    ...writeHead("export ", name, outputType(output)),
    ...indented(writeMaybe(field, "v", 2)),
    "}",
  ].join("\n");
}

function writeMessage(name: string, type: string, fields: readonly FieldPlan[]): string | undefined {
  if (fields.length === 0) return undefined;
  const statements = fields.flatMap((field) => writeField(field, 2));
  return [...writeHead("export ", name, type), ...indented(statements), "}"].join("\n");
}

function writeHead(before: string, name: string, type: string): string[] {
  return listed(`${before}function ${name}(`, ["w: XmlWriter", `v: ${type}`], "): void {");
}

function writeField(field: FieldPlan, indent: number): string[] {
  return writeMaybe(field, access("v", field.property), indent);
}

/** Nothing for undefined, xsi:nil for null. */
function writeMaybe({ name, value, required, nillable }: FieldPlan, v: string, indent: number): string[] {
  const written = writeValue(name, value, v);
  const nil = `w.nil(${literal(name)});`;
  if (!nillable)
    return required ? writeValue(name, value, v) : guarded(`${v} !== undefined`, written, indent);
  const first = guarded(`${v} === null`, [nil], indent);
  const condition = required ? "" : `if (${v} !== undefined) `;
  if (written.length === 1) return [...first, `else ${condition}${written.join("")}`];
  return [...first, `else ${condition}{`, ...indented(written), "}"];
}

/** Statements that write the element of a value that is there. */
function writeValue(name: string, value: ValuePlan, v: string): string[] {
  const quoted = literal(name);
  switch (value.kind) {
    case "simple":
      return [writeSimple(quoted, value, v)];
    case "enum":
      return [`w.text(${quoted}, ${typeConstant(value)}.print(${v}));`];
    case "content":
      return [`w.open(${quoted});`, `w.content(${v});`, `w.close(${quoted});`];
    case "list":
    case "record":
      return [`w.open(${quoted});`, `write${value.name}(w, ${v});`, `w.close(${quoted});`];
  }
}

/** Only texts can hold characters that need escaping. */
function writeSimple(name: string, value: SimpleValuePlan, v: string): string {
  if (value.constant === "string" && value.pattern === undefined) return `w.text(${name}, ${v});`;
  const isText = value.typescript === "string" || value.typescript === "readonly string[]";
  return `w.${isText ? "text" : "plain"}(${name}, ${typeConstant(value)}.print(${v}));`;
}

export function writeList({ name, itemName, item, nillable }: ListPlan): string {
  const itemPlan = { name: itemName, value: item, required: true, nillable };
  return [
    ...writeHead("", `write${name}`, listType(item, nillable, qualifiers)),
    "  for (const item of v) {",
    ...indented(indented(writeMaybe({ ...itemPlan, property: "", variable: "", doc: [] }, "item", 4))),
    "  }",
    "}",
  ].join("\n");
}

/** Writes into an element of an abstract type, whose start tag stands, which type it has and what that holds. */
export function writeChoice({ name, variants }: RecordPlan): string {
  const cases = variants.flatMap((variant) => [
    `case ${literal(variant.name)}:`,
    ...indented([
      `w.attribute("xsi:type", ${literal(variant.wire.name)});`,
      `write${variant.name}(w, v);`,
      "return;",
    ]),
  ]);
  return [
    ...writeHead("", `write${name}`, `records.${name}`),
    ...indented(["switch (v.$type) {", ...indented(cases), "}"]),
    "}",
  ].join("\n");
}
