/** Functions that write a record or message: one line per field, in the order of the schema. */
import type { FieldPlan, ListPlan, RecordPlan, SimpleValuePlan, ValuePlan } from "../plan/types.js";
import { mediaTypeOf, nilTypeOf, writeContent } from "./codec-element.js";
import { isBase64, isReference, qualifiers, recordType, typeConstant } from "./codec-names.js";
import { access, guarded, indented, listed } from "./layout.js";
import { literal } from "./text.js";
import { listType } from "./ts-type.js";

/** Writes what no message holds anything in. */
export const writeNothing = ["function writeNothing(): void {", "  // The element has no content.", "}"].join(
  "\n",
);

export function writeHead(before: string, name: string, type: string): string[] {
  return listed(`${before}function ${name}(`, ["w: XmlWriter", `v: ${type}`], "): void {");
}

export function writeField(field: FieldPlan, indent: number, v = "v"): string[] {
  if (field.kind === "attachment") return [writeAttachment(field, v)];
  return writeOccurrences(field, access(v, field.property), indent);
}

/** The statement that sends the attachment of a message. */
export function writeAttachment({ name, property }: FieldPlan, v = "v"): string {
  return `w.attached(${access(v, property)}, ${literal(name)});`;
}

/** The elements of a field, which may be an array of values. */
export function writeOccurrences(field: FieldPlan, v: string, indent: number): string[] {
  if (!field.repeated) return writeMaybe(field, v, indent);
  return eachRow(v, field.required, writeMaybe({ ...field, required: true }, "item", indent + 2));
}

/** Writes each `item` of rows with these statements; none where there may be no rows. */
export function eachRow(v: string, required: boolean, statements: readonly string[]): string[] {
  return [`w.each(${required ? v : `${v} ?? []`}, (item) => {`, ...indented(statements), "});"];
}

/** What writing an element takes to know. */
type Written = Pick<FieldPlan, "element" | "value" | "required" | "nillable">;

/** Nothing for undefined, xsi:nil for null. */
export function writeMaybe(field: Written, v: string, indent: number): string[] {
  const { element, value, required, nillable } = field;
  const written = writeValue(element.tag, value, v);
  const nil = `w.nil(${[element.tag, ...nilTypeOf(value)].map(literal).join(", ")});`;
  if (!nillable) return required ? written : guarded(`${v} !== undefined`, written, indent);
  const first = guarded(`${v} === null`, [nil], indent);
  const condition = required ? "" : `if (${v} !== undefined) `;
  if (written.length === 1) return [...first, `else ${condition}${written.join("")}`];
  return [...first, `else ${condition}{`, ...indented(written), "}"];
}

/** Statements that write the element of a value that is there. */
function writeValue(tag: string, value: ValuePlan, v: string): string[] {
  const quoted = literal(tag);
  if (value.xsiType !== undefined) return writeTyped(quoted, value, value.xsiType, v);
  switch (value.kind) {
    case "simple":
      return [writeSimple(quoted, value, v)];
    case "enum":
      return [`w.text(${quoted}, ${typeConstant(value)}.print(${v}));`];
    case "content":
      return [`w.open(${quoted});`, `w.content(${v});`, `w.close(${quoted});`];
    case "anyElement":
    case "attributes":
    case "items":
      throw new Error(`No element holds ${value.kind}.`);
    case "list":
    case "record":
      return [`w.open(${quoted});`, `write${value.type.unique}(w, ${v});`, `w.close(${quoted});`];
  }
}

/** As above, with the type in `xsi:type`; the function of a type with derived ones writes it itself. */
function writeTyped(quoted: string, value: ValuePlan, type: string, v: string): string[] {
  const choosing = value.kind === "record" && value.derived;
  const open = choosing ? `w.open(${quoted});` : `w.openAs(${quoted}, ${literal(type)});`;
  return [open, writeContent(value, v), `w.close(${quoted});`];
}

/** Types whose texts hold no character that needs escaping. Lists and unions may have items and members of any type. */
const plainTypes = new Set(["number", "bigint", "boolean", "Decimal", "Guid", "Uint8Array", "XsdDateTime"]);

function writeSimple(name: string, value: SimpleValuePlan, v: string): string {
  if (typeConstant(value) === "string") return `w.text(${name}, ${v});`;
  if (isReference(value)) return `w.text(${name}, w.attached(${v}));`;
  if (isBase64(value)) return `w.bytes(${[name, typeConstant(value), v, ...mediaTypeOf(value)].join(", ")});`;
  const isPlain = value.shape === undefined && plainTypes.has(value.typescript);
  return `w.${isPlain ? "plain" : "text"}(${name}, ${typeConstant(value)}.print(${v}));`;
}

export function writeList({ type, itemElement, item, nillable, soapArray }: ListPlan): string {
  const written = { element: itemElement, value: item, required: true, nillable };
  return [
    ...writeHead("", `write${type.unique}`, listType(item, nillable, qualifiers)),
    ...(soapArray === undefined ? [] : [`  w.soapArray(${literal(soapArray)}, v);`]),
    ...indented(eachRow("v", true, writeMaybe(written, "item", 4))),
    "}",
  ].join("\n");
}

/** Writes into an element of a type with derived types, whose start tag stands, which one it is and what that holds. */
export function writeChoice({ type, abstract, xsiType, fieldsType, variants }: RecordPlan): string {
  const derived = abstract ? variants : variants.slice(1);
  const cases = derived.flatMap((variant) => [
    `case ${literal(variant.tag)}:`,
    ...indented([
      `w.attribute("xsi:type", ${literal(variant.wire.tag)});`,
      `write${variant.fieldsType.unique}(w, v);`,
      "return;",
    ]),
  ]);
  const itself = [
    ...(xsiType === undefined ? [] : [`w.attribute("xsi:type", ${literal(xsiType)});`]),
    `write${fieldsType.unique}(w, v);`,
  ];
  const own = abstract ? [] : ["default:", ...indented(itself)];
  return [
    ...writeHead("", `write${type.unique}`, recordType(type)),
    ...indented(["switch (v.$type) {", ...indented([...cases, ...own]), "}"]),
    "}",
  ].join("\n");
}
