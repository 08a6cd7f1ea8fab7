import type { FieldPlan } from "../../plan/data/members.js";
import type { BodyPlan } from "../../plan/data/operations.js";

/**
 * True for a message whose content is an object in JSON, so that headers can be a member beside it.
 * @param result the value of a response, where that is the only field
 */
export function isObjectMessage(body: BodyPlan, result?: FieldPlan): boolean {
  const field = result ?? (body.kind === "bare" ? body.field : undefined);
  if (field === undefined) return true;
  return field.value.kind === "record" && field.required && !field.nillable && !field.repeated;
}
