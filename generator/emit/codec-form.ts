/** Functions for the HTTP GET and POST bindings: parameters one by one, and the document that answers. */
import type { AnswerPlan, FieldPlan, OperationPlan, Plan, QNamePlan, ValuePlan } from "../plan/types.js";
import { qualifiers, typeConstant } from "./codec-names.js";
import { writeContent } from "./codec-element.js";
import { readElement } from "./codec-read.js";
import { access, indented, key, listed } from "./layout.js";
import { namespaceMember } from "./namespaces.js";
import { literal } from "./text.js";
import { valueType } from "./ts-type.js";

/** Undefined for an operation without HTTP bindings. */
export function readForm({ stem, input, http }: OperationPlan): string | undefined {
  const parameters = http?.parameters;
  if (parameters === undefined) return undefined;
  const type = `messages.${input.typeName}`;
  const [only] = parameters;
  if (input.body.kind === "bare" && only !== undefined) return readBareForm(stem, type, only);
  if (parameters.length === 0) return `export function read${stem}Form(): ${type} {\n  return {};\n}`;
  return [
    ...listed(`export function read${stem}Form(`, ["f: FormReader"], `): ${type} {`),
    "  return {",
    ...parameters.map((field) => `    ${key(field.property)}: ${readParameter(field)},`),
    "  };",
    "}",
  ].join("\n");
}

/** The only parameter is the input. */
function readBareForm(stem: string, type: string, field: FieldPlan): string {
  const head = listed(`export function read${stem}Form(`, ["f: FormReader"], `): ${type} {`);
  return [...head, `  return ${readParameter(field)};`, "}"].join("\n");
}

function readParameter({ name, value, required }: FieldPlan): string {
  if (isBytes(value)) return `f.${required ? "requiredBytes" : "bytes"}(${literal(name)})`;
  return `f.${required ? "required" : "optional"}(${literal(name)}, ${parameterType(value)})`;
}

/** Undefined for an operation without HTTP bindings or without parameters. */
export function writeForm({ stem, input, http }: OperationPlan): string | undefined {
  const parameters = http?.parameters ?? [];
  if (parameters.length === 0) return undefined;
  const value = (field: FieldPlan): string =>
    input.body.kind === "bare" ? "v" : access("v", field.property);
  return [
    ...listed(
      `export function write${stem}Form(`,
      ["f: FormWriter", `v: messages.${input.typeName}`],
      "): void {",
    ),
    ...indented(parameters.map((field) => writeParameter(field, value(field)))),
    "}",
  ].join("\n");
}

function writeParameter({ name, value, required }: FieldPlan, v: string): string {
  if (isBytes(value)) return `f.bytes(${literal(name)}, ${v});`;
  return `f.${required ? "value" : "optional"}(${literal(name)}, ${parameterType(value)}, ${v});`;
}

/** Bytes have forms of their own in a query, besides base64. */
function isBytes(value: ValuePlan): boolean {
  return value.kind === "simple" && value.constant === "base64Binary" && value.narrowed === undefined;
}

function parameterType(value: ValuePlan): string {
  if (value.kind === "simple" || value.kind === "enum") return typeConstant(value);
  throw new Error(`A parameter holds a ${value.kind}, which the plan should have refused.`);
}

/** Namespace declarations on the root element of an answer that holds elements. */
export const instanceNamespaces = [
  "const instanceNamespaces =",
  `  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';`,
].join("\n");

/** True for an answer whose root element declares `instanceNamespaces`. */
export function hasInstanceNamespaces({ root, value }: AnswerPlan): boolean {
  return root !== undefined && (value?.kind === "record" || value?.kind === "list");
}

export function answerFunctions(answer: AnswerPlan, { prefixes }: Pick<Plan, "prefixes">): readonly string[] {
  const { stem, root, value } = answer;
  if (value === undefined) return [readEmptyAnswer(stem)];
  const type = valueType(value, qualifiers);
  if (root === undefined) return [readAnyAnswer(stem), writeAnswer(stem, type, ["w.content(v);"])];
  const read = [
    `export function read${stem}Answer(r: XmlReader): ${type} {`,
    `  return ${readElement({ name: root.name, value, nillable: false })};`,
    "}",
  ].join("\n");
  if (prefixes.length > 0)
    return [read, writeAnswer(stem, type, prefixedRoot(root, writeContent(value, "v")))];
  const tag = literal(root.tag);
  const declarations = hasInstanceNamespaces(answer) ? ", instanceNamespaces" : "";
  return [
    read,
    writeAnswer(stem, type, [
      `w.openRoot(${tag}, ${root.constant}${declarations});`,
      writeContent(value, "v"),
      `w.close(${tag});`,
    ]),
  ];
}

/** The root element with the prefixes that names in it have. */
function prefixedRoot({ constant, name }: QNamePlan, content: string): readonly string[] {
  const qName = `{ ${namespaceMember(constant)}, name: ${literal(name)} }`;
  return [
    ...listed("const tag = w.openElement(", [qName, "prefixes"], ");", 2),
    'w.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");',
    'w.attribute("xmlns:xsd", "http://www.w3.org/2001/XMLSchema");',
    content,
    "w.close(tag);",
  ];
}

function writeAnswer(stem: string, type: string, statements: readonly string[]): string {
  const head = `export function write${stem}Answer(w: XmlWriter, v: ${type}): void {`;
  return [head, ...indented(statements), "}"].join("\n");
}

function readAnyAnswer(stem: string): string {
  return [
    `export function read${stem}Answer(r: XmlReader): XmlContent {`,
    "  const root = { namespace: r.namespace, name: r.name, attributes: r.attributes() };",
    "  return [{ ...root, children: r.content(undefined) ?? [] }];",
    "}",
  ].join("\n");
}

function readEmptyAnswer(stem: string): string {
  return [`export function read${stem}Answer(r: XmlReader): void {`, "  r.skip();", "}"].join("\n");
}
