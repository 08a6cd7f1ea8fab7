import type { SoapUser } from "messenger-client/records";
import { refuse, type Refused } from "../domain/refusals.js";
import type { Credentials } from "../ports/accounts.js";
import { type Customer, maxUserNameLength, maySend, type User } from "../domain/accounts/accounts.js";
import { apiKeyId } from "../domain/accounts/api-keys.js";
import { printableLine } from "messenger-gen-runtime/host";

/** Who has made a call. */
export interface Caller {
  readonly customer: Customer;
  readonly user: User;
  /** Id of the API key of the call. */
  readonly apiKey?: string | undefined;
}

/** What a submission has of its caller. */
export const ofCaller = ({ customer, user, apiKey }: Caller) => ({
  customerId: customer.id,
  userName: user.name,
  apiKey,
});

/** The caller, or the refusal of the call. */
export type Access = ({ readonly ok: true } & Caller) | Refused;

/** Fields of a log-in for the log: never the password, and no longer than a user name may be. */
export function loginNotes(
  customer: number,
  name: string,
  password: string,
): Readonly<Record<string, string | number>> {
  const key = apiKeyId(password);
  const user = printableLine(name.slice(0, maxUserNameLength));
  return key === undefined ? { customer, user } : { customer, user, key };
}

/** Checks the credentials record of a call; an absent one is an unknown user. */
export async function authenticate(credentials: Credentials, user: SoapUser | undefined): Promise<Access> {
  if (user === undefined) return refuse("unknownUser");
  const { CustomerID, Name = "", Password = "" } = user;
  const verification = await credentials.verify(CustomerID, Name, Password);
  if (verification.kind !== "verified") return refuse(verification.kind);
  const { customer, user: named } = verification;
  return { ok: true, customer, user: named, apiKey: apiKeyId(Password) };
}

/** As `authenticate`, for a call that sends: the customer must be allowed to, and not be held. */
export async function authenticateSender(
  credentials: Credentials,
  user: SoapUser | undefined,
): Promise<Access> {
  const access = await authenticate(credentials, user);
  return !access.ok || maySend(access.customer) ? access : refuse("sendingOff");
}

/** The credentials that HTTP_ operations carry as fields of their own. */
interface FlatCredentials {
  readonly customerID: number;
  readonly userName?: string | undefined;
  readonly userPassword?: string | undefined;
}

/** The same credentials as a record. */
export function userOf({ customerID, userName, userPassword }: FlatCredentials): SoapUser {
  return { CustomerID: customerID, Name: userName, Password: userPassword };
}

/** The input of an HTTP_ operation as that of the operation of the same name. */
export function withUser<Input extends FlatCredentials>(input: Input): Input & { readonly user: SoapUser } {
  return { user: userOf(input), ...input };
}
