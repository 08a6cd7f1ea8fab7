import type { OperationPlan, Plan, ServicePlan } from "../plan/types.js";
import { apiImports, bindingsType, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importModule, importTypes } from "./imports.js";
import { indented, listed, member } from "./layout.js";
import { docLines, literal } from "./text.js";

/** The table that client, server, help page, metrics and tests read. */
export const operationsEmitter = sourceEmitter({
  id: "operations",
  statements: operationStatements,
});

function operationStatements(plan: Plan): readonly Statement[] {
  const { codecs, operations, runtime, services } = plan;
  return [
    ...importTypes(runtime.index, ["Operation", "ServiceDescriptor"]),
    importModule("codecs", "./codecs.js", false),
    ...apiImports(plan),
    `const namespace = ${literal(codecs.namespace)};`,
    ...operations.map(operationConstant),
    ...services.map((service) => serviceConstant(plan, service)),
  ];
}

function operationConstant(operation: OperationPlan): string {
  const { name, method, stem, doc, bindings, action, input, output, http } = operation;
  const type = [inputType(operation), outputTypeOf(operation), ...bindingsType(bindings)];
  const [head = "", ...more] = listed(`export const ${stem}: Operation<`, type, "> = {");
  const typeLines = more.map((line) =>
    line.endsWith(",") && more.at(-2) === line ? line.slice(0, -1) : line,
  );
  const empty = input.fields.length === 0;
  return [
    ...docLines([`The operation \`${name}\`.`], 0),
    head,
    ...typeLines,
    ...indented([
      ...member("name", literal(name), 2),
      ...member("method", literal(method), 2),
      ...member("documentation", literal(doc.join("\n\n")), 2),
      ...member("bindings", `[${bindings.map(literal).join(", ")}]`, 2),
      ...member("action", action === undefined ? "undefined" : literal(action), 2),
      ...codec("input", elementText(input.element.name), `${stem}Input`, empty),
      ...codec("output", elementText(output.element.name), `${stem}Output`, output.kind === "nothing"),
      ...(http === undefined ? [] : formLines(operation, http)),
    ]),
    "};",
  ].join("\n");
}

function formLines(
  { stem }: OperationPlan,
  { parameters, answer }: NonNullable<OperationPlan["http"]>,
): string[] {
  const root = answer.root === undefined ? "undefined" : elementText(answer.root.name);
  return [
    ...codec("form", undefined, `${stem}Form`, parameters.length === 0),
    ...codec("answer", root, `${answer.stem}Answer`, answer.value === undefined),
  ];
}

function elementText(name: string): string {
  return `{ namespace, name: ${literal(name)} }`;
}

function codec(role: string, element: string | undefined, functions: string, isEmpty: boolean): string[] {
  return [
    `${role}: {`,
    ...indented([
      ...(element === undefined ? [] : [`element: ${element},`]),
      `read: codecs.read${functions},`,
      `write: codecs.${isEmpty ? "writeNothing" : `write${functions}`},`,
    ]),
    "},",
  ];
}

function serviceConstant(
  { codecs }: Plan,
  { name, constant, namespace, doc, operations }: ServicePlan,
): string {
  return [
    ...docLines([`The service \`${name}\`: what a client calls and a server serves.`], 0),
    `export const ${constant}: ServiceDescriptor = {`,
    ...indented([
      ...member("name", literal(name), 2),
      ...(namespace === codecs.namespace ? ["namespace,"] : member("namespace", literal(namespace), 2)),
      ...member("documentation", literal(doc.join("\n\n")), 2),
      ...listed(
        "operations: [",
        operations.map(({ stem }) => stem),
        "],",
        2,
      ),
    ]),
    "};",
  ].join("\n");
}
