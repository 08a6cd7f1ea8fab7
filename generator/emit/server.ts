import type {
  ClassDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
} from "ts-morph";
import { outputsWithRows } from "../plan/rows.js";
import type { OperationPlan, Plan, ServicePlan } from "../plan/types.js";
import { apiImports, inputType, methodDoc, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importNames } from "./imports.js";
import { key } from "./layout.js";
import { parameters } from "./morph.js";
import { jsDoc, literal } from "./text.js";
import { StructureKind } from "./ts-morph.js";

/** The interface that a server implements, and a class that implements nothing of it yet. */
export const serverEmitter = sourceEmitter({
  id: "server",
  statements: serverStatements,
});

function serverStatements(plan: Plan): readonly Statement[] {
  const hasRows = outputsWithRows(plan.records);
  const returnType: ReturnTypeOf = (operation) => {
    const type = outputTypeOf(operation);
    return `Promise<${hasRows(operation.output) ? `Streamed<${type}>` : type}>`;
  };
  return [
    ...importNames(plan.runtime.index, [
      ...(plan.operations.every(hasHeaders) ? [] : ["type CallContext"]),
      ...(plan.operations.some(hasHeaders) ? ["type HeaderContext"] : []),
      ...(plan.operations.some(({ output }) => hasRows(output)) ? ["type Streamed"] : []),
      "unimplemented",
    ]),
    ...apiImports(plan),
    ...plan.services.flatMap((service) => [
      serviceInterface(service, returnType),
      unimplementedClass(service, returnType),
    ]),
  ];
}

/** What a method returns. */
type ReturnTypeOf = (operation: OperationPlan) => string;

function hasHeaders({ headers }: OperationPlan): boolean {
  return headers.input !== undefined || headers.output !== undefined;
}

function contextType(operation: OperationPlan): string {
  const { input, output } = operation.headers;
  if (!hasHeaders(operation)) return "CallContext";
  const types = [input, output].map((each) => (each === undefined ? "object" : `m.${each.typeName}`));
  return `HeaderContext<${types.join(", ")}>`;
}

function serviceInterface(
  { name, interfaceName, operations }: ServicePlan,
  returnType: ReturnTypeOf,
): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: interfaceName,
    docs: jsDoc(
      [
        `The operations of the service ${name}, for a server to implement.`,
        "Answer with a value or throw a `ServiceFault`. Any other error reaches the caller as an internal fault " +
          "without its message.",
      ],
      0,
    ),
    methods: operations.map((operation) => signature(operation, returnType(operation))),
  };
}

function signature(operation: OperationPlan, returnType: string): OptionalKind<MethodSignatureStructure> {
  const { method } = operation;
  const texts = [`input: ${inputType(operation)}`, `call: ${contextType(operation)}`];
  // Without quotes `new` is a signature of constructors.
  const name = method === "new" ? literal(method) : key(method);
  return {
    name,
    docs: jsDoc(methodDoc(operation), 2),
    parameters: parameters(`  ${name}`, texts, `: ${returnType};`),
    returnType,
  };
}

function unimplementedClass(
  { interfaceName, unimplementedName, operations }: ServicePlan,
  returnType: ReturnTypeOf,
): ClassDeclarationStructure {
  return {
    kind: StructureKind.Class,
    isExported: true,
    isAbstract: true,
    name: unimplementedName,
    implements: [interfaceName],
    docs: jsDoc(
      ["Extend this to implement the service one operation at a time: the others answer NotImplemented."],
      0,
    ),
    methods: operations.map((operation) => unimplementedMethod(operation, returnType(operation))),
  };
}

function unimplementedMethod(
  operation: OperationPlan,
  returnType: string,
): OptionalKind<MethodDeclarationStructure> {
  const { name, method } = operation;
  const texts = [`_input: ${inputType(operation)}`, `_call: ${contextType(operation)}`];
  return {
    name: key(method),
    isAsync: true,
    parameters: parameters(`  async ${key(method)}`, texts, `: ${returnType} {`),
    returnType,
    statements: `return unimplemented(${literal(name)});`,
  };
}
