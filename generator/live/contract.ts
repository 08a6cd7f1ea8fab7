/** Contracts whose generated code runs in this process at once: nothing is written. */
import type { ClientOptions } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import type { JsonService } from "messenger-gen-runtime/json";
import type { Diagnostics } from "../diagnostics.js";
import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import type { OutputOption } from "../option-table.js";
import { settingsOf, type ContractOptions, type NamedNetwork } from "../options.js";
import type { DocumentFiles } from "../read/contract.js";
import { planContract } from "../stages.js";
import { connected, type Functions, type LiveClient } from "./connected.js";
import { linkedFiles, type Exports, type LoadModule } from "./linked-files.js";

/** A contract with its generated code. */
export interface LiveContract {
  readonly plan: Plan;
  readonly documents: DocumentFiles;
  readonly services: readonly LiveService[];
  /** Text of `openapi.json`. */
  readonly openApi: string;
  /** Loads another file of the output. */
  readonly load: LoadModule;
}

/** A service with its generated code. */
export interface LiveService {
  readonly plan: ServicePlan;
  /** For a host. */
  readonly service: AnyService;
  readonly json: JsonService;
  /** @throws TypeError when neither the options nor the contract have an address */
  readonly connect: (options: ClientOptions) => LiveClient;
}

/** Options of a contract without those of its output. */
export type LiveOptions = Omit<ContractOptions, OutputOption> & NamedNetwork;

/**
 * Reads and plans a contract; its code is printed and compiled when it is used first.
 *
 * @returns undefined for a contract with errors, which `diagnostics` then has
 */
export async function liveContract(
  options: LiveOptions,
  diagnostics: Diagnostics,
): Promise<LiveContract | undefined> {
  const { contract, plan } = await planContract(settingsOf({ ...options, json: true }), diagnostics);
  return plan === undefined ? undefined : liveOutput(plan, contract);
}

async function liveOutput(plan: Plan, documents: DocumentFiles): Promise<LiveContract> {
  const { callableFiles } = await import("../emit/callable.js");
  const { emitOpenApi } = await import("../emit/openapi.js");
  const load = await linkedFiles(callableFiles(plan));
  return {
    plan,
    documents,
    services: plan.services.map((service) => liveService(service, load)),
    openApi: emitOpenApi(plan).text,
    load,
  };
}

/** The generated modules have these types. */
function liveService(plan: ServicePlan, load: LoadModule): LiveService {
  return {
    plan,
    get service() {
      return exported(load("service"), plan.constant) as AnyService;
    },
    get json() {
      return exported(load("json"), plan.jsonConstant) as JsonService;
    },
    connect: (options) => connected(plan, load("functions") as Functions, options),
  };
}

function exported(module: Exports, name: string): unknown {
  if (!Object.hasOwn(module, name)) throw new Error(`The generated module has no ${name}.`);
  return module[name];
}

/** The operation of a service by its name in the contract, or by its method. */
export function operationNamed({ operations }: ServicePlan, name: string): OperationPlan | undefined {
  return operations.find((each) => each.name === name) ?? operations.find(({ method }) => method === name);
}
