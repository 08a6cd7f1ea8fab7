import { recorded, type RecordedChange } from "../admin/recorded.js";
import type { Store } from "../ports/store.js";
import { expectConfirmed, type Values } from "./form.js";
import type { ActionRoute, Visit } from "./page.js";

/** A change of one request. */
interface Plan extends Pick<RecordedChange, "subject" | "before"> {
  /** Resolves with what the audit log tells about the result. */
  readonly change: () => Promise<Readonly<Record<string, unknown>> | undefined>;
}

interface RecordedRoute extends Omit<ActionRoute, "run"> {
  readonly action: RecordedChange["action"];
  /** Asks for a confirmation. */
  readonly danger?: boolean;
}

/** A form for a change that is recorded in the audit log. */
export function recordedAction(
  store: Pick<Store, "audit">,
  { action, danger = false, ...route }: RecordedRoute,
  plan: (visit: Visit, form: Values) => Plan | Promise<Plan>,
): ActionRoute {
  return {
    ...route,
    run: async (visit, form) => {
      if (danger) expectConfirmed(form);
      const { change, ...about } = await plan(visit, form);
      await recorded(store, visit, { action, ...about }, change, (after) => after);
      return undefined;
    },
  };
}
