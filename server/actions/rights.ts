import { includesRole, type OperatorRole } from "../domain/accounts/operators.js";
import type { PortalRight } from "../domain/accounts/portal-users.js";
import { maskedPhone, type NumberView } from "../domain/desk/search.js";
import type { SessionTimes } from "../domain/accounts/sessions.js";
import { creditScale } from "../domain/credit/credit.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import { Refusal } from "../admin/refusal.js";
import { withoutQuery } from "../admin/values.js";

/** The log-in that an action requires: a recent one, or one for this action alone. */
export type IdentityNeed = "recent" | "always";

/** Who may use an action or a list. The command line of the machine may use all. */
export interface Rights {
  /** The role that an operator needs. */
  readonly operator: OperatorRole;
  /** The right that a user of a customer needs, for things of that customer alone; undefined: no user may. */
  readonly portal?: PortalRight;
  readonly identity?: "recent";
  /** The command line alone. */
  readonly machineOnly?: true;
}

/** Who calls an action, whatever the face. */
export type Caller =
  | { readonly kind: "machine" }
  | {
      readonly kind: "operator";
      readonly role: OperatorRole;
      readonly openedAt: number;
      /** Credits that it may refund in 24 hours, unless it is an administrator. */
      readonly refundLimit: number;
    }
  /** A program with a key of an operator. `trusted`: it may use what needs a recent log-in. */
  | {
      readonly kind: "key";
      readonly role: OperatorRole;
      readonly trusted: boolean;
      readonly refundLimit: number;
    }
  | {
      readonly kind: "customer";
      readonly customer: number;
      readonly rights: readonly PortalRight[];
      readonly openedAt: number;
      /** An operator who looks at the portal of a customer changes nothing. */
      readonly looksOnly: boolean;
    };

/** The command line, and what the service does itself. */
export const machine: Caller = { kind: "machine" };

/** A call by somebody who may not use the action. */
export class NotAllowed extends Refusal {}

/** Milliseconds for which a log-in permits changes of money, keys and users. */
export const recentLogIn = 10 * 60_000;

/** Whether a visitor has to log in again for an action. */
export function isIdentityDue(
  need: IdentityNeed | undefined,
  { openedAt }: Pick<SessionTimes, "openedAt">,
  now: number,
): boolean {
  return need === "always" || (need === "recent" && now - openedAt >= recentLogIn);
}

/** Whether somebody may see what these rights permit to see. */
export function maySee({ operator, portal, machineOnly }: Rights, caller: Caller): boolean {
  if (caller.kind === "machine") return true;
  if (machineOnly === true) return false;
  if (caller.kind === "operator" || caller.kind === "key") return includesRole(caller.role, operator);
  return portal !== undefined && caller.rights.includes(portal);
}

/** Whether somebody may change what these rights permit to change. */
export function mayChange(rights: Rights, caller: Caller): boolean {
  return maySee(rights, caller) && !(caller.kind === "customer" && caller.looksOnly);
}

/** Whether a caller sees what an operator needs a role for; the command line and the customer see it. */
function seesAs(role: OperatorRole, caller: Caller): boolean {
  switch (caller.kind) {
    case "machine":
    case "customer":
      return true;
    case "operator":
    case "key":
      return includesRole(caller.role, role);
  }
}

/** How somebody sees the numbers of people: whole ones and texts are for the role support, and for the customer. */
export const numberViewOf = (caller: Caller): NumberView => (seesAs("support", caller) ? "whole" : "masked");

/** A number as somebody sees it. */
export const shownNumber = (number: string, caller: Caller): string =>
  numberViewOf(caller) === "whole" ? number : maskedPhone(number);

/** A URL of a customer's server as somebody sees it: its query may have a token. */
export const shownUrl = (url: string, caller: Caller): string =>
  seesAs("admin", caller) ? withoutPassword(url) : withoutQuery(url);

/** Thousandths of a credit that a caller may refund in 24 hours; undefined: any number. */
export function refundLimitOf(caller: Caller): number | undefined {
  if (caller.kind === "machine" || caller.kind === "customer" || includesRole(caller.role, "admin"))
    return undefined;
  return caller.refundLimit * creditScale;
}

/** An action or a list that somebody uses. */
interface Used {
  readonly name: string;
  readonly may: Rights;
  readonly isChange: boolean;
}

/** The one check of roles, rights and log-ins, for all faces. @throws NotAllowed */
export function expectAllowed({ name, may, isChange }: Used, caller: Caller, now: number): void {
  if (caller.kind === "machine") return;
  if (!(isChange ? mayChange : maySee)(may, caller))
    throw new NotAllowed(`${name} is not allowed: ask an administrator`);
  if (caller.kind === "key") {
    if (may.identity !== undefined && !caller.trusted)
      throw new NotAllowed(`${name} needs a trusted key: make one with --trusted`);
    return;
  }
  // A log-in for one action alone has been made right before it.
  if (may.identity !== undefined && isIdentityDue("recent", caller, now))
    throw new NotAllowed(`${name} needs a log-in of the last 10 minutes`);
}

/** A user of a customer uses what is about that customer alone. @throws NotAllowed */
export function expectOwn({ name }: Used, caller: Caller, found: readonly (number | undefined)[]): void {
  if (caller.kind !== "customer") return;
  const customers = found.filter((customer) => customer !== undefined);
  if (customers.length === 0 || customers.some((customer) => customer !== caller.customer))
    throw new NotAllowed(`${name} is not allowed for another customer`);
}
