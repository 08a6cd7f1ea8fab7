import { bodyFields, resultField } from "../plan/reach.js";
import type {
  AnswerPlan,
  BodyPlan,
  ElementPlan,
  FaultPlan,
  FieldPlan,
  HeadersPlan,
  OperationPlan,
  Plan,
  QNamePlan,
  ServicePlan,
} from "../plan/types.js";
import { apiImports, bindingsType, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importModule, importNames, importTypes } from "./imports.js";
import { indented, key, listed, member, object, typeArguments } from "./layout.js";
import { namespaceConstants, namespaceMember, prefixList } from "./namespaces.js";
import { docLines, literal } from "./text.js";

/** The table that client, server, help page, metrics and tests read. */
export const operationsEmitter = sourceEmitter({
  id: "operations",
  statements: operationStatements,
});

function operationStatements(plan: Plan): readonly Statement[] {
  const { operations, runtime, services } = plan;
  const constants = [
    ...plan.elements.map((element) => elementConstant(plan, element)),
    ...operations.map((operation) => operationConstant(plan, operation)),
    ...services.map((service) => serviceConstant(plan, service)),
  ];
  const types = ["Operation", "ServiceDescriptor"];
  return [
    ...importNames(runtime.index, [
      ...(plan.codecs.multipart || services.some(({ mtom }) => mtom) ? ["multipartRelated"] : []),
      ...(services.some(isLong) ? ["operationList"] : []),
    ]),
    ...importTypes(runtime.index, plan.prefixes.length > 0 ? ["NamespacePrefix", ...types] : types),
    importModule("codecs", "./codecs.js", false),
    ...(plan.faults.length > 0 ? [importModule("faults", "./faults.js", false)] : []),
    ...apiImports(plan),
    ...namespaceConstants(plan, [...plan.prefixes.map(({ constant }) => constant), ...constants]),
    ...prefixConstant(plan),
    ...constants,
  ];
}

/** Prefixes that every message declares. */
function prefixConstant({ prefixes }: Plan): readonly string[] {
  if (prefixes.length === 0) return [];
  return [prefixList("const prefixes: readonly NamespacePrefix[] = [", prefixes)];
}

function operationConstant(plan: Plan, operation: OperationPlan): string {
  const { name, method, stem, doc, bindings, action, actions, input, output, http } = operation;
  const type = [inputType(operation), outputTypeOf(operation), ...bindingsType(bindings)];
  return [
    ...docLines([`The operation \`${name}\`.`], 0),
    ...typeArguments(`export const ${stem}: Operation<`, type, "> = {"),
    ...indented([
      ...member("name", literal(name), 2),
      ...member("method", literal(method), 2),
      ...member("documentation", literal(doc.join("\n\n")), 2),
      ...member("bindings", `[${bindings.map(literal).join(", ")}]`, 2),
      ...member("action", action === undefined ? "undefined" : literal(action), 2),
      ...actionLines(actions),
      ...codec("input", bodyLines(plan, input.body), `${stem}Input`, bodyFields(input.body).length === 0),
      ...(output.body === undefined
        ? ["output: undefined,"]
        : codec("output", bodyLines(plan, output.body), `${stem}Output`, output.kind === "nothing")),
      ...(operation.encoded ? ["encoded: true,"] : []),
      ...headerLines(operation),
      ...faultLines(operation),
      ...(http === undefined ? [] : formLines(operation, http)),
    ]),
    "};",
  ].join("\n");
}

/** An element of headers or faults, which operations share. */
function elementConstant(plan: Plan, { stem, field }: ElementPlan): string {
  const body = { kind: "bare", element: field.element, field } as const;
  return [
    `const ${stem}Element = {`,
    ...indented([
      ...bodyLines(plan, body),
      `read: codecs.read${stem}Element,`,
      `write: codecs.write${stem}Element,`,
    ]),
    "};",
  ].join("\n");
}

function headerLines({ headers: { input, output } }: OperationPlan): string[] {
  if (input === undefined && output === undefined) return [];
  const rows = (headers: HeadersPlan | undefined): string[] =>
    (headers?.elements ?? []).map(({ stem, field }) => `${key(field.property)}: ${stem}Element`);
  return [
    "headers: {",
    ...indented([...braced("input:", rows(input)), ...braced("output:", rows(output))]),
    "},",
  ];
}

