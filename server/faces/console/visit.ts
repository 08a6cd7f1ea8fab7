import { includesRole, type OperatorRole } from "../../domain/accounts/operators.js";
import type { Action } from "../../actions/action.js";
import { numberViewOf } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionRoute, type Place } from "../web/action-forms.js";
import type * as web from "../web/page.js";

/** An operator's request for a page. */
export interface Visit extends web.Visit {
  readonly operator: { readonly name: string; readonly role: OperatorRole };
}

export type PageRoute = web.PageRoute<Visit, OperatorRole>;
export type ActionRoute = web.ActionRoute<Visit, OperatorRole>;

/** Returns whether the operator of a visit has a role, or one that includes it. */
export const hasRole = ({ operator }: Visit, role: OperatorRole): boolean =>
  includesRole(operator.role, role);

/** Full numbers and texts are for the role support. */
export const seesNumbers = ({ caller }: Visit): boolean => numberViewOf(caller) === "whole";

/** The role that an action needs in the console. */
export const roleOf = ({ may }: Pick<Action, "may">): OperatorRole => may.operator;

/** An action in the console. */
export const operatorAction = <R extends object>(
  store: Store,
  action: Action<R>,
  place: Place<Visit, R>,
): ActionRoute => actionRoute(store, action, roleOf(action), place);
