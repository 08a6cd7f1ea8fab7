import type { CreditTerms } from "../credit/balance.js";
import type { CustomerSettings } from "./customer-settings.js";
import { type Floor, floorOf } from "../credit/booking.js";
import { bounded, normalForm } from "../text/normal-form.js";
import type { PortalRole } from "./portal-users.js";

export type AccessState = "active" | "blocked";

export interface Customer extends CustomerSettings, CreditTerms {
  /** 1 to 2147483647. */
  readonly id: number;
  readonly name: string;
  readonly state: AccessState;
  /** Since when new sends are refused because of unusual traffic, in milliseconds since the epoch; undefined: they are not. */
  readonly heldSince: number | undefined;
}

/** Whether a customer may send now. */
export function maySend({ maySend: isAllowed, heldSince }: Customer): boolean {
  return isAllowed && heldSince === undefined;
}

/** A customer before anything was set: active, with the default settings. */
export type NewCustomer = Pick<Customer, "id" | "name" | "payment" | "limit">;

/** Changes of a customer; absent fields stay as they are. `payment` and `limit` go together. */
export type CustomerChange = Partial<CustomerSettings> & {
  readonly name?: string;
  readonly credit?: CreditTerms;
};

/** A password as it is stored. */
export interface PasswordHashes {
  /** PHC-style string. */
  readonly passwordHash: string;
  /** The same of the lower-cased password, while the customer's passwords are compared without regard to case. */
  readonly foldedHash?: string | undefined;
  /** An operator has allowed a password that is short or common. */
  readonly isWeak?: boolean | undefined;
}

/** A user with a password for programs that an operator has allowed although it is short or common. */
export interface WeakPassword {
  readonly customerId: number;
  readonly name: string;
}

/** Stored in place of a hash: no password matches it. */
export const noPassword = "invited";

export interface User {
  readonly customerId: number;
  /** As created; looked up without regard to case. */
  readonly name: string;
  readonly state: AccessState;
  /** False: the inbox operations return that the inbox is not activated. */
  readonly inboxActive: boolean;
}

/** Maximum of networks stored per user; the least recently used one is deleted first. */
export const maxUserNetworks = 100;

/** Changes of a user; absent fields stay as they are. */
export type UserChange = Partial<Pick<User, "name" | "inboxActive">>;

/** Data for a log-in, read in one statement. */
export interface LoginRecord extends PasswordHashes {
  readonly customer: Customer;
  readonly user: User;
  /** Role in the portal, which bounds every interface; undefined for a user of programs alone. */
  readonly role: PortalRole | undefined;
  /** Changes whenever customer, user or password change: cached verifications of another version are void. */
  readonly version: number;
}

/** Reasons that refuse a change. */
export type ChangeRefusal =
  | "exists"
  | "unknownCustomer"
  | "unknownUser"
  | "unknownEntry"
  | "insufficient"
  /** An owner would leave the customer without one. */
  | "lastOwner"
  /** An owner would give a role to a user whose password is that of a program. */
  | "uninvited"
  /** Programs of a user would have more rights without a role than with it. */
  | "boundPrograms";

/** Result of an administrative change: done, or why not. */
export type Change =
  | {
      readonly ok: true;
      /** How many of the given things were changed, if those that are so already stay; 0: nothing changed. */
      readonly changed?: number;
      /** For the audit log: what only the change itself knows. */
      readonly after?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly ok: false;
      readonly reason: ChangeRefusal;
    };

/** Writes of a change of a customer. */
export interface CustomerChanges {
  readonly customer: Customer;
  /** Of all accounts of the customer; refused if a balance is lower. */
  readonly floor: Floor;
  /** False: the hashes of lower-cased passwords are deleted; turning the setting on again does not restore them. */
  readonly keepsFoldedHashes: boolean;
}

/** Applies a change: fields that are absent stay. */
export function changedCustomer(before: Customer, { credit, ...settings }: CustomerChange): CustomerChanges {
  const customer: Customer = { ...before, ...settings, ...credit };
  return { customer, floor: floorOf(customer), keepsFoldedHashes: customer.ignorePasswordCase };
}

/** Maximum length of a user name, in UTF-16 code units. */
export const maxUserNameLength = 64;

/**
 * Key by which a user is found: names differ in more than upper and lower case (and in more than Unicode form). Bounded
 * in length, whatever a caller sends; a name that is too long has a key that no user has.
 */
export function userNameKey(name: string): string {
  return normalForm(bounded(name, maxUserNameLength)).toLowerCase();
}
