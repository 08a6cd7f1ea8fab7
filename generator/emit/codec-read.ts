/** Functions that read a record or message: one switch on the name, one object at the end. */
import { outputFields } from "../plan/reach.js";
import type {
  FieldPlan,
  ListPlan,
  OperationPlan,
  OutputPlan,
  QNamePlan,
  RecordPlan,
  ValuePlan,
} from "../plan/types.js";
import { choiceConstant, nameConstant, qualifiers, recordType, typeConstant } from "./codec-names.js";
import { assigned, indented, key, listed, member } from "./layout.js";
import { codeWidth, literal } from "./text.js";
import { listType, nillableType } from "./ts-type.js";

export function readRecord({ type, allFields, fieldsType }: RecordPlan): string {
  return readFields("", `read${type.unique}`, recordType(fieldsType), allFields);
}

export function readInput({ stem, input }: OperationPlan): string {
  return readFields("export ", `read${stem}Input`, `messages.${input.typeName}`, input.fields);
}

/** Reads the fields of the element that was entered, in any order, up to its end tag. */
function readFields(before: string, name: string, type: string, fields: readonly FieldPlan[]): string {
  const head = listed(`${before}function ${name}(`, ["r: XmlReader"], `): ${type} {`);
  if (fields.length === 0) return [...head, "  while (r.child()) r.skip();", "  return {};", "}"].join("\n");
  return [
    ...head,
    ...indented([
      ...fields.map(declare),
      "while (r.child()) {",
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

function readOne(fields: readonly FieldPlan[]): string[] {
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
  if (value.kind !== "simple" && value.kind !== "enum")
    return `${variable} ?? r.absentRecord(${literal(name)})`;
  return `${variable} ?? r.absent(${literal(name)}, ${typeConstant(value)})`;
}

export function readOutput({ stem, output }: OperationPlan): string {
  const name = `read${stem}Output`;
  if (output.kind === "fields") {
    return readFields("export ", name, `messages.${output.typeName}`, output.fields);
  }
  const [field] = outputFields(output);
  if (field === undefined) {
    return [`export function ${name}(r: XmlReader): void {`, "  while (r.child()) r.skip();", "}"].join("\n");
  }
  const result = { ...field, variable: "result" };
  const type = outputType(output);
  return [
    ...listed(`export function ${name}(`, ["r: XmlReader"], `): ${type} {`),
    `  let result: ${nillableType(field.value, field.nillable, qualifiers)} | undefined;`,
    "  while (r.child()) {",
    ...indented(indented(readOne([result]))),
    "  }",
    `  return ${orAbsent(result, "result")};`,
    "}",
  ].join("\n");
}

/** The TypeScript type of what an operation answers. */
export function outputType(
  output: OutputPlan,
  { records, messages } = { records: "records.", messages: "messages." },
): string {
  if (output.kind === "nothing") return "void";
  if (output.kind === "fields") return messages + output.typeName;
  const { value, nillable, required } = output.field;
  return (
    nillableType(value, nillable, { enums: qualifiers.enums, records }) + (required ? "" : " | undefined")
  );
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
