import { isSecretField } from "#server/faces/web/secret-fields.js";
import type { PlainBrowser, Received } from "../console/console-server.js";
import { type Filling, givenFor } from "./given-values.js";
import { type PageForm, type Values, valuesOf } from "./page-forms.js";

/** A form with what is sent: a file has the same name as its field. */
export interface FilledForm {
  readonly action: string;
  readonly values: Values;
  readonly files: Values;
  /** Names of what a visitor has typed or chosen, and is shown again. */
  readonly typed: readonly string[];
}

/** Fills in what a visitor has to, and what the table has for this action. @throws Error for a field without a value in the table */
export function fillIn(form: PageForm, filling: Filling | undefined): FilledForm {
  const values = new Map(Object.entries(valuesOf(form)));
  const files = new Map<string, string>();
  const typed: string[] = [];
  for (const { name, type, required, value } of form.fields) {
    if (type === "hidden") continue;
    const own = filling?.values?.[name];
    if (own === undefined && !(required && value === "") && type !== "file") continue;
    const given = givenFor(name, filling);
    if (given === undefined) throw new Error(`no value for ${name} of ${form.action} in given-values.ts`);
    if (type === "file") files.set(name, given);
    else values.set(name, given);
    if (type !== "file" && !isSecretField(name)) typed.push(name);
  }
  return {
    ...{ action: form.action, typed },
    ...{ values: Object.fromEntries(values), files: Object.fromEntries(files) },
  };
}

function bodyOf({ values, files }: FilledForm, token: string): FormData | URLSearchParams {
  const all = { ...values, token };
  if (Object.keys(files).length === 0) return new URLSearchParams(all);
  const body = new FormData();
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  for (const [name, text] of Object.entries(files)) body.append(name, new Blob([text]), `${name}.csv`);
  return body;
}

/** Sends a form as it was on its page, and does not follow the response. */
export const sendForm = (browser: PlainBrowser, form: FilledForm, token = form.values["token"] ?? "") =>
  browser.request(form.action, { method: "POST", body: bodyOf(form, token) });

/** Where a response leads to. */
export const placeOf = ({ headers }: Received): string => headers.get("location") ?? "";
