import { Readable } from "node:stream";
import type { Action } from "../../actions/action.js";
import { type FieldFacts, type Fields, type Given, givenAlone } from "../../actions/fields.js";
import type { Store } from "../../ports/store.js";
import { existingTime, fromLocalTime } from "../../domain/time-zone.js";
import { textOf, tickedIn, type Values } from "./form.js";
import { type Known, noKnown } from "./known-values.js";
import { type ActionRoute, secretPage, type Visit } from "./page.js";
import type { Choice, Field, Form, Page } from "./view.js";

/** The forms of actions, and what follows when they are sent. */

const fieldTypes = {
  text: "text",
  number: "number",
  date: "date",
  time: "date",
  choice: "select",
  choices: "checks",
  list: "lines",
  switch: "checkbox",
  flag: "checkbox",
  password: "password",
  file: "file",
  settings: "lines",
  secret: "password",
  url: "text",
} as const satisfies Readonly<Record<FieldFacts["type"], Field["type"]>>;

/** Types of fields in which no word can be typed: browsers empty a date or a number that is none. */
const wordless: ReadonlySet<FieldFacts["type"]> = new Set(["date", "number", "time"]);

/** A value of a row as it is typed. */
function typedText(value: unknown, { type, empty }: FieldFacts): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.join(type === "list" || type === "settings" ? "\n" : ",");
  if (typeof value === "string" || typeof value === "number") return String(value);
  return empty === undefined && !wordless.has(type) ? "none" : "";
}

/** `empty: any`, of a hint: the choice of none. */
const emptyWords = (hint: string | undefined): string | undefined => /^empty: (.+)$/u.exec(hint ?? "")?.[1];

/** What a select or check boxes offer; undefined for a field of another kind. */
function optionsOf(
  { choices, words, known: kind, required, empty, hint }: Fields[string],
  value: string | undefined,
  known: Known,
): readonly Choice[] | undefined {
  const offered = kind === undefined ? choices : known[kind];
  const all = offered?.map((each) =>
    typeof each === "string" ? { value: each, text: words?.[each] ?? each } : each,
  );
  if (all === undefined) return undefined;
  const others = all.filter(({ value: of }) => of !== empty);
  const none = required ? undefined : emptyWords(hint);
  const isKnown = value === undefined || value === "" || kind === undefined;
  return [
    ...(none === undefined ? [] : [{ value: "", text: none }]),
    ...others,
    ...(isKnown || others.some(({ value: of }) => of === value) ? [] : [{ value, text: value }]),
  ];
}

