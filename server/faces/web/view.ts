import type { Chart, Dot, Heat, Shares, Spark } from "./charts/chart.js";
import type { IconName } from "./icons.js";

/** The parts that pages consist of, as data. `templates/web/` has a template for each. Paths in them are those below the site: `/messages`. */

/** Meaning of a color: success, warning, error, in flight, neutral. */
export type Tone = "ok" | "warn" | "bad" | "info" | "mute";

/** A state, as an icon and a word. */
export interface Pill {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
  /** Name in the contract or on the wire, shown on hover. */
  readonly title?: string | undefined;
}

export interface Link {
  readonly text: string;
  readonly href: string;
  /** The page or choice that is shown. */
  readonly current?: boolean | undefined;
  readonly icon?: IconName | undefined;
  readonly count?: number | undefined;
  /** The main action of the page. */
  readonly primary?: boolean | undefined;
}

/** A value on a page. */
export interface Cell {
  readonly text: string;
  readonly href?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Smaller, behind the value. */
  readonly note?: string | undefined;
  readonly pill?: Pill | undefined;
  /** A dot of the color of a state before the text, which has the same meaning. */
  readonly mark?: Tone | undefined;
  /** In a CSV, instead of the text. */
  readonly csv?: string | undefined;
  /** A state behind the text, with the key under which its word is live. */
  readonly state?: (Pill & { readonly live?: string }) | undefined;
  /** Smaller, directly behind a figure. */
  readonly unit?: string | undefined;
  /** The text is a phone number in international format, shown in groups. */
  readonly phone?: boolean | undefined;
  /** The text is a decimal number, shown with commas. */
  readonly isAmount?: boolean | undefined;
  /** Milliseconds since the epoch; shown instead of the text, in the visitor's time zone. */
  readonly time?: number | undefined;
  /** With seconds and a date, not relative to now. */
  readonly exact?: boolean | undefined;
  /** Key of a live number. */
  readonly live?: string | undefined;
  /** Aligned to the right. */
  readonly number?: boolean | undefined;
  /** A code, a long value that wraps anywhere, a short one that never does, one that takes the width that others leave, the name of a row that is part of the one above, or a figure above its course. */
  readonly layout?: "code" | "long" | "short" | "rest" | "child" | "picture" | undefined;
  readonly form?: Form | undefined;
  readonly spark?: Spark | undefined;
  readonly dot?: Dot | undefined;
  /** Share of something, 0 to 1, drawn as a bar. */
  readonly meter?: { readonly share: number; readonly tone: Tone | "in" } | undefined;
}

export interface Column {
  readonly text: string;
  /** The scale of its pictures. */
  readonly note?: string | undefined;
  readonly number?: boolean | undefined;
  /** Not shown below 1160 pixels. */
  readonly wideOnly?: boolean | undefined;
  /** What a visitor can do with a row: not in a CSV. */
  readonly pageOnly?: boolean | undefined;
  /** Sorts the table by it, and how it is sorted by it now. */
  readonly sortHref?: string | undefined;
  readonly sorted?: "ascending" | "descending" | undefined;
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly (string | Column)[];
  readonly rows: readonly (readonly Cell[])[];
  /** Shown instead of a table without rows. */
  readonly empty: string | Empty;
  readonly foot?: TableFoot | undefined;
  /** Name of a file in which the table can be had as CSV: `?csv=ledger` of the page. */
  readonly csv?: string | undefined;
  readonly csvHref?: string | undefined;
  /** Shows and hides columns, of a table with many. */
  readonly choices?: readonly Link[] | undefined;
}

/** The part of a longer table that is shown, with links to its neighbors. */
export interface TableFoot {
  readonly text: string;
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
  /** Of the links, where the rows are not in the order of time: `Newer` and `Older` otherwise. */
  readonly words?: { readonly newer: string; readonly older: string } | undefined;
}

