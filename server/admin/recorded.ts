import type { Actor, NewAuditEntry } from "../domain/audit.js";
import type { RecordedChanges, Store } from "../ports/store.js";
import { Refusal } from "./refusal.js";

/** User and time of an administrative call. */
export interface ActorAndTime {
  readonly by: Actor;
  readonly now: number;
}

/** Changes of a store that are committed with their entry of the audit log; nothing in it may be a secret. */
export function recorded(
  store: Pick<Store, "recording">,
  { by: actor, now: at }: ActorAndTime,
  entry: Pick<NewAuditEntry, "action" | "subject" | "before" | "after">,
): RecordedChanges {
  return store.recording({ at, actor, ...entry });
}

/**
 * Whether a form or a call was refused because it was carried out before: what it changed may be a reason to refuse it now. One that was
 * refused half way was not.
 */
export async function isRepeat(
  { audit }: Pick<Store, "audit">,
  error: unknown,
  form: string,
): Promise<boolean> {
  if (error instanceof Error && "code" in error && error.code === "repeated") return true;
  return error instanceof Refusal && !error.isPartial && audit.hasForm(form);
}
