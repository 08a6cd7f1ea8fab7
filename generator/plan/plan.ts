import type { Diagnostics } from "../diagnostics.js";
import { isSoapBinding } from "../model/bound-operation.js";
import type { ContractModel, OperationModel, PortModel, ServiceModel } from "../model/types.js";
import type { JsonMembers, RestOptions } from "./data/json-calls.js";
import { jsonNamesOf, type JsonNames } from "./data/json-names.js";
import type { ResponsePlan, OperationPlan, ServicePlan } from "./data/operations.js";
import type { CoveragePlan, Plan } from "./data/plan.js";
import type { RecordPlan } from "./data/records.js";
import { planOpenTypes } from "./rules/content/open-types.js";
import { Contents } from "./rules/content/record-content.js";
import { planTypes } from "./rules/content/records.js";
import { requires } from "./rules/contract/contract-index.js";
import { nameContract, type NamedContract } from "./rules/contract/named-contract.js";
import { exportedModules } from "./rules/names/public-names.js";
import { addressedBindings } from "./rules/operations/addressing.js";
import { type OperationContext, ResponseStems } from "./rules/operations/context.js";
import { reportEqualRequests } from "./rules/operations/equal-requests.js";
import { Elements } from "./rules/operations/headers-and-faults.js";
import { type ExposedOperation, exposeServices, type ExposedService } from "./rules/operations/offered.js";
import { planJsonCalls } from "./rules/operations/json-calls.js";
import { reportEqualNames } from "./rules/operations/json-names.js";
import { FunctionNames, nameOperations, ServiceNames } from "./rules/operations/operation-names.js";
import { planOperation } from "./rules/operations/operations.js";
import { withServerValues, type ServerValues } from "./rules/operations/server-values.js";
import type { Representations } from "./rules/contract/named-contract.js";
import { wrapperTypes } from "./rules/operations/wrappers.js";
import { holdBytes, holdRows } from "./rules/output/held-values.js";
import { repeatedElements } from "./rules/output/repeated-elements.js";

export interface PlanOptions extends Representations, ServerValues {
  /** How single operations are called over JSON. */
  readonly rest?: RestOptions | undefined;
  /** Names of members in JSON. Default: those of the properties. */
  readonly jsonNames?: JsonNames | undefined;
  /** A JSON Merge Patch (RFC 7396) of `openapi.json`. */
  readonly openapi?: JsonMembers | undefined;
}

/**
 * Decides every name, type and function of the output.
 *
 * @returns undefined if a contract cannot be planned: `diagnostics` then contains the errors.
 */
export function plan(
  model: ContractModel,
  diagnostics: Diagnostics,
  options: PlanOptions = {},
): Plan | undefined {
  const { jsonNames = "contract", openapi = {} } = options;
  const contract = nameContract(model, options);
  const { publicNames } = contract;
  const exposed = nameOperations(exposeServices(contract), publicNames);
  reportEqualRequests(contract, exposed, diagnostics);
  const contents = new Contents(contract, diagnostics);
  const elements = new Elements({ contract, contents });
  const types = planTypes(contract, contents, diagnostics, wrapperTypes(contract, exposed));
  const context = {
    contract,
    contents,
    diagnostics,
    elements,
    answers: new ResponseStems(),
    hasRows: holdRows(types.records),
    hasBytes: holdBytes(types.records),
    repeatedIn: repeatedElements(types),
  };
  const offered = [...new Set(exposed.flatMap((service) => service.operations))];
  const functions = new FunctionNames();
  const operations = planOperations(context, offered, types.records, options).map((each) =>
    functions.named(each),
  );
  const operationPlans = new Map(zipped(offered, operations));
  const serviceNames = new ServiceNames(publicNames, functions, operations);
  const services = exposed.map(({ service, operations: own }) => ({
    ...serviceNames.of(service),
    ...planService(
      contract,
      service,
      own.flatMap((operation) => operationPlans.get(operation) ?? []),
    ),
  }));
  if (diagnostics.hasErrors) return undefined;
  return freeze({
    openTypes: planOpenTypes(contract),
    schema: model.file,
    runtime: "messenger-gen-runtime",
    services,
    namespaces: exportedModules(contract.namespaces.all, publicNames),
    prefixes: contract.namespaces.prefixed,
    ...types,
    operations,
    itemsName: operations.some(({ repeated }) => repeated.length > 0)
      ? publicNames.claim("items")
      : undefined,
    jsonNames,
    openapi,
    coverage: coverageOf(model, exposed),
    elements: elements.all,
    faults: elements.faults,
    answers: distinctAnswers(operations),
    multipart: operations.some(({ multipart }) => multipart),
  });
}

