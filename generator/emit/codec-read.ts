/** Functions that read values, lists and types that `xsi:type` chooses. */
import type { FieldPlan, ListPlan, QNamePlan, RecordPlan, ValuePlan } from "../plan/types.js";
import { choiceConstant, nameConstant, qualifiers, recordType, typeConstant } from "./codec-names.js";
import { assigned, indented, listed, object } from "./layout.js";
import { codeWidth, literal } from "./text.js";
import { arrayText, listType, nillableType } from "./ts-type.js";

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
      return { method: nillable ? "nillableContent" : "content", values: [previous] };
    case "anyElement":
    case "attributes":
    case "items":
      throw new Error(`No element holds ${value.kind}.`);
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

/** Runs the statements for a child of that name, and passes any other. */
export function ifNamed({ name, constant }: QNamePlan, statements: readonly string[]): string[] {
  return [
    `if (r.namespace === ${constant} && r.name === ${literal(name)}) {`,
    ...indented(statements),
    "} else {",
    "  r.skip();",
    "}",
  ];
}

/** Items of an array may have any name, and be at any place. */
function readSoapArray({ type, item }: ListPlan): string {
  const head = `function read${type.unique}(`;
  return [
    ...listed(head, ["r: XmlReader"], `): ${listType(item, true, qualifiers)} {`),
    `  return r.soapArray(() => ${readValue(item, true, "undefined")});`,
    "}",
  ].join("\n");
}

export function readList(list: ListPlan): string {
  const { type: declaredType, itemElement, item, nillable, soapArray } = list;
  if (soapArray !== undefined) return readSoapArray(list);
  const declared = arrayText(nillableType(item, nillable, qualifiers));
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
      ...indented(ifNamed(itemElement, add)),
      "}",
      "return items;",
    ]),
    "}",
  ].join("\n");
}

/** The types that may stand where a record with derived types is declared. */
export function readChoice({ type: declared, abstract, variants }: RecordPlan): string {
  const readers = variants.flatMap((variant, at) => {
    const type = `type: ${nameConstant(variant.type)}`;
    const read = `read${variant.type.unique}`;
    if (!abstract && at === 0) return object("", [type, `read: ${read}`], "},", 2);
    const tagged = [`$type: ${literal(variant.tag)}`, `...${read}(r)`];
    const line = `{ ${type}, read: (r) => ({ ${tagged.join(", ")} }) },`;
    if (line.length + 2 <= codeWidth) return [line];
    return ["{", `  ${type},`, ...indented(object("read: (r) => (", tagged, "}),", 4)), "},"];
  });
  const head = `const ${choiceConstant(declared)}: readonly TypeReader<${recordType(declared)}>[] = [`;
  return [head, ...indented(readers), "];"].join("\n");
}
