import type { Actor, NewAuditEntry } from "../domain/audit.js";
import type { RecordedChanges, Store } from "../ports/store.js";

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
