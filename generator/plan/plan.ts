import type { Diagnostics } from "../diagnostics.js";
import { isSoapBinding } from "../model/bound-operation.js";
import type { ContractModel, Id, OperationModel, Particle, ServiceModel } from "../model/types.js";
import { wrapperTypes } from "./bodies.js";
import { claimAnswers } from "./claim-answers.js";
import { Contents } from "./content.js";
import { indexContract, type Contract } from "./contract.js";
import { Elements } from "./elements.js";
import { exposeServices, type ExposedService } from "./exposures.js";
import { nameOperations, nameService } from "./free-names.js";
import { planOperation } from "./operations.js";
import { planCodecs } from "./reach.js";
import { fieldsType, planTypes } from "./records.js";
import type { CoveragePlan, Plan, RuntimeModules } from "./types.js";
import { planValue } from "./values.js";

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
  const typeNames = declaredNames(contract);
  const exposed = nameOperations(exposeServices(contract), typeNames);
  const taken = codecNames(contract, exposed);
  const contents = new Contents(contract, taken, diagnostics);
  const elements = new Elements({ contract, taken, contents });
  const context = { contract, taken, contents, diagnostics, elements };
  const wrappers = wrapperTypes(contract, exposed);
  const types = planTypes(context, wrappers);
  const operationPlans = new Map(
    exposed.flatMap((service) =>
      service.operations.map((each) => [each, planOperation(context, each)] as const),
    ),
  );
  const operations = [...operationPlans.values()];
  const aliases = contract.namespaces.all.flatMap(({ constant, module }) => [constant, module?.alias ?? ""]);
  const constants = new Set([...operations.map(({ stem }) => stem), ...aliases, ...moduleNames]);
  const services = exposed.map(({ service, operations: offered }) => ({
    name: service.name,
    ...nameService(service, typeNames, constants),
    namespace: service.namespace,
    doc: service.doc,
    mtom: wantsMtom(contract, service),
    operations: offered.flatMap((operation) => operationPlans.get(operation) ?? []),
  }));
  claimAnswers(contract, diagnostics, operations);
  if (diagnostics.hasErrors) return undefined;
  return freeze({
    schema: model.file,
    insidePackage: options.insidePackage,
    runtime: runtimeModules(options),
    services,
    namespaces: contract.namespaces.all,
    prefixes: contract.namespaces.prefixed,
    enums: types.enums,
    records: types.records,
    operations,
    coverage: coverageOf(model, exposed),
    elements: elements.all,
    faults: elements.faults,
    codecs: planCodecs(types, operations, elements.all),
  });
}

function wantsMtom(contract: Contract, { ports }: ServiceModel): boolean {
  const soap = ports.filter(({ binding }) => isSoapBinding(contract.binding(binding)));
  return soap.length > 0 && soap.every(({ mtom }) => mtom);
}

/** What `operations.ts` and `index.ts` call other things. */
const moduleNames = ["codecs", "e", "faults", "m", "namespace", "operations", "r", "types"];

function runtimeModules({ insidePackage }: PlanOptions): RuntimeModules {
  return insidePackage
    ? { index: "../runtime/index.js", codec: "../runtime/codec.js" }
    : { index: "messenger-gen/runtime", codec: "messenger-gen/runtime" };
}

/** Operations of one name that exchange the same messages are one, whatever port types they stand in. */
function coverageOf({ portTypes }: ContractModel, services: readonly ExposedService[]): CoveragePlan {
  const methods = new Set(services.flatMap(({ operations }) => operations));
  const offered = [...methods].flatMap(({ exposures }) => exposures.map(({ operation }) => operation));
  const distinct = (operations: readonly OperationModel[]): number =>
    new Set(operations.map(({ name, input, output }) => [name, input, output].join(" "))).size;
  return {
    declared: distinct(portTypes.flatMap(({ operations }) => operations)),
    offered: distinct(offered),
    methods: methods.size,
  };
}

/** Names of the declared types, and of the interfaces that are called after them. */
function declaredNames(contract: Contract): Set<string> {
  const { complexTypes, simpleTypes } = contract.model;
  return new Set([
    ...[...complexTypes, ...simpleTypes].map((type) => contract.typeName(type).unique),
    ...complexTypes.map((type) => fieldsType(contract, type).unique),
  ]);
}

/** Names of the functions and constants of `codecs.ts`, which variables there must not hide. */
function codecNames(contract: Contract, services: readonly ExposedService[]): ReadonlySet<string> {
  const { model } = contract;
  const types = [...model.complexTypes, ...model.simpleTypes].map((type) => contract.typeName(type).unique);
  const messages = services.flatMap(({ operations }) =>
    operations.flatMap(({ stem }) => ["Input", "Output", "Form", "Answer"].map((suffix) => stem + suffix)),
  );
  const values = usedTypes(model).map((id) => planValue(contract, id));
  return new Set([
    ...contract.namespaces.all.flatMap(({ module }) => module?.alias ?? []),
    ...values.flatMap((value) => (value.kind === "simple" ? [value.constant] : [])),
    ...types.flatMap((name) => [`${name}Type`, `${name}Types`]),
    ...[...types, ...messages].flatMap((name) => [`read${name}`, `write${name}`]),
  ]);
}

/** Types of elements, attributes and texts inside complex types. */
function usedTypes({ complexTypes, groups, attributeGroups }: ContractModel): readonly Id[] {
  const particles = [
    ...complexTypes.flatMap(({ content }) => (content.kind === "particle" ? [content.particle] : [])),
    ...groups.flatMap(({ particle }) => particle ?? []),
  ];
  const attributes = [...complexTypes, ...attributeGroups].flatMap((owner) => owner.attributes);
  const texts = complexTypes.flatMap(({ content }) => (content.kind === "simple" ? [content.type] : []));
  return [...particles.flatMap(elementTypes), ...attributes.map(({ type }) => type), ...texts];
}

function elementTypes(particle: Particle): readonly Id[] {
  if (particle.kind === "element") return [particle.type];
  return "particles" in particle ? particle.particles.flatMap(elementTypes) : [];
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}
