import type { ClassDeclarationStructure, MethodDeclarationStructure, OptionalKind } from "ts-morph";
import { bodyFields } from "../plan/reach.js";
import type { OperationPlan, Plan, ServicePlan } from "../plan/types.js";
import { apiImports, bindingsType, inputType, methodDoc, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importModule, importNames } from "./imports.js";
import { access, key } from "./layout.js";
import { parameters } from "./morph.js";
import { jsDoc } from "./text.js";
import { StructureKind } from "./ts-morph.js";

/** A class with one method per operation. */
export const clientEmitter = sourceEmitter({
  id: "client",
  statements: clientStatements,
});

function clientStatements(plan: Plan): readonly Statement[] {
  return [
    ...importNames(plan.runtime.index, [
      ...(plan.operations.some(namesAllBindings) ? ["type BindingName"] : []),
      ...["caller", "type Caller", "type CallOptions", "type ClientOptions"],
    ]),
    ...apiImports(plan),
    importModule("operations", "./operations.js", false),
    ...plan.services.map(clientClass),
  ];
}

function namesAllBindings({ bindings, headers }: OperationPlan): boolean {
  return headers.output !== undefined && bindingsType(bindings).length === 0;
}

function clientClass({ name, constant, clientName, operations }: ServicePlan): ClassDeclarationStructure {
  return {
    kind: StructureKind.Class,
    isExported: true,
    name: clientName,
    docs: jsDoc(
      [
        `Calls the service ${name}.`,
        "Every method rejects with a `ServiceFault` when the service refuses the call, and with a `ClientError` when " +
          "there is no answer of the service, or `options.signal` is aborted.",
      ],
      0,
    ),
    properties: [{ name: "#caller", isReadonly: true, type: "Caller" }],
    ctors: [
      {
        parameters: [{ name: "options", type: "ClientOptions" }],
        statements: `this.#caller = caller(${access("operations", constant)}, options);`,
      },
    ],
    methods: operations.map(method),
  };
}

function method(operation: OperationPlan): OptionalKind<MethodDeclarationStructure> {
  const { method: name, stem, input, bindings } = operation;
  const [type] = bindingsType(bindings);
  const { headers } = operation;
  const heard = headers.output === undefined ? [] : [`m.${headers.output.typeName}`];
  const types = [
    ...(type === undefined && heard.length > 0 ? ["BindingName"] : [type ?? []].flat()),
    ...heard,
  ];
  const options = types.length === 0 ? "CallOptions" : `CallOptions<${types.join(", ")}>`;
  const asked = headers.input === undefined ? [] : [`headers: m.${headers.input.typeName} = {}`];
  const given = bodyFields(input.body).length === 0 ? " = {}" : "";
  const returnType = `Promise<${outputTypeOf(operation)}>`;
  return {
    name: key(name),
    docs: jsDoc(methodDoc(operation), 2),
    parameters: parameters(
      `  ${key(name)}`,
      [`input: ${inputType(operation)}${given}`, ...asked, `options?: ${options}`],
      `: ${returnType} {`,
    ),
    returnType,
    statements: `return this.#caller.call(${access("operations", stem)}, input, options${asked.length > 0 ? ", headers" : ""});`,
  };
}
