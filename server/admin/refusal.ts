import type { Change } from "../domain/accounts/accounts.js";

/** An administrative command that was not done; the message is one line for the operator. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Invalid input, independent of the content of the store: wrong usage of the command. */
export class InvalidInput extends Refusal {}

/** Subject of a change, for the text of a refusal. */
export interface Subject {
  readonly customerId: number;
  /** For example `originator Shop`. */
  readonly thing: string;
}

/** Throws a `Refusal` unless the change was done. */
export function expectDone(change: Change, { customerId, thing }: Subject): void {
  if (change.ok) return;
  const texts: Readonly<Record<typeof change.reason, string>> = {
    exists: `${thing} exists already`,
    unknownCustomer: `there is no customer ${customerId}`,
    unknownUser: `customer ${customerId} has no ${thing}`,
    unknownEntry: `there is no ${thing}`,
    insufficient: `customer ${customerId} does not have that much credit`,
  };
  throw new Refusal(texts[change.reason]);
}
