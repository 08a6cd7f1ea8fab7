/** One operation of a contract as code of this process: its codecs with those that they lead to, and nothing of the others. */
import type { ClientOptions } from "messenger-gen-runtime";
import type { JsonCall, JsonService } from "messenger-gen-runtime/json";
import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { linkedFiles } from "./linked-files.js";
import type { LiveCall } from "./connected.js";

/** An operation with its generated code. */
export interface LiveOperation {
  readonly json: JsonCall;
  /** @throws TypeError when neither the options nor the contract have an address */
  readonly connect: (options: ClientOptions) => LiveCall;
}

/** Names are those of the whole plan: JSON that `show` prints for an operation is what its call takes. */
export async function liveOperation(
  plan: Plan,
  service: ServicePlan,
  operation: OperationPlan,
): Promise<LiveOperation> {
  const { callableFiles } = await import("../emit/callable.js");
  const load = await linkedFiles(callableFiles(onlyOperation(plan, service, operation)));
  const services = load("json") as Readonly<Record<string, JsonService>>;
  const functions = load("functions") as Readonly<Record<string, (...values: unknown[]) => unknown>>;
  const json = services[service.jsonConstant]?.[operation.method]?.[0];
  const [connect, call] = [functions[service.connectName], functions[operation.functionName]];
  if (json === undefined || connect === undefined || call === undefined)
    throw new Error(`The generated code has no ${operation.method}.`);
  return {
    json,
    connect: (options) => {
      const connection = connect(options);
      return async (input, given) => call(connection, input, given);
    },
  };
}

/** The plan without other services and operations, and without what only these mention. */
function onlyOperation(plan: Plan, service: ServicePlan, operation: OperationPlan): Plan {
  const { headers, faults, headerFaults, http } = operation;
  const thrown = new Set([...faults, ...headerFaults]);
  const elements = [
    ...(headers.input?.elements ?? []),
    ...(headers.output?.elements ?? []),
    ...Array.from(thrown, ({ element }) => element),
  ];
  // Operations have elements and responses of their own, under the stems of the shared ones.
  const stems = new Set(elements.map(({ stem }) => stem));
  return {
    ...plan,
    services: [{ ...service, operations: [operation] }],
    operations: [operation],
    elements: plan.elements.filter(({ stem }) => stems.has(stem)),
    faults: plan.faults.filter((each) => thrown.has(each)),
    answers: plan.answers.filter(({ stem }) => stem === http?.answer?.stem),
  };
}