function faultLines({ faults, headerFaults }: OperationPlan): string[] {
  const row = ({ className, element }: FaultPlan, more: string): string =>
    `{ error: faults.${className}, detail: ${element.stem}Element${more} }`;
  const rows = [
    ...faults.map((fault) => row(fault, "")),
    ...headerFaults.map((fault) => row(fault, ", header: true")),
  ];
  if (rows.length === 0) return [];
  return rows.length === 1
    ? listed("faults: [", rows, "],", 2)
    : ["faults: [", ...indented(rows.map((row) => `${row},`)), "],"];
}

/** An object literal on one line where it fits. */
function braced(head: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [`${head} {},`] : object(`${head} `, rows, "},", 4);
}

function formLines(
  { stem, output }: OperationPlan,
  { parameters, answer, document, locations }: NonNullable<OperationPlan["http"]>,
): string[] {
  const paths = Object.entries(locations).map(([binding, location]) => `${binding}: ${literal(location)}`);
  return [
    ...(parameters === undefined ? [] : codec("form", [], `${stem}Form`, parameters.length === 0)),
    ...(document === undefined ? [] : [`document: ${literal(document)},`]),
    ...(answer === undefined ? [] : answerLines(answer, nilLines(resultField(output)))),
    ...(paths.length === 0 ? [] : object("locations: ", paths, "},", 2)),
  ];
}

function answerLines({ media, root, stem, value }: AnswerPlan, nil: readonly string[]): string[] {
  const element = [`element: ${root === undefined ? "undefined" : elementText(root)},`, ...nil];
  return media === undefined
    ? codec("answer", element, `${stem}Answer`, value === undefined)
    : object("media: ", [`type: ${literal(media)}`, `text: ${media.startsWith("text/")}`], "},", 2);
}

/** What a nil answer stands for; nothing where there is always a value. */
function nilLines(result: FieldPlan | undefined): readonly string[] {
  if (result === undefined) return [];
  if (result.nillable) return ['nil: "null",'];
  return result.required ? [] : ['nil: "undefined",'];
}

function actionLines(actions: OperationPlan["actions"]): string[] {
  if (actions === undefined) return [];
  const members = Object.entries(actions).map(([binding, action]) => `${binding}: ${literal(action)}`);
  return object("actions: ", members, "},", 2);
}

/** The element of a message, or what Body begins with; and the prefixes declared there. */
function bodyLines({ prefixes }: Plan, body: BodyPlan): readonly string[] {
  const declared = prefixes.length === 0 ? [] : ["prefixes,"];
  if (body.kind !== "parts") return [`element: ${elementText(body.element)},`, ...declared];
  const elements = body.fields.filter(({ kind }) => kind === "element");
  const first = elements.slice(0, 1).map(({ element }) => `first: ${elementText(element)},`);
  return ["element: undefined,", ...first, ...declared];
}

function elementText({ constant, name }: QNamePlan): string {
  return `{ ${namespaceMember(constant)}, name: ${literal(name)} }`;
}

function codec(role: string, element: readonly string[], functions: string, isEmpty: boolean): string[] {
  return [
    `${role}: {`,
    ...indented([
      ...element,
      `read: codecs.read${functions},`,
      `write: codecs.${isEmpty ? "writeNothing" : `write${functions}`},`,
    ]),
    "},",
  ];
}

/** An array of more types than this takes the compiler long, and one of many more it refuses (TS2590). */
const longList = 100;

function isLong({ operations }: ServicePlan): boolean {
  return operations.length > longList;
}

function operationsMember(operations: readonly OperationPlan[]): readonly string[] {
  const stems = operations.map(({ stem }) => stem);
  if (stems.length <= longList) return listed("operations: [", stems, "],", 2);
  return listed("operations: operationList(", stems, "),", 2);
}

function serviceConstant(
  { namespaces, codecs }: Plan,
  { name, constant, namespace, doc, mtom, operations }: ServicePlan,
): string {
  return [
    ...docLines([`The service \`${name}\`: what a client calls and a server serves.`], 0),
    `export const ${constant}: ServiceDescriptor = {`,
    ...indented([
      ...member("name", literal(name), 2),
      ...(namespace === namespaces[0]?.uri ? ["namespace,"] : member("namespace", literal(namespace), 2)),
      ...member("documentation", literal(doc.join("\n\n")), 2),
      ...operationsMember(operations),
      ...(codecs.multipart || mtom ? ["multipart: multipartRelated,"] : []),
      ...(mtom ? ["mtom: true,"] : []),
    ]),
    "};",
  ].join("\n");
}
