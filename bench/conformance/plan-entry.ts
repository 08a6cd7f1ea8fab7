import { Diagnostics } from "#generator/diagnostics.js";
import type { ContractModel } from "#generator/model/types.js";
import { planOperations } from "#generator/omit/omissions.js";
import type { Plan } from "#generator/plan/data/plan.js";
import type { Representations } from "#generator/plan/rules/contract/named-contract.js";
import type { ContractDocuments } from "#generator/read/contract.js";
import { loadContract } from "#generator/read/load.js";

/** A contract as the stages of the generator see it. */
export interface PlannedEntry {
  readonly contract: ContractDocuments;
  readonly model: ContractModel;
  readonly plan: Plan;
  /** Methods that a server never calls, because it cannot tell their requests from those of others (MG3013). */
  readonly uncalled: ReadonlySet<string>;
}

/** @throws Error when it is refused */
export function planEntry(
  wsdl: string,
  folder: string,
  lenient: boolean,
  representations: Representations = {},
): PlannedEntry {
  const diagnostics = new Diagnostics();
  const options = { ...representations, wsdls: [wsdl], allow: [folder], lenient };
  const contract = loadContract(options, diagnostics);
  const planned = diagnostics.hasErrors ? undefined : planOperations(contract, diagnostics, options);
  if (planned === undefined) throw new Error(`${wsdl} is refused`);
  return { contract, ...planned, uncalled: uncalledIn(diagnostics) };
}

function uncalledIn({ all }: Diagnostics): ReadonlySet<string> {
  const equal = all.filter(({ code }) => code === "MG3013");
  return new Set(equal.flatMap(({ message }) => / and (\S+) have equal requests/.exec(message)?.[1] ?? []));
}
