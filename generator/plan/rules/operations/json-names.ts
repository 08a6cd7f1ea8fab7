import type { Diagnostics } from "../../../diagnostics.js";
import type { JsonNameOf } from "../../data/json-names.js";
import { fieldsOf, type FieldPlan } from "../../data/members.js";
import { bodyFields, outputFields, type OperationPlan } from "../../data/operations.js";
import type { RecordPlan } from "../../data/records.js";

/** Reports members of one object that would have one name in JSON. */
export function reportEqualNames(
  records: readonly RecordPlan[],
  operations: readonly Pick<OperationPlan, "name" | "input" | "output">[],
  nameOf: JsonNameOf,
  diagnostics: Diagnostics,
): void {
  const report = (of: string, fields: readonly FieldPlan[]): void => {
    const firsts = new Map<string, string>();
    for (const { property: member } of fields) {
      const name = nameOf(member);
      const first = firsts.get(name);
      if (first === undefined) firsts.set(name, member);
      else diagnostics.reportFile("MG5015", "configuration", { first, member, of, name });
    }
  };
  for (const { type, allMembers } of records) report(type.name, fieldsOf(allMembers));
  for (const { name, input, output } of operations) {
    if (input.body.kind !== "bare") report(name, bodyFields(input.body));
    if (output.kind === "record") report(name, outputFields(output));
  }
}
