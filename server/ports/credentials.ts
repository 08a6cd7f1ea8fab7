import type { Customer, User } from "../domain/accounts/accounts.js";

/** What became of a log-in. A blocked state is told only to who knows the password. */
export type Verification =
  | { readonly kind: "verified"; readonly customer: Customer; readonly user: User }
  /** Unknown customer, unknown user or wrong password, alike in answer and time. */
  | { readonly kind: "unknownUser" }
  | { readonly kind: "userBlocked" }
  | { readonly kind: "customerBlocked" }
  | { readonly kind: "interfaceClosed" }
  /** Too many failures of this log-in lately. */
  | { readonly kind: "tooManyLogins" };

/** Checks who calls. */
export interface Credentials {
  /** @param address where the call comes from: strangers elsewhere do not use up the attempts of a caller */
  verify(customerId: number, userName: string, password: string, address?: string): Promise<Verification>;
}
