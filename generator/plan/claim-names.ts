import type { Diagnostics } from "../diagnostics.js";
import type { Id } from "../model/types.js";
import { Claims } from "./claims.js";
import type { Contract } from "./contract.js";
import type { ExposedOperation, ExposedService } from "./exposures.js";
import { typeName } from "./names.js";
import { fieldsType } from "./records.js";
import type { OperationPlan } from "./types.js";
import { isEnumeration } from "./simple-types.js";
import { isOpenContent } from "./values.js";

/** What has names. */
export interface NamedThings {
  readonly contract: Contract;
  readonly diagnostics: Diagnostics;
  readonly services: readonly ExposedService[];
  readonly operations: readonly OperationPlan[];
  /** Types that are no records. */
  readonly wrappers: ReadonlySet<Id>;
}

/**
 * Gives every name away once. Types of the output are exported by `index.ts` and functions of codecs are called after
 * them, so they share one scope; constants of operations have their own, and so have the methods of each service.
 */
export function claimNames({ contract, diagnostics, services, operations, wrappers }: NamedThings): void {
  const types = new Claims(diagnostics);
  const constants = new Claims(diagnostics);
  claimTypes(contract, types, wrappers);
  claimAnswers(contract, types, operations);
  for (const { service, operations: exposed } of services) {
    const name = typeName(service.name);
    const what = `the service ${service.name}`;
    for (const derived of [name, `${name}Client`, `${name}Service`, `Unimplemented${name}Service`]) {
      types.claim(derived, what, service.origin);
    }
    constants.claim(name, what, service.origin);
    const methods = new Claims(diagnostics);
    for (const operation of exposed) claimMethod(methods, operation);
  }
  for (const operation of new Set(services.flatMap((service) => service.operations))) {
    claimOperation(types, constants, operation);
  }
}

function claimTypes(contract: Contract, types: Claims, wrappers: ReadonlySet<Id>): void {
  for (const type of contract.model.simpleTypes) {
    const kind = isEnumeration(contract, type) ? "enumeration" : "type";
    types.claim(contract.typeName(type).unique, `the ${kind} ${type.name}`, type.origin);
  }
  for (const type of contract.model.complexTypes) {
    if (wrappers.has(type.id) || isOpenContent(contract, type)) continue;
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

function claimMethod(methods: Claims, { name, method, exposures }: ExposedOperation): void {
  const origin = exposures[0]?.operation.origin;
  if (origin !== undefined) methods.claim(method, `the operation ${name}`, origin);
}

function claimOperation(types: Claims, constants: Claims, { name, stem, exposures }: ExposedOperation): void {
  const origin = exposures[0]?.operation.origin;
  if (origin === undefined) return;
  types.claim(`${stem}Input`, `the input of ${name}`, origin);
  types.claim(`${stem}Output`, `the output of ${name}`, origin);
  types.claim(`${stem}Form`, `the parameters of ${name}`, origin);
  constants.claim(stem, `the operation ${name}`, origin);
}
