import type { AuditAction } from "../domain/desk/audit.js";
import type { Store } from "../ports/store.js";
import type { Occasion } from "./messages.js";

/** A change as the audit log has it, without secrets. */
export interface RecordedChange {
  readonly action: AuditAction;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes a change, then records it with what `after` tells about its result. A change that is refused is not recorded. */
export async function recorded<T>(
  { audit }: Pick<Store, "audit">,
  { by: actor, now: at }: Occasion,
  what: RecordedChange,
  change: () => Promise<T>,
  after: (result: T) => Readonly<Record<string, unknown>> | undefined = () => undefined,
): Promise<T> {
  const result = await change();
  await audit.add({ at, actor, ...what, after: after(result) });
  return result;
}
