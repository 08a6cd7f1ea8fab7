import type { Diagnostics } from "../diagnostics.js";
import type { ContractModel, ServiceModel } from "../model/types.js";
import { claimNames } from "./claim-names.js";
import { indexContract, type Contract } from "./contract.js";
import { operationStem, typeName } from "./names.js";
import { exposedOperations, messageTypes, planOperation } from "./operations.js";
import { planCodecs } from "./reach.js";
import { planTypes } from "./records.js";
import type { OperationPlan, Plan, RuntimeModules, ServicePlan } from "./types.js";
import { elementsOf, planValue } from "./values.js";

export interface PlanOptions {
  /** True for the output of this package itself, which imports the runtime by a relative path. */
  readonly insidePackage: boolean;
}

/**
 * Decides every name, type and function of the output.
 *
 * @returns undefined when two things would get one name, or a contract asks for what cannot be planned: `diagnostics`
 *   then holds the errors.
 */
export function plan(model: ContractModel, diagnostics: Diagnostics, options: PlanOptions): Plan | undefined {
  const contract = indexContract(model);
  const context = { contract, taken: codecNames(contract), diagnostics };
  const types = planTypes(context, messageTypes(contract));
  const services = model.services.map((service) => ({
    service,
    operations: exposedOperations(contract, service),
  }));
  const planned = services.map(({ service, operations }) =>
    planService(
      service,
      operations.map((operation) => planOperation(context, operation)),
    ),
  );
  const operations = planned.flatMap((service) => service.operations);
  claimNames(contract, diagnostics, services, operations);
  if (diagnostics.hasErrors) return undefined;
  return freeze({
    schema: model.file,
    insidePackage: options.insidePackage,
    runtime: runtimeModules(options),
    services: planned,
    namespaces: contract.namespaces.all,
    prefixes: contract.namespaces.prefixed,
    enums: types.enums,
    records: types.records,
    operations,
    codecs: planCodecs(types, operations),
  });
}

function runtimeModules({ insidePackage }: PlanOptions): RuntimeModules {
  return insidePackage
    ? { index: "../runtime/index.js", codec: "../runtime/codec.js" }
    : { index: "messenger-gen/runtime", codec: "messenger-gen/runtime" };
}

function planService(service: ServiceModel, operations: readonly OperationPlan[]): ServicePlan {
  const name = typeName(service.name);
  return {
    name: service.name,
    constant: name,
    clientName: `${name}Client`,
    interfaceName: `${name}Service`,
    unimplementedName: `Unimplemented${name}Service`,
    namespace: service.namespace,
    doc: service.doc,
    operations,
  };
}

/** Names of the functions and constants of `codecs.ts`, which variables there must not hide. */
function codecNames(contract: Contract): ReadonlySet<string> {
  const { model } = contract;
  const types = [...model.complexTypes, ...model.simpleTypes].map((type) => contract.typeName(type).unique);
  const messages = model.portTypes.flatMap(({ operations }) =>
    operations.flatMap(({ name }) =>
      ["Input", "Output", "Form", "Answer"].map((suffix) => operationStem(name) + suffix),
    ),
  );
  const values = model.complexTypes.flatMap(({ content }) =>
    elementsOf(content).map(({ type }) => planValue(contract, type)),
  );
  return new Set([
    ...values.flatMap((value) => (value.kind === "simple" ? [value.constant] : [])),
    ...types.flatMap((name) => [`${name}Type`, `${name}Types`]),
    ...[...types, ...messages].flatMap((name) => [`read${name}`, `write${name}`]),
  ]);
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}