/** The operations with what the options say of their servers, and with their calls over JSON. */
function planOperations(
  context: OperationContext,
  offered: readonly ExposedOperation[],
  records: readonly RecordPlan[],
  { rest = {}, jsonNames = "contract", ...serverValues }: PlanOptions,
): readonly Omit<OperationPlan, "functionName">[] {
  const { diagnostics, hasBytes } = context;
  const planned = withServerValues(
    offered.map((each) => planOperation(context, each)),
    serverValues,
    hasBytes,
    diagnostics,
  );
  const nameOf = jsonNamesOf(jsonNames);
  const calls = planJsonCalls(planned, { records, rest, nameOf }, diagnostics);
  if (jsonNames !== "contract") reportEqualNames(records, planned, nameOf, diagnostics);
  return zipped(planned, calls).map(([operation, json]) => ({ ...operation, json }));
}

/** Pairs of what has the same place in two lists of one length. */
function zipped<A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] {
  return some.flatMap((each, at) => others.slice(at, at + 1).map((other) => [each, other] as const));
}

/** A service without the names of its declarations. */
function planService(
  contract: NamedContract,
  service: ServiceModel,
  operations: readonly OperationPlan[],
): Omit<ServicePlan, keyof ReturnType<ServiceNames["of"]>> {
  const { name, namespace, doc } = service;
  return {
    name,
    namespace,
    doc,
    url: addressOf(contract, service),
    mtom: wantsMtom(contract, service),
    addressing: addressedBindings(contract, service, operations),
    operations,
  };
}

/** Operations share the documents of their responses. */
function distinctAnswers(operations: readonly OperationPlan[]): readonly ResponsePlan[] {
  const answers = operations
    .flatMap(({ http }) => http?.answer ?? [])
    .filter(({ media }) => media === undefined);
  // One of them whose value may be in pieces is for all.
  const inOrder = answers.toSorted((one, other) => Number(isInPieces(one)) - Number(isInPieces(other)));
  const byStem = new Map(inOrder.map((answer) => [answer.stem, answer]));
  return [...new Set(answers.map(({ stem }) => stem))].flatMap((stem) => byStem.get(stem) ?? []);
}

function isInPieces({ value }: ResponsePlan): boolean {
  return value?.kind === "simple" && value.inPieces === true;
}

/** An address is data of the contract: placeholders such as `%%location%%` are not addresses. */
function addressOf(contract: NamedContract, { ports }: ServiceModel): string | undefined {
  const isSoapPort = ({ binding }: PortModel): boolean => isSoapBinding(contract.binding(binding));
  const usual = [...ports.filter(isSoapPort), ...ports.filter((port) => !isSoapPort(port))];
  return usual.map(({ address }) => address).find((address) => address !== undefined && isUrl(address));
}

function isUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function wantsMtom(contract: NamedContract, { ports }: ServiceModel): boolean {
  const soap = ports.filter(({ binding }) => isSoapBinding(contract.binding(binding)));
  return soap.length > 0 && soap.every((port) => requires(contract, port, "mtom"));
}

/** Operations with the same name and messages are one operation, whatever their port types. */
function coverageOf({ portTypes }: ContractModel, services: readonly ExposedService[]): CoveragePlan {
  const methods = new Set(services.flatMap(({ operations }) => operations));
  const offered = [...methods].flatMap(({ exposures }) => exposures.map(({ operation }) => operation));
  const distinct = (operations: readonly OperationModel[]): number =>
    new Set(operations.map(({ name, input, output }) => [name, input, output].join(" "))).size;
  return {
    declared: distinct(portTypes.flatMap(({ operations }) => operations)),
    offered: distinct(offered),
    methods: methods.size,
    omitted: [],
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}
