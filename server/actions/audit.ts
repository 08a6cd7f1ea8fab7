import { type AuditEntry, auditActions } from "../domain/audit.js";
import { storedIdOf } from "../admin/ids.js";
import { customerIdOf } from "../admin/values.js";
import { longList, type Subject } from "./action.js";
import { choice, oneOf, optional, text } from "./fields.js";
import { described, nullable, objectMember, textMember } from "./members.js";
import { partWith } from "./parts.js";

/** An entry of the audit log as the commands print it. */
export type AuditRow = ReturnType<typeof rowOf>;

const rowOf = ({ id, at, actor, action, subject, before, after }: AuditEntry) => ({
  id,
  /** ISO 8601, UTC. */
  at: new Date(at).toISOString(),
  who: actor.name,
  from: actor.source,
  action,
  subject,
  before: before ?? null,
  after: after ?? null,
});

/** Entries of the audit log that fit, latest first. Only administrators see it: its searches contain numbers. */
export const listAudit = longList({
  name: "audit list",
  help: "List entries of the audit log, latest first",
  may: { operator: "admin" },
  filters: {
    action: optional(
      choice("Action", 'only entries of this action, such as "credit add"', { choices: auditActions }),
      oneOf("action", auditActions, "one as the audit log has it, such as credit add"),
    ),
    who: optional(
      text("Done by", "only entries of this operator, or of a user of the portal: 42/maria", {
        form: "<name>",
        hint: "a user of a customer as 42/maria",
      }),
      (given) => given,
    ),
    customer: optional(
      text("Customer", "only entries about this customer", {
        form: "<id>",
        hint: "empty: any",
        known: "customer",
      }),
      customerIdOf,
    ),
    link: optional(
      text("Link", "only entries about this link and its routes", {
        form: "<name>",
        hint: "empty: any",
        known: "link",
      }),
      (given) => given,
    ),
    operator: optional(
      text("Operator", "only entries about this operator: what was done to it", {
        form: "<name>",
        hint: "what was done to it",
      }),
      (given) => given,
    ),
  },
  members: {
    ...described(["id", "at"]),
    who: textMember("operator, or user of the portal as 42/maria"),
    from: textMember("where the call came from"),
    action: textMember("name of the action"),
    subject: objectMember("what was looked up or changed"),
    before: nullable(objectMember("values before the change; null where none are recorded")),
    after: nullable(objectMember("values after the change; null where none are recorded")),
  },
  columns: ["id", "at", "who", "from", "action", "subject", "before", "after"],
  cut: {
    of: "entries",
    cursor: { option: "before", form: "<id>", meaning: "only entries older than this one" },
  },
  part: async (filter, wanted, { store: { audit } }) => {
    const { limit, after } = wanted;
    const place = after === undefined ? undefined : storedIdOf("entry", after);
    return partWith(await audit.entries(limit, place, filter), wanted, rowOf, ({ id }) => String(id));
  },
});

export const auditLog: Subject = {
  name: "audit",
  help: "Audit log of look-ups and changes of messages",
  entries: [listAudit],
};
