import type { CustomerSettings } from "./customer-settings.js";

export type AccessState = "active" | "blocked";

export interface Customer extends CustomerSettings {
  /** 1 to 2147483647. */
  readonly id: number;
  readonly name: string;
  readonly state: AccessState;
  readonly payment: "prepaid" | "postpaid";
  /** How far below zero a postpaid balance may go, in thousandths of a credit; undefined without a limit. */
  readonly limit: number | undefined;
}

/** A customer before anything was set: active, with the default settings. */
export type NewCustomer = Pick<Customer, "id" | "name" | "payment" | "limit">;

/** What can be changed later; fields that are absent stay. `payment` and `limit` go together. */
export type CustomerChange = Partial<CustomerSettings> & {
  readonly name?: string;
  readonly credit?: Pick<Customer, "payment" | "limit">;
};

/** A password as it is stored. */
export interface PasswordHashes {
  /** PHC-style string. */
  readonly passwordHash: string;
  /** The same of the lower-cased password, while the customer's passwords are compared without regard to case. */
  readonly foldedHash?: string | undefined;
}

export interface User {
  readonly customerId: number;
  /** As created; looked up without regard to case. */
  readonly name: string;
  readonly state: AccessState;
  /** False: the inbox operations say that the inbox is not activated. */
  readonly inboxActive: boolean;
}

/** Networks of a user that are kept: the one that was not used for longest is forgotten first. */
export const maxUserNetworks = 100;

/** What can be changed of a user later; fields that are absent stay. */
export type UserChange = Partial<Pick<User, "name" | "inboxActive">>;

/** What a log-in needs, read in one go. */
export interface LoginRecord extends PasswordHashes {
  readonly customer: Customer;
  readonly user: User;
  /** Changes whenever customer, user or password change: cached verifications of another version are void. */
  readonly version: number;
}

/** Result of an administrative change: done, or why not. */
export type Change =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: "exists" | "unknownCustomer" | "unknownUser" | "unknownEntry" | "insufficient";
    };
