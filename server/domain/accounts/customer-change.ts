import { type Floor, floorOf } from "../credit/booking.js";
import type { Customer, CustomerChange } from "./accounts.js";

/** What a change of a customer writes. */
export interface CustomerChanges {
  readonly customer: Customer;
  /** Of all accounts of the customer; refused if a balance is lower. */
  readonly floor: Floor;
  /** False: the hashes of lower-cased passwords go, and do not come back with the setting. */
  readonly keepsFoldedHashes: boolean;
}

/** Applies a change: fields that are absent stay. */
export function changedCustomer(before: Customer, { credit, ...settings }: CustomerChange): CustomerChanges {
  const customer: Customer = { ...before, ...settings, ...credit };
  return { customer, floor: floorOf(customer), keepsFoldedHashes: customer.ignorePasswordCase };
}
