import { Readable } from "node:stream";
import type { Action } from "../../actions/action.js";
import { type FieldFacts, type Fields, type Given, givenAlone } from "../../actions/fields.js";
import type { Store } from "../../ports/store.js";
import { textOf, type Values } from "./form.js";
import { type ActionRoute, secretPage, type Visit } from "./page.js";
import type { Field, Form, Page } from "./view.js";

/** The forms of actions, and what follows when they are sent. */

const fieldTypes = {
  text: "text",
  number: "number",
  date: "date",
  choice: "select",
  list: "lines",
  switch: "checkbox",
  flag: "checkbox",
  password: "password",
  file: "file",
  settings: "lines",
  secret: "password",
  url: "text",
} as const satisfies Readonly<Record<FieldFacts["type"], Field["type"]>>;

/** A value of a row as it is typed. */
function typedText(value: unknown, isText: boolean): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return isText ? value.join(",") || "none" : value.join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "none";
}

function fieldOf(name: string, facts: Fields[string], value: unknown): Field {
  const { type, label = "", hint, width, required, choices: options } = facts;
  // Browsers show the first choice.
  const initial = facts.initial === options?.[0] ? undefined : facts.initial;
  return {
    name,
    label,
    type: fieldTypes[type],
    hint,
    width,
    required,
    options,
    value: value === undefined ? (type === "flag" ? "off" : initial) : typedText(value, type === "text"),
    autocomplete: type === "password" ? "new-password" : undefined,
  };
}

/** How a page shows a form. */
interface Layout extends Partial<
  Pick<Form, "button" | "caption" | "columns" | "danger" | "folded" | "icon" | "primary">
> {
  /** Names of the fields, in their order; all that have a label if it is absent. */
  readonly names?: readonly string[];
  /** The row with the values that the fields have. */
  readonly values?: object;
  /** What the page shows in another way. */
  readonly fields?: Readonly<Record<string, Partial<Field>>>;
}

/** The fields of the form of an action. */
export function actionFields(
  action: Pick<Action, "fields" | "keys">,
  { names, values = {}, fields = {} }: Pick<Layout, "fields" | "names" | "values"> = {},
): readonly Field[] {
  const all: Fields = { ...action.keys, ...action.fields };
  const shown = Object.entries(all).filter(([, { label }]) => label !== undefined);
  const row = new Map<string, unknown>(Object.entries(values));
  return (names ?? shown.map(([name]) => name)).flatMap((name) => {
    const facts = all[name];
    return facts === undefined ? [] : [{ ...fieldOf(name, facts, row.get(name)), ...fields[name] }];
  });
}

/** The form of an action. @param path of the site */
export function actionForm(
  action: Action,
  path: string,
  { names, values, fields, ...layout }: Layout = {},
): Form {
  return {
    action: path,
    button: action.button ?? action.name,
    danger: action.danger !== undefined,
    ...layout,
    fields: actionFields(action, givenAlone({ names, values, fields })),
  };
}

/** The form of an action on one thing, such as that of a row: a button, unless the layout names fields. */
export function actionButton(
  action: Action,
  path: string,
  keys: Readonly<Record<string, string>> = {},
  layout: Layout = {},
): Form {
  const form = actionForm(action, path, { names: [], ...layout });
  const hidden = Object.entries(keys).map(
    ([name, value]) => ({ name, label: "", type: "hidden", value }) as const,
  );
  return { ...form, fields: [...hidden, ...form.fields] };
}

/** A value of a form. Browsers do not send unticked boxes; spaces count in a password and in a key that nobody types. */
function givenOf(form: Values, name: string, { type, label }: FieldFacts): Given {
  if (label === undefined) return form.get(name);
  if (type === "switch" || type === "flag") return form.get(name) === "on" ? "on" : "off";
  if (type === "list") return form.get(name)?.split(/\s+/u).filter(Boolean);
  if (type === "settings")
    return form
      .get(name)
      ?.split(/\r?\n/u)
      .filter((line) => line.trim() !== "");
  if (type === "file") return Readable.from([Buffer.from(form.get(name) ?? "", "latin1")]);
  if (type === "password") return form.get(name) === "" ? undefined : form.get(name);
  return textOf(form, name);
}

/** The values of a form. What it does not show is not for those who send it, but for the command. */
function givenIn(form: Values, { keys, fields }: Pick<Action, "fields" | "keys">): Record<string, Given> {
  const shown = Object.entries(fields).filter(([, { label }]) => label !== undefined);
  const read = [...Object.entries(keys), ...shown];
  return Object.fromEntries(read.map(([name, field]) => [name, givenOf(form, name, field)]));
}

/** Where an action is on a site, and what differs there. */
export interface Place<V extends Visit, R extends object = object> extends Pick<
  ActionRoute<V, unknown>,
  "back" | "danger" | "path"
> {
  /** Values that the form has in another way, or not at all. */
  readonly given?: (visit: V, form: Values) => Readonly<Record<string, Given>>;
  /** Whose the secret is that the action shows; read first: nothing may fail once it is stored. */
  readonly ownerOf?: (visit: V) => Promise<string>;
  readonly done?: string;
  /** Called once it is done. */
  readonly then?: () => void;
  /** The page that shows what was done, the path of one, or undefined for the page to return to. */
  readonly shown?: (row: R, visit: V, owner: string) => Page | string | undefined;
}

/** What an action needs on a site. */
export type NeedOf<Need> = (action: Pick<Action, "may" | "name">) => Need;

/** The route of an action: its right, what it asks before, and what it shows. */
export function actionRoute<V extends Visit, Need, R extends object>(
  store: Store,
  action: Action<R>,
  role: Need,
  {
    path,
    given,
    ownerOf,
    shown,
    then,
    done = action.done ?? "",
    danger = action.danger,
    ...place
  }: Place<V, R>,
): ActionRoute<V, Need> {
  return {
    path,
    role,
    done,
    danger,
    identity: action.may.identity,
    back: (params) => place.back(params),
    run: async (visit, form) => {
      const owner = (await ownerOf?.(visit)) ?? "";
      const values = { ...givenIn(form, action), ...visit.params, ...given?.(visit, form) };
      const { row, secret } = await action.run(store, values, visit);
      then?.();
      if (shown !== undefined) return shown(row, visit, owner);
      if (secret === undefined) return undefined;
      const { title, label: name, of: customer = owner, ownerLabel, member } = secret;
      const value = String((row as Readonly<Record<string, unknown>>)[member]);
      return secretPage(title, { name, secret: value, ownerLabel, customer }, place.back(visit.params));
    },
  };
}
