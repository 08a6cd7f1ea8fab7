import type { JsonOperation } from "messenger-gen-runtime/json";
import { emitJson } from "#generator/emit/json.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { builtModules, servedOperations, type Operations } from "../emit/built.js";

/** The messages of a contract, in XML and in JSON, by the names of the operations in `operations.js`. */
export interface BothForms {
  readonly xml: Operations;
  readonly json: Readonly<Record<string, JsonOperation<unknown, unknown, unknown, unknown>>>;
}

/** Generates, compiles and loads the output of a plan with `json.ts`. */
export async function builtForms(plan: Plan, name: string, longest?: number): Promise<BothForms> {
  const [service, json] = await builtModules(plan, name, ["service", "json"], emitJson(plan, longest));
  return { xml: servedOperations(plan, service), json: json as BothForms["json"] };
}
