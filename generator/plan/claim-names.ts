import type { Diagnostics } from "../diagnostics.js";
import type { ServiceModel } from "../model/types.js";
import { Claims } from "./claims.js";
import type { Contract } from "./contract.js";
import { methodName, operationStem, typeName } from "./names.js";
import { messageTypes, type ExposedOperation } from "./operations.js";
import { fieldsType } from "./records.js";
import type { OperationPlan } from "./types.js";
import { hasPattern, isEnumeration, isOpenContent } from "./values.js";

/** A service with what its ports offer. */
export interface ExposedService {
  readonly service: ServiceModel;
  readonly operations: readonly ExposedOperation[];
}

/**
 * Gives every name away once. Types of the output are exported by `index.ts` and functions of codecs are called after
 * them, so they share one scope; constants of operations have their own, and so have the methods of each service.
 */
export function claimNames(
  contract: Contract,
  diagnostics: Diagnostics,
  services: readonly ExposedService[],
  operations: readonly OperationPlan[],
): void {
  const types = new Claims(diagnostics);
  const constants = new Claims(diagnostics);
  claimTypes(contract, types);
  claimAnswers(contract, types, operations);
  for (const { service, operations: exposed } of services) {
    const name = typeName(service.name);
    const what = `the service ${service.name}`;
    for (const derived of [name, `${name}Client`, `${name}Service`, `Unimplemented${name}Service`]) {
      types.claim(derived, what, service.origin);
    }
    constants.claim(name, what, service.origin);
    claimOperations(types, constants, new Claims(diagnostics), exposed);
  }
}

function claimTypes(contract: Contract, types: Claims): void {
  const messages = messageTypes(contract);
  for (const type of contract.model.simpleTypes) {
    const kind = isEnumeration(type) ? "enumeration" : "type";
    if (isEnumeration(type) || hasPattern(type)) {
      types.claim(contract.typeName(type).unique, `the ${kind} ${type.name}`, type.origin);
    }
  }
  for (const type of contract.model.complexTypes) {
    if (messages.has(type.id) || isOpenContent(type)) continue;
    types.claim(contract.typeName(type).unique, `the type ${type.name}`, type.origin);
    if (!type.abstract) continue;
    types.claim(fieldsType(contract, type).unique, `the fields of ${type.name}`, type.origin);
  }
}

/** Two elements whose names differ in the first letter only would share a codec. */
function claimAnswers({ model }: Contract, types: Claims, operations: readonly OperationPlan[]): void {
  const answers = operations.flatMap(({ http }) => (http === undefined ? [] : [http.answer]));
  for (const { name, namespace, origin } of model.elements) {
    const answer = answers.find(({ root }) => root?.name === name && root.namespace === namespace);
    if (answer !== undefined) types.claim(`${answer.stem}Answer`, `the answer ${name}`, origin);
  }
}

function claimOperations(
  types: Claims,
  constants: Claims,
  methods: Claims,
  operations: readonly ExposedOperation[],
): void {
  for (const { name, exposures } of operations) {
    const origin = exposures[0]?.operation.origin;
    if (origin === undefined) continue;
    const stem = operationStem(name);
    types.claim(`${stem}Input`, `the input of ${name}`, origin);
    types.claim(`${stem}Output`, `the output of ${name}`, origin);
    types.claim(`${stem}Form`, `the parameters of ${name}`, origin);
    constants.claim(stem, `the operation ${name}`, origin);
    methods.claim(methodName(name), `the operation ${name}`, origin);
  }
}
