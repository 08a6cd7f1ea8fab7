import type { AuditAction } from "../domain/desk/audit.js";
import type { Store } from "../ports/store.js";
import { expectConfirmed, type Values } from "./form.js";
import type { ActionRoute, Visit } from "./page.js";

/** A change of one request, without secrets. */
interface Plan {
  readonly subject: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /** Resolves with the values after the change, for the audit log. */
  readonly change: () => Promise<Readonly<Record<string, unknown>> | undefined>;
}

interface RecordedRoute extends Omit<ActionRoute, "run"> {
  readonly action: AuditAction;
  /** Asks for a confirmation. */
  readonly danger?: boolean;
}

/** A form for a change that is recorded in the audit log. A refused change is not recorded. */
export function recordedAction(
  { audit }: Pick<Store, "audit">,
  { action, danger = false, ...route }: RecordedRoute,
  plan: (visit: Visit, form: Values) => Plan | Promise<Plan>,
): ActionRoute {
  return {
    ...route,
    run: async (visit, form) => {
      if (danger) expectConfirmed(form);
      const { change, ...about } = await plan(visit, form);
      const after = await change();
      await audit.add({ at: visit.now, actor: visit.by, action, ...about, after });
      return undefined;
    },
  };
}
