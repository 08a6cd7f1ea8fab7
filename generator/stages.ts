import type { Diagnostics } from "./diagnostics.js";
import type { OnProgress } from "./progress.js";
import type { ContractModel } from "./model/types.js";
import type { Plan } from "./plan/data/plan.js";
import type { ContractDocuments, DocumentFiles } from "./read/contract.js";
import type { PlanOptions } from "./plan/plan.js";
import type { Selection } from "./omit/selection.js";
import type { LoadOptions } from "./read/load.js";
import type { SubstituteOptions } from "./read/substitutes.js";
import type { NetworkOptions } from "./read/network.js";

/** Read and model only, without operations that have errors; undefined if the contract has errors. */
export async function modelContract(
  options: StageOptions,
  diagnostics: Diagnostics,
): Promise<ContractModel | undefined> {
  const contract = await readDocuments(options, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const { planOperations } = await import("./omit/omissions.js");
  return planOperations(contract, diagnostics, options)?.model;
}

/** Result of the stages before the output; `plan` is undefined if the contract has errors. */
export interface Planned {
  readonly contract: DocumentFiles;
  readonly plan: Plan | undefined;
}

export interface StageOptions extends LoadOptions, SubstituteOptions, NetworkOptions, Selection, PlanOptions {
  /** Treat undeclared types as xs:any content, with a warning. */
  readonly lenient: boolean;
  readonly onProgress?: OnProgress;
}

/**
 * Read, model, plan. Errors of the model and the plan omit operations (`omit/`). The stages are loaded when they are
 * needed, for a run that finds everything current needs none.
 */
export async function planContract(options: StageOptions, diagnostics: Diagnostics): Promise<Planned> {
  options.onProgress?.("read");
  const documents = await readDocuments(options, diagnostics);
  const { files, targets, missing } = documents;
  const contract = { files, targets, missing };
  if (diagnostics.hasErrors) return { contract, plan: undefined };
  return { contract, plan: await planDocuments(documents, diagnostics, options) };
}

/** The stages between the documents and the output; undefined if the contract has errors. */
export async function planDocuments(
  contract: ContractDocuments,
  diagnostics: Diagnostics,
  options: StageOptions,
): Promise<Plan | undefined> {
  const { planOperations } = await import("./omit/omissions.js");
  return planOperations(contract, diagnostics, options)?.plan;
}

export async function readDocuments(
  given: StageOptions,
  diagnostics: Diagnostics,
): Promise<ContractDocuments> {
  const options = await withSubstitutes(given);
  if (options.network !== "none" || options.save !== undefined) {
    const { loadWithNetwork } = await import("./read/network.js");
    return loadWithNetwork(options, diagnostics);
  }
  const { loadContract } = await import("./read/load.js");
  return loadContract(options, diagnostics);
}

async function withSubstitutes(options: StageOptions): Promise<StageOptions> {
  const { map = {}, catalog = [] } = options;
  if (Object.keys(map).length === 0 && catalog.length === 0) return options;
  const { substitutesOf } = await import("./read/substitutes.js");
  return { ...options, substitutes: (reading) => substitutesOf(options, reading) };
}
