import { InvalidInput, type Refusal } from "../../admin/refusal.js";
import type { Values } from "./form.js";
import { tickedIn } from "./form.js";
import type { Cell, Field, Form, Link, Page, Section, Table } from "./view.js";

/** What is wanted instead of a refused value: `invalid rate "x": use 1 to 9` is `Use 1 to 9`. */
export function wantedText(message: string): string {
  const wanted = /^invalid [^]*?: (?<wanted>[^]+)$/u.exec(message)?.groups?.["wanted"] ?? message;
  return `${wanted.slice(0, 1).toUpperCase()}${wanted.slice(1)}${wanted.endsWith(".") ? "" : "."}`;
}

/** A form that was sent, and the reason why it was refused; undefined if it was not looked at. */
interface SentForm {
  /** Path of the site. */
  readonly action: string;
  readonly form: Values;
  readonly reason: Refusal | undefined;
}

interface Filled {
  readonly page: Page;
  /** Whether the reason stands at the field that it is about. */
  readonly isAtField: boolean;
}

/** The page again, with what was typed, and the reason where it belongs. Passwords are not sent back. */
export function withTyped(page: Page, sent: SentForm): Filled {
  let found: Form | undefined;
  const form = (each: Form): Form => {
    if (found !== undefined || !isSame(each, sent)) return each;
    return (found = filledForm(each, sent));
  };
  const cell = (each: Cell): Cell => (each.form === undefined ? each : { ...each, form: form(each.form) });
  const table = (each: Table): Table => ({ ...each, rows: each.rows.map((row) => row.map(cell)) });
  const section = (each: Section): Section => ({
    ...each,
    forms: each.forms?.map(form),
    tables: each.tables?.map(table),
  });
  const action = (each: Link | Form): Link | Form => ("fields" in each ? form(each) : each);
  const filled = {
    ...page,
    sections: page.sections.map(section),
    ...(page.actions === undefined ? {} : { actions: page.actions.map(action) }),
  };
  return { page: filled, isAtField: found?.fields.some(({ error }) => error !== undefined) ?? false };
}

/** Forms of rows have the same action: their hidden fields differ. One without a value takes what was sent. */
function isSame({ action, fields }: Form, sent: SentForm): boolean {
  return (
    action === sent.action &&
    fields.every(
      ({ type, name, value }) =>
        type !== "hidden" || value === undefined || (sent.form.get(name) ?? "") === value,
    )
  );
}

function filledForm(form: Form, { form: values, reason }: SentForm): Form {
  const name = reason instanceof InvalidInput ? reason.field : undefined;
  const isAtField = form.fields.some((field) => field.name === name && field.type !== "hidden");
  const error = reason && wantedText(reason.message);
  const fields = form.fields.map((field): Field => ({
    ...typed(field, values),
    error: isAtField && field.name === name ? error : undefined,
  }));
  return { ...form, fields, error: isAtField ? undefined : error, isTyped: true };
}

/** Browsers do not send unticked boxes. */
function typed(field: Field, values: Values): Field {
  const isKept = field.type === "hidden" && field.value !== undefined;
  if (isKept || field.type === "password" || field.type === "file") return field;
  if (field.type === "checks") return { ...field, value: tickedIn(values, field.name, field.options) };
  if (field.type === "checkbox") return { ...field, value: values.get(field.name) === "on" ? "on" : "off" };
  const value = values.get(field.name) ?? field.value;
  return { ...field, value, options: withOption(field.options, value) };
}

/** The options of a select, with the value that was sent. */
function withOption(options: Field["options"], value: string | undefined): Field["options"] {
  const isThere = options?.some((each) => (typeof each === "string" ? each : each.value) === value) ?? true;
  return isThere || value === undefined ? options : [...(options ?? []), value];
}