/** Says what would be here, and what to do. */
export interface Empty {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** Names with their values. */
export interface Facts {
  readonly caption: string;
  /** The values are figures that add up, at the right. */
  readonly isSum?: boolean | undefined;
  readonly facts: readonly (Cell & { readonly name: string })[];
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type:
    | "text"
    | "password"
    | "number"
    | "date"
    | "datetime"
    | "checkbox"
    /** A check box for each option; the value has commas between those that are ticked. */
    | "checks"
    | "select"
    | "lines"
    | "file"
    | "hidden";
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** Begins a group of fields. */
  readonly heading?: string | undefined;
  /** A day in the visitor's time zone, which stands behind the hint. */
  readonly inZone?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly autocomplete?: string | undefined;
  readonly width?: "short" | "medium" | undefined;
  /** Of a select or of check boxes: values that are their own text, or values with a text. */
  readonly options?: readonly (string | Choice)[] | undefined;
  /** Of a text of several lines: a script counts its characters and parts in place of the hint. */
  readonly counter?: { readonly isPlain: boolean } | undefined;
  /** What is wanted; the value was refused. */
  readonly error?: string | undefined;
}

export interface Form {
  /** A search without a change and without a secret: its values stand in the address. */
  readonly method?: "get" | undefined;
  readonly caption?: string | undefined;
  readonly action: string;
  readonly button: string;
  readonly icon?: IconName | undefined;
  readonly fields: readonly Field[];
  /** Irreversible: leads to a page that asks for a confirmation. */
  readonly danger?: boolean | undefined;
  /** Behind a button with the caption, until it is opened. */
  readonly folded?: boolean | undefined;
  /** Fields beside each other, as far as there is room. */
  readonly columns?: boolean | undefined;
  /** The main action of the page. */
  readonly primary?: boolean | undefined;
  /** The form was refused, for no reason of a single field. */
  readonly error?: string | undefined;
  /** What was typed stands in it. */
  readonly isTyped?: boolean | undefined;
  /** By which a repetition is known; a new one unless it is given. */
  readonly formId?: string | undefined;
}

/** A check and its result, for example of a configuration. */
export interface Check {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly what: string;
  readonly detail?: Cell | undefined;
  readonly href?: string | undefined;
}

/** A step of a time line. */
export interface Step {
  readonly icon: IconName;
  /** Only where something went wrong or ended well. */
  readonly tone?: Tone | undefined;
  readonly what: string;
  readonly detail?: string | undefined;
  /** Code of the network, behind the detail. */
  readonly code?: string | undefined;
  /** Where more of it is, behind the detail. */
  readonly link?: Link | undefined;
  readonly at: number;
  /** Milliseconds since the step before. */
  readonly since?: number | undefined;
}

/** Values by which a result can be narrowed, each with its count: a button searches with it. */
export interface Facet {
  readonly name: string;
  readonly choices: readonly {
    readonly form: Form;
    readonly count: number;
    readonly tone?: Tone | undefined;
  }[];
  /** Values that are not shown. */
  readonly more: number;
}

/** A card of a page. */
export interface Section {
  readonly heading: string;
  /** Columns of twelve; all if absent. */
  readonly width?: 4 | 5 | 6 | 7 | 8 | undefined;
  /** At the right of the heading. */
  readonly note?: string | undefined;
  readonly text?: string | undefined;
  readonly links?: readonly Link[] | undefined;
  /** Pages that a page leads to, each a row with its icon. */
  readonly menu?: readonly Link[] | undefined;
  readonly checks?: readonly Check[] | undefined;
  /** The one figure of the card, with its unit. */
  readonly figure?: { readonly text: string; readonly unit: string } | undefined;
  readonly facts?: readonly Facts[] | undefined;
  readonly charts?: readonly Chart[] | undefined;
  readonly shares?: Shares | undefined;
  /** A text as the recipient sees it. */
  readonly bubble?: { readonly from: string; readonly text: string } | undefined;
  readonly heat?: Heat | undefined;
  readonly steps?: readonly Step[] | undefined;
  readonly facets?: readonly Facet[] | undefined;
  readonly tables?: readonly Table[] | undefined;
  readonly forms?: readonly Form[] | undefined;
}

/** A problem: who and what, figures, and what can be done. */
export interface Attention {
  /** By which a page with live parts finds it again. */
  readonly key?: string | undefined;
  readonly tone: "warn" | "bad";
  readonly what: string;
  readonly figures: string;
  /** Since when, milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly links: readonly Link[];
  /** What can be done at once. */
  readonly forms?: readonly Form[] | undefined;
}

/** The one thing that explains a page. */
export interface Notice {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly what: string;
  readonly text?: string | undefined;
  readonly link?: Link | undefined;
}

export interface Tile {
  readonly label: string;
  readonly figure: Cell;
  readonly unit?: string | undefined;
  readonly note?: Cell | undefined;
  readonly href?: string | undefined;
  readonly spark?: Spark | undefined;
}

/** A choice among links: a period, a grouping. */
export interface Segments {
  readonly label: string;
  readonly choices: readonly Link[];
}

/** Asks before an irreversible action, or for the visitor's password. */
export interface Confirmation {
  /** What will happen, and what is asked for. */
  readonly text: string;
  /** Leads back without a change. */
  readonly keep: Link;
  readonly form: Form;
}

export interface Page {
  readonly title: string;
  readonly state?: Pill | undefined;
  readonly tag?: string | undefined;
  readonly crumbs?: readonly Link[] | undefined;
  /** One line below the title, the first one the strongest. */
  readonly facts?: readonly Cell[] | undefined;
  readonly actions?: readonly (Link | Form)[] | undefined;
  readonly tabs?: readonly Link[] | undefined;
  /** Steps of a task, and which of them the page is. */
  readonly progress?: { readonly steps: readonly string[]; readonly current: number } | undefined;
  readonly segments?: readonly Segments[] | undefined;
  /** Filters in force: the button of each searches without it. */
  readonly chips?: readonly Form[] | undefined;
  readonly attention?: readonly Attention[] | undefined;
  readonly notice?: Notice | undefined;
  readonly tiles?: readonly Tile[] | undefined;
  readonly confirmation?: Confirmation | undefined;
  readonly sections: readonly Section[];
  /** The page has live numbers and charts. */
  readonly live?: boolean | undefined;
  /** Seconds after which browsers request the page again, with or without scripts: nothing on it waits for its visitor. */
  readonly reload?: number | undefined;
}

/** A phone number: grouped on the page, its digits in a CSV. */
export const phoneCell = (number: string, more: Omit<Cell, "text" | "phone"> = {}): Cell => ({
  text: number,
  phone: true,
  ...more,
});

/** An amount of credits as the commands print it: with commas on the page, without them in a CSV. */
export const amountCell = (text: string): Cell => ({ text, number: true, isAmount: true });

/** A count: with commas on the page, without them in a CSV. */
export const countCell = (count: number): Cell => amountCell(String(count));

export const numberCell = (value: number | string, live?: string): Cell => ({
  text: String(value),
  number: true,
  live,
});

/** An unknown value. */
export const unknown = "—";

/** A time that is relative for an hour; unknown for null. */
export function timeCell(iso: string | null | undefined): Cell {
  return iso == null ? { text: unknown } : { text: iso, time: Date.parse(iso) };
}

/** A time with its date and seconds; unknown for null. */
export function exactTime(iso: string | null | undefined): Cell {
  return { ...timeCell(iso), exact: true };
}
