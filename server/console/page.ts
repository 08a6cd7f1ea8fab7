import { includesRole, type OperatorRole } from "../domain/accounts/operators.js";
import type { Actor } from "../domain/audit.js";
import type { Values } from "./form.js";
import type { Page } from "./view.js";

/** An operator's request for a page. */
export interface Visit {
  readonly operator: { readonly name: string; readonly role: OperatorRole };
  /** For the audit log. */
  readonly by: Actor;
  readonly now: number;
  /** Named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Values;
}

/** The part `:id` of the path. */
export const idOf = ({ params }: Visit): string => params["id"] ?? "";

/** Returns whether the operator of a visit has a role, or one that includes it. */
export const hasRole = ({ operator }: Visit, role: OperatorRole): boolean =>
  includesRole(operator.role, role);

/** Full numbers and texts are for the role support. */
export const seesNumbers = (visit: Visit): boolean => hasRole(visit, "support");

/** A page below `/console`. */
export interface PageRoute {
  /** For example `/links/:name`. */
  readonly path: string;
  readonly role: OperatorRole;
  show(visit: Visit): Promise<Page>;
}

/** What an irreversible action does, for the page that asks for its confirmation. */
export interface Danger {
  /** Verb and object, for the button. */
  readonly button: string;
  /** What will happen, in a sentence. */
  readonly text: string;
}

/** A form that changes something, or a search. */
export interface ActionRoute {
  readonly path: string;
  readonly role: OperatorRole;
  /** Shown after the action; empty for a search, which may be sent any number of times. */
  readonly done: string;
  /** Path of the page to return to, below `/console`. */
  back(params: Readonly<Record<string, string>>): string;
  /** Runs only with a confirmation. */
  readonly danger?: Danger | undefined;
  /** Resolves with a page, with another path to go to, or with undefined to return to `back`. */
  run(visit: Visit, form: Values): Promise<Page | string | undefined>;
}

/** An action that makes a recorded change and returns to `back`. */
export function changeAction(
  route: Omit<ActionRoute, "run">,
  change: (visit: Visit, form: Values) => Promise<unknown>,
): ActionRoute {
  return {
    ...route,
    run: async (visit, form) => {
      await change(visit, form);
      return undefined;
    },
  };
}

/** A page with a value that is not shown again. */
export function secretPage(
  title: string,
  { name, secret, customer }: { readonly name: string; readonly secret: string; readonly customer: string },
  place: string,
): Page {
  const facts = [
    { name: "Customer", text: customer },
    { name, text: secret, layout: "code" as const },
  ];
  return {
    title,
    notice: { tone: "warn", icon: "key-round", what: "Copy it now", text: "It is not shown again." },
    sections: [
      { heading: title, facts: [{ caption: title, facts }], links: [{ text: "Back", href: place }] },
    ],
  };
}

/** Encodes a value as a part of a path. */
export const part = encodeURIComponent;
