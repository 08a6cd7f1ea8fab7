import { includesRole, type OperatorRole } from "../domain/accounts/operators.js";
import type { Actor } from "../domain/audit.js";
import type { Values } from "./form.js";

export type Tone = "good" | "warning" | "critical";

/** A value on a page. */
export interface Cell {
  readonly text: string;
  readonly href?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Key of a live number. */
  readonly live?: string | undefined;
  /** Aligned to the right. */
  readonly number?: boolean | undefined;
  /** A time stays on one line; a long value wraps anywhere. */
  readonly layout?: "time" | "long" | undefined;
  readonly form?: Form | undefined;
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Shown instead of a table without rows. */
  readonly empty: string;
}

/** Series of values over time; null marks a missing value. */
export interface Plot {
  readonly caption: string;
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Names with their values. */
export interface Facts {
  readonly caption: string;
  readonly facts: readonly (Cell & { readonly name: string })[];
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "number" | "date" | "checkbox" | "select" | "lines" | "hidden";
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
  readonly autocomplete?: string | undefined;
  /** Of a select. */
  readonly options?: readonly string[] | undefined;
}

export interface Form {
  readonly caption?: string | undefined;
  /** Path below `/console`. */
  readonly action: string;
  readonly button: string;
  readonly fields: readonly Field[];
  /** Irreversible: asks for a confirmation. */
  readonly danger?: boolean | undefined;
}

export interface Section {
  readonly heading: string;
  readonly text?: string | undefined;
  /** Drawn by scripts; a table has the same numbers. */
  readonly plots?: readonly Plot[];
  readonly tables?: readonly Table[];
  readonly facts?: readonly Facts[];
  readonly forms?: readonly Form[];
  readonly links?: readonly { readonly text: string; readonly href: string }[];
}

export interface Page {
  readonly title: string;
  readonly sections: readonly Section[];
  /** The page has live numbers. */
  readonly live?: boolean | undefined;
}

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

/** A form that changes something, or a search. */
export interface ActionRoute {
  readonly path: string;
  readonly role: OperatorRole;
  /** Shown after the action; empty for a search, which may be sent any number of times. */
  readonly done: string;
  /** Path of the page to return to, below `/console`. */
  back(params: Readonly<Record<string, string>>): string;
  /** Runs only with a confirmation. */
  readonly danger?: boolean;
  /** Resolves with a page, or undefined to return to `back`. */
  run(visit: Visit, form: Values): Promise<Page | undefined>;
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
    { name, text: secret },
  ];
  return {
    title,
    sections: [
      {
        heading: "Copy it now",
        text: "It is not shown again.",
        facts: [{ caption: title, facts }],
        links: [{ text: "Back", href: place }],
      },
    ],
  };
}

export const numberCell = (value: number | string, live?: string): Cell => ({
  text: String(value),
  number: true,
  live,
});

/** A time in UTC, to the second. */
export function timeText(iso: string | null | undefined): string {
  return iso == null ? "–" : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

export const timeCell = (iso: string | null | undefined): Cell => ({ text: timeText(iso), layout: "time" });

/** Encodes a value as a part of a path. */
export const part = encodeURIComponent;
