import type { Change, ChangeRefusal } from "../../../domain/accounts/accounts.js";
import type { Scope } from "../../../domain/credit/coverage.js";
import { customerExists } from "../accounts/known.js";
import type { Steps } from "../../script/steps.js";

/** Customer 0 means all customers. */
export function idOf(scope: Scope): number {
  return scope ?? 0;
}

export function scopeOf(customerId: number): Scope {
  return customerId === 0 ? undefined : customerId;
}

export function* isKnown(scope: Scope): Steps<boolean> {
  return scope === undefined || (yield* customerExists(scope));
}

/** Why a change of what a list has found nothing. */
export function* missing(scope: Scope): Steps<ChangeRefusal> {
  return (yield* isKnown(scope)) ? "unknownEntry" : "unknownCustomer";
}

/** The result of a removal by the number of removed rows. */
export function* removal(scope: Scope, removed: number): Steps<Change> {
  return removed > 0 ? { ok: true } : { ok: false, reason: yield* missing(scope) };
}
