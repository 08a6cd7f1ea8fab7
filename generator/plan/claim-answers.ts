import type { Diagnostics } from "../diagnostics.js";
import { Claims } from "./claims.js";
import type { Contract } from "./contract.js";
import type { OperationPlan } from "./types.js";

/** Answers of HTTP bindings whose elements differ in the first letter only, or from a type, would share a codec. */
export function claimAnswers(
  contract: Contract,
  diagnostics: Diagnostics,
  operations: readonly OperationPlan[],
): void {
  const { model } = contract;
  const names = new Claims(diagnostics);
  const answers = operations.flatMap(({ http }) => http?.answer ?? []);
  const stemsByRoot = new Map(answers.map(({ root, stem }) => [keyOf(root), stem]));
  const stems = new Set(answers.map(({ stem }) => `${stem}Answer`));
  for (const type of [...model.simpleTypes, ...model.complexTypes]) {
    const { unique } = contract.typeName(type);
    if (stems.has(unique)) names.claim(unique, `the type ${type.name}`, type.origin);
  }
  for (const { name, namespace, origin } of model.elements) {
    const stem = stemsByRoot.get(keyOf({ name, namespace }));
    if (stem !== undefined) names.claim(`${stem}Answer`, `the answer ${name}`, origin);
  }
}

function keyOf(root: { readonly name: string; readonly namespace: string } | undefined): string {
  return root === undefined ? "" : `{${root.namespace}}${root.name}`;
}
