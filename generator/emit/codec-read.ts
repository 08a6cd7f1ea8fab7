/** Functions that read a record or message: one switch on the name, one object at the end. */
import type { FieldPlan, ListPlan, QNamePlan, RecordPlan, ValuePlan } from "../plan/types.js";
import { choiceConstant, nameConstant, qualifiers, recordType, typeConstant } from "./codec-names.js";
import { assigned, indented, key, listed, member } from "./layout.js";
import { codeWidth, literal } from "./text.js";
import { listType, nillableType } from "./ts-type.js";

export function readRecord({ type, allFields, fieldsType }: RecordPlan): string {
  return readFields({
    before: "",
    name: `read${type.unique}`,
    type: recordType(fieldsType),
    fields: allFields,
    parameters: ["r: XmlReader"],
    loop: "while (r.child()) {",
  });
}

/** What a function that reads fields looks like around them. */
export interface FieldsReader {
  readonly before: string;
  readonly name: string;
  readonly type: string;
  readonly fields: readonly FieldPlan[];
  readonly parameters: readonly string[];
  /** Goes from element to element. */
  readonly loop: string;
}

/** Reads fields in any order, up to the end tag of the element around them. */
export function readFields({ before, name, type, fields, parameters, loop }: FieldsReader): string {
  const head = listed(`${before}function ${name}(`, parameters, `): ${type} {`);
  if (fields.length === 0) {
    return [...head, `  ${loop.replace(/ \{$/, "")} r.skip();`, "  return {};", "}"].join("\n");
  }
  return [
    ...head,
    ...indented([
      ...fields.map(declare),
      loop,
      ...indented(fields.length === 1 ? readOne(fields) : readByName(fields)),
      "}",
      ...returned(fields),
    ]),
    "}",
  ].join("\n");
}

function declare({ variable, value, nillable }: FieldPlan): string {
  return `let ${variable}: ${nillableType(value, nillable, qualifiers)} | undefined;`;
}

export function readOne(fields: readonly FieldPlan[]): string[] {
  return fields.flatMap((field) => isNamed(field.element, readField(field, 6)));
}

/** Runs the statements for a child of that name, and passes any other. */
function isNamed({ name, constant }: QNamePlan, statements: readonly string[]): string[] {
  return [
    `if (r.namespace === ${constant} && r.name === ${literal(name)}) {`,
    ...indented(statements),
    "} else {",
    "  r.skip();",
    "}",
  ];
}

function readByName(fields: readonly FieldPlan[]): string[] {
  const namespaces = [...new Set(fields.map(({ element }) => element.constant))];
  const tests = namespaces.flatMap((constant, at) => {
    const cases = fields
      .filter(({ element }) => element.constant === constant)
      .flatMap((field) => [
        `case ${literal(field.name)}:`,
        ...indented([...readField(field, 10), "continue;"]),
      ]);
    return [
      `${at === 0 ? "" : "} else "}if (r.namespace === ${constant}) {`,
      ...indented(["switch (r.name) {", ...indented(cases), "}"]),
    ];
  });
  return [...tests, "}", "r.skip();"];
}

function readField({ variable, value, nillable }: FieldPlan, indent: number): string[] {
  const { method, values } = readCall(value, nillable, variable);
  return listed(`${variable} = r.${method}(`, values, ");", indent);
}

/** The method of the reader that reads a value, and what it takes. */
export interface ReadCall {
  readonly method: string;
  readonly values: readonly string[];
}

/** `previous` is what was read under the same name before. */
export function readCall(value: ValuePlan, nillable: boolean, previous: string): ReadCall {
  switch (value.kind) {
    case "simple":
    case "enum":
      return { method: nillable ? "nillable" : "value", values: [typeConstant(value), previous] };
    case "content":
      return { method: "content", values: [previous] };
    case "list":
    case "record": {
      const type = nameConstant(value.type);
      if (value.kind === "list" || !value.derived) {
        return {
          method: nillable ? "nillableRecord" : "record",
          values: [`read${value.type.unique}`, type, previous],
        };
      }
      const declared = value.abstract ? "undefined" : type;
      const method = nillable ? "nillableChoose" : "choose";
      return { method, values: [choiceConstant(value.type), declared, previous] };
    }
  }
}

/** The call as an expression. */
export function readValue(value: ValuePlan, nillable: boolean, previous: string): string {
  const { method, values } = readCall(value, nillable, previous);
  return `r.${method}(${values.join(", ")})`;
}

function returned(fields: readonly FieldPlan[]): string[] {
  const [first, ...others] = fields.map(property);
  const line = `return { ${first?.text ?? ""} };`;
  if (others.length === 0 && line.length + 2 <= codeWidth) return [line];
  return ["return {", ...indented(fields.flatMap((field) => property(field).lines)), "};"];
}

function property(field: FieldPlan): { readonly text: string; readonly lines: readonly string[] } {
  const value = orAbsent(field, field.variable);
  if (value === field.property) return { text: value, lines: [`${value},`] };
  const name = key(field.property);
  return { text: `${name}: ${value}`, lines: member(name, value, 4) };
}

/** A required value that was absent: refused, or in lenient reading the default of its type. */
export function orAbsent({ name, value, required, nillable }: FieldPlan, variable: string): string {
  if (!required) return variable;
  if (nillable) return `${variable} === undefined ? r.absentNillable(${literal(name)}) : ${variable}`;
  return `${variable} ?? ${absent(name, value)}`;
}

function absent(name: string, value: ValuePlan): string {
  if (value.kind !== "simple" && value.kind !== "enum") return `r.absentRecord(${literal(name)})`;
  return `r.absent(${literal(name)}, ${typeConstant(value)})`;
}

/** The element that was entered, as an expression. */
export function readElement({
  name,
  value,
  nillable,
}: Pick<FieldPlan, "name" | "value" | "nillable">): string {
  const read = readValue(value, nillable, "undefined");
  return nillable ? read : `${read} ?? ${absent(name, value)}`;
}

export function readList({ type: declaredType, itemElement, item, nillable }: ListPlan): string {
  const type = nillableType(item, nillable, qualifiers);
  const declared = type.includes(" ") ? `(${type})[]` : `${type}[]`;
  const read = readValue(item, nillable, "undefined");
  const add = nillable
    ? listed("items.push(", [read], ");", 6)
    : [...assigned("const item =", read, 6), "if (item !== undefined) items.push(item);"];
  return [
    ...listed(
      `function read${declaredType.unique}(`,
      ["r: XmlReader"],
      `): ${listType(item, nillable, qualifiers)} {`,
    ),
    ...indented([
      `const items: ${declared} = [];`,
      "while (r.child()) {",
      ...indented(isNamed(itemElement, add)),
      "}",
      "return items;",
    ]),
    "}",
  ].join("\n");
}

/** The types that may stand where a record with derived types is declared. */
export function readChoice({ type: declared, abstract, variants }: RecordPlan): string {
  const readers = variants.map((variant) => {
    const type = nameConstant(variant.type);
    const { unique } = variant.type;
    if (!abstract) return `{ type: ${type}, read: read${unique} },`;
    return `{ type: ${type}, read: (r) => ({ $type: ${literal(variant.tag)}, ...read${unique}(r) }) },`;
  });
  const head = `const ${choiceConstant(declared)}: readonly TypeReader<${recordType(declared)}>[] = [`;
  return [head, ...indented(readers), "];"].join("\n");
}
