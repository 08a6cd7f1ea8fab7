/** Functions that read a record or message: one switch on the name, one object at the end. */
import { outputFields } from "../plan/reach.js";
import type { FieldPlan, ListPlan, OperationPlan, OutputPlan, RecordPlan, ValuePlan } from "../plan/types.js";
import { choiceConstant, nameConstant, qualifiers, typeConstant } from "./codec-names.js";
import { indented, key } from "./layout.js";
import { codeWidth, literal } from "./text.js";
import { listType, nillableType } from "./ts-type.js";

export function readRecord({ name, allFields, interfaceName }: RecordPlan): string {
  return readFields(`read${name}`, qualifiers.records + interfaceName, allFields);
}

export function readInput({ stem, input }: OperationPlan): string {
  return `export ${readFields(`read${stem}Input`, `messages.${input.typeName}`, input.fields)}`;
}

/** Reads the fields of the element that was entered, in any order, up to its end tag. */
function readFields(name: string, type: string, fields: readonly FieldPlan[]): string {
  const head = `function ${name}(r: XmlReader): ${type} {`;
  if (fields.length === 0) return [head, "  while (r.child()) r.skip();", "  return {};", "}"].join("\n");
  return [
    head,
    ...indented([
      ...fields.map(declare),
      "while (r.child()) {",
      ...indented(fields.length === 1 ? readOne(fields) : readByName(fields)),
      "}",
      ...returned(fields.map(property)),
    ]),
    "}",
  ].join("\n");
}

function declare({ variable, value, nillable }: FieldPlan): string {
  return `let ${variable}: ${nillableType(value, nillable, qualifiers)} | undefined;`;
}

function readOne(fields: readonly FieldPlan[]): string[] {
  return fields.flatMap((field) => [
    `if (r.namespace === namespace && r.name === ${literal(field.name)}) ${readField(field)}`,
    "else r.skip();",
  ]);
}

function readByName(fields: readonly FieldPlan[]): string[] {
  const cases = fields.flatMap((field) => [
    `case ${literal(field.name)}:`,
    ...indented([readField(field), "continue;"]),
  ]);
  return ["if (r.namespace === namespace) {", ...indented(["switch (r.name) {", ...indented(cases), "}"]), "}", "r.skip();"];
}

function readField({ variable, value, nillable }: FieldPlan): string {
  return `${variable} = ${readValue(value, nillable, variable)};`;
}

/** The call that reads a value; `previous` is what was read under the same name before. */
export function readValue(value: ValuePlan, nillable: boolean, previous: string): string {
  switch (value.kind) {
    case "simple":
    case "enum":
      return `r.${nillable ? "nillable" : "value"}(${typeConstant(value)}, ${previous})`;
    case "content":
      return `r.content(${previous})`;
    case "list":
      return `r.${nillable ? "nillableRecord" : "record"}(read${value.name}, ${nameConstant(value.name)}, ${previous})`;
    case "record": {
      if (!value.derived) {
        return `r.${nillable ? "nillableRecord" : "record"}(read${value.name}, ${nameConstant(value.name)}, ${previous})`;
      }
      const declared = value.abstract ? "undefined" : nameConstant(value.name);
      return `r.${nillable ? "nillableChoose" : "choose"}(${choiceConstant(value.name)}, ${declared}, ${previous})`;
    }
  }
}

function returned(properties: readonly string[]): string[] {
  const line = `return { ${properties.join(", ")} };`;
  if (properties.length === 1 && line.length + 2 <= codeWidth) return [line];
  return ["return {", ...indented(properties.map((text) => `${text},`)), "};"];
}

function property(field: FieldPlan): string {
  const value = orAbsent(field, field.variable);
  return value === field.property ? value : `${key(field.property)}: ${value}`;
}

/** A required value that was absent: refused, or in lenient reading the default of its type. */
export function orAbsent({ name, value, required, nillable }: FieldPlan, variable: string): string {
  if (!required) return variable;
  const simple = value.kind === "simple" || value.kind === "enum";
  const absent = simple ? `r.absent(${literal(name)}, ${typeConstant(value)})` : `r.absentRecord(${literal(name)})`;
  return nillable ? `${variable} === undefined ? ${absent} : ${variable}` : `${variable} ?? ${absent}`;
}

export function readOutput({ stem, output }: OperationPlan): string {
  const name = `read${stem}Output`;
  if (output.kind === "fields") return `export ${readFields(name, `messages.${output.typeName}`, output.fields)}`;
  const [field] = outputFields(output);
  if (field === undefined) {
    return [`export function ${name}(r: XmlReader): void {`, "  while (r.child()) r.skip();", "}"].join("\n");
  }
  const result = { ...field, variable: "result" };
  const type = outputType(output);
  return [
    `export function ${name}(r: XmlReader): ${type} {`,
    `  let result: ${nillableType(field.value, field.nillable, qualifiers)} | undefined;`,
    "  while (r.child()) {",
    ...indented(indented(readOne([result]))),
    "  }",
    `  return ${orAbsent(result, "result")};`,
    "}",
  ].join("\n");
}

/** The TypeScript type of what an operation answers. */
export function outputType(output: OutputPlan, { records, messages } = { records: "records.", messages: "messages." }): string {
  if (output.kind === "nothing") return "void";
  if (output.kind === "fields") return messages + output.typeName;
  const { value, nillable, required } = output.field;
  return nillableType(value, nillable, { enums: qualifiers.enums, records }) + (required ? "" : " | undefined");
}

export function readList({ name, itemName, item, nillable }: ListPlan): string {
  const type = nillableType(item, nillable, qualifiers);
  const declared = type.includes(" ") ? `(${type})[]` : `${type}[]`;
  const read = readValue(item, nillable, "undefined");
  const add = nillable
    ? [`items.push(${read});`]
    : [`const item = ${read};`, "if (item !== undefined) items.push(item);"];
  return [
    `function read${name}(r: XmlReader): ${listType(item, nillable, qualifiers)} {`,
    ...indented([
      `const items: ${declared} = [];`,
      "while (r.child()) {",
      ...indented([
        `if (r.namespace === namespace && r.name === ${literal(itemName)}) {`,
        ...indented(add),
        "} else r.skip();",
      ]),
      "}",
      "return items;",
    ]),
    "}",
  ].join("\n");
}

/** The types that may stand where a record with derived types is declared. */
export function readChoice({ name, abstract, variants }: RecordPlan): string {
  const readers = variants.map((variant) => {
    const type = nameConstant(variant.name);
    if (!abstract) return `{ type: ${type}, read: read${variant.name} },`;
    return `{ type: ${type}, read: (r) => ({ $type: ${literal(variant.name)}, ...read${variant.name}(r) }) },`;
  });
  const head = `const ${choiceConstant(name)}: readonly TypeReader<records.${name}>[] = [`;
  return [head, ...indented(readers), "];"].join("\n");
}
