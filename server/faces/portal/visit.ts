import type { Action } from "../../actions/action.js";
import type { Caller } from "../../actions/rights.js";
import { type PortalRight, portalRights, type PortalSession } from "../../domain/accounts/portal-users.js";
import type { SessionTimes } from "../../domain/accounts/sessions.js";
import type { Customer } from "../../domain/accounts/accounts.js";
import { Refusal } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { actionRoute, type Place } from "../web/action-forms.js";
import type * as web from "../web/page.js";

/** An operator who looks at the portal of a customer, and changes nothing. */
export interface Support extends SessionTimes {
  readonly customerId: number;
  readonly operator: string;
}

/** Who looks at pages of the portal. */
export type Visitor = PortalSession | Support;

export const isSupport = (visitor: Visitor): visitor is Support => "operator" in visitor;

/** Returns whether a visitor may open a page with this need. An operator sees all pages. */
export const allows = (visitor: Visitor, need: PortalRight): boolean =>
  isSupport(visitor) || portalRights[visitor.role].includes(need);

/** A visitor, for actions and lists. */
export function callerOf(visitor: Visitor): Caller {
  const looksOnly = isSupport(visitor);
  const rights = portalRights[looksOnly ? "owner" : visitor.role];
  const { customerId: customer, openedAt } = visitor;
  return { kind: "customer", customer, rights, openedAt, looksOnly };
}

/** A request for a page of the portal. */
export interface Visit extends web.Visit {
  readonly visitor: Visitor;
  /** Of the session: no path and no form chooses it. */
  readonly customer: number;
}

export type PageRoute = web.PageRoute<Visit, PortalRight>;
export type ActionRoute = web.ActionRoute<Visit, PortalRight>;

/** Returns whether forms that need a right are shown: never to an operator. */
export const may = ({ visitor }: Visit, right: PortalRight): boolean =>
  !isSupport(visitor) && allows(visitor, right);

/** The user of a visit. @throws Refusal for an operator */
export function userOf({ visitor }: Visit): PortalSession {
  if (!isSupport(visitor)) return visitor;
  throw new Refusal("an operator changes nothing in the portal");
}

/** The customer of a visit. @throws Refusal if it was removed meanwhile */
export async function customerOf(
  { accounts }: Pick<Store, "accounts">,
  { customer }: Visit,
): Promise<Customer> {
  const found = await accounts.customer(customer);
  if (found === undefined) throw new Refusal("there is no such customer");
  return found;
}

/** The customer as administrative functions take it. */
export const customerText = ({ customer }: Visit): string => String(customer);

/** The right that an action needs in the portal. */
export function rightOf({ name, may: { portal } }: Pick<Action, "may" | "name">): PortalRight {
  if (portal === undefined) throw new Error(`${name} is for operators alone`);
  return portal;
}

/** An action in the portal, for users with its right. */
export function customerAction<R extends object>(
  store: Store,
  action: Action<R>,
  place: Place<Visit, R>,
): ActionRoute {
  return actionRoute(store, action, rightOf(action), {
    ...place,
    given: async (visit, form) => ({ customer: customerText(visit), ...(await place.given?.(visit, form)) }),
  });
}