function fieldOf(name: string, facts: Fields[string], given: unknown, known: Known): Field {
  const { type, label = "", hint, width, required, choices } = facts;
  // Browsers show the first choice.
  const initial = facts.initial === choices?.[0] ? undefined : facts.initial;
  const value = given === undefined ? (type === "flag" ? "off" : initial) : typedText(given, facts);
  const options = optionsOf(facts, value, known);
  const isSelect = options !== undefined && type !== "choices";
  return {
    name,
    label,
    type: isSelect ? "select" : fieldTypes[type],
    hint: isSelect && emptyWords(hint) !== undefined ? undefined : hint,
    inZone: type === "time" ? true : undefined,
    width: isSelect ? undefined : width,
    required,
    options,
    value,
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
  /** What selects offer. */
  readonly known?: Known;
  /** What the page shows in another way. */
  readonly fields?: Readonly<Record<string, Partial<Field>>>;
}

/** The fields of the form of an action. */
export function actionFields(
  action: Pick<Action, "fields" | "keys">,
  {
    names,
    values = {},
    fields = {},
    known = noKnown,
  }: Pick<Layout, "fields" | "known" | "names" | "values"> = {},
): readonly Field[] {
  const all: Fields = { ...action.keys, ...action.fields };
  const shown = Object.entries(all).filter(([, { label }]) => label !== undefined);
  const row = new Map<string, unknown>(Object.entries(values));
  return (names ?? shown.map(([name]) => name)).flatMap((name) => {
    const facts = all[name];
    return facts === undefined ? [] : [{ ...fieldOf(name, facts, row.get(name), known), ...fields[name] }];
  });
}

/** The form of an action. @param path of the site */
export function actionForm(
  action: Action,
  path: string,
  { names, values, fields, known, ...layout }: Layout = {},
): Form {
  return {
    action: path,
    button: action.button ?? action.name,
    danger: action.danger !== undefined,
    ...layout,
    fields: actionFields(action, givenAlone({ names, values, fields, known })),
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

/** A day as the start of it in a time zone; any other value is read unchanged. */
function timeIn(given: string | undefined, zone: string): string | undefined {
  const day = existingTime(`${given ?? ""}T00:00:00.000Z`);
  return day === undefined ? given : new Date(fromLocalTime(day, zone)).toISOString();
}

/** A value of a form. Browsers do not send unticked boxes; spaces count in a password and in a key that nobody types. */
function givenOf(form: Values, name: string, field: FieldFacts, zone: string): Given {
  const { type, label, choices, empty } = field;
  const typed = form.get(name);
  if (label === undefined) return typed;
  switch (type) {
    case "switch":
    case "flag":
      return typed === "on" ? "on" : "off";
    case "choices":
      return typed ?? (tickedIn(form, name, choices) || (empty ?? ""));
    case "list":
      return typed?.split(/\s+/u).filter(Boolean);
    case "settings":
      return typed?.split(/\r?\n/u).filter((line) => line.trim() !== "");
    case "file":
      return Readable.from([Buffer.from(typed ?? "", "latin1")]);
    case "password":
      return typed === "" ? undefined : typed;
    case "time":
      return timeIn(textOf(form, name), zone);
    default:
      return textOf(form, name) ?? (typed === undefined ? undefined : empty);
  }
}

/** The values of a form. What it does not show is not for those who send it, but for the command. */
export function givenIn(
  form: Values,
  { keys, fields }: Pick<Action, "fields" | "keys">,
  { names, zone }: { readonly names: readonly string[] | undefined; readonly zone: string },
): Record<string, Given> {
  const shown = Object.entries(fields).filter(
    ([name, { label }]) => label !== undefined && (names?.includes(name) ?? true),
  );
  const read = [...Object.entries(keys), ...shown];
  return Object.fromEntries(read.map(([name, field]) => [name, givenOf(form, name, field, zone)]));
}

type AllGiven = Readonly<Record<string, Given>>;

/** Where an action is on a site, and what differs there. */
export interface Place<V extends Visit, R extends object = object> extends Pick<
  ActionRoute<V, unknown>,
  "back" | "danger" | "path" | "shownOn" | "typedIn"
> {
  /** Of the fields that its form has; all if it is absent. A box that a form has not is not an unticked one. */
  readonly names?: readonly string[];
  /** Values that the form has in another way, or not at all. */
  readonly given?: (visit: V, form: Values) => AllGiven | Promise<AllGiven>;
  /** Whose the secret is that the action shows; read first: nothing may fail once it is stored. */
  readonly ownerOf?: (visit: V, form: Values) => Promise<string>;
  readonly done?: string;
  /** Called once it is done. */
  readonly then?: () => void;
  /** The page that shows what was done, the path of one, or undefined for the page to return to. */
  readonly shown?: (row: R, visit: V, owner: string) => Page | string | undefined;
}

/** What an action needs on a site. */
export type NeedOf<Need> = (action: Pick<Action, "may" | "name">) => Need;

const isFileOfForm = ({ type, label }: Fields[string]): boolean => type === "file" && label !== undefined;

/** The route of an action: its right, what it asks before, and what it shows. */
export function actionRoute<V extends Visit, Need, R extends object>(
  store: Store,
  action: Action<R>,
  role: Need,
  {
    path,
    names,
    given,
    ownerOf,
    shown,
    then,
    done = action.done ?? "",
    danger = action.danger,
    shownOn,
    typedIn,
    ...place
  }: Place<V, R>,
): ActionRoute<V, Need> {
  return {
    path,
    role,
    done,
    counted: action.counted,
    danger,
    identity: action.may.identity,
    shownOn,
    typedIn,
    upload: Object.values({ ...action.keys, ...action.fields }).some(isFileOfForm),
    back: (params) => place.back(params),
    run: async (visit, form) => {
      const owner = (await ownerOf?.(visit, form)) ?? "";
      const values = {
        ...givenIn(form, action, { names, zone: visit.zone }),
        ...visit.params,
        ...(await given?.(visit, form)),
      };
      const { row, secret, counts } = await action.run(store, values, visit);
      then?.();
      if (shown !== undefined) return shown(row, visit, owner);
      if (secret === undefined) return counts;
      const { title, label: name, of: customer = owner, ownerLabel, member } = secret;
      const value = String((row as Readonly<Record<string, unknown>>)[member]);
      return secretPage(title, { name, secret: value, ownerLabel, customer }, place.back(visit.params));
    },
  };
}
