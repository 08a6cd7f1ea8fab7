import { Readable } from "node:stream";
import { inField, InvalidInput } from "../admin/refusal.js";
import { switchOf, integerOf } from "../admin/values.js";

/** A value as a face got it; undefined if it was not given. */
export type Given = string | readonly string[] | AsyncIterable<Uint8Array> | undefined;

/** Values that a form can offer. */
export type KnownKind = "countryCode" | "customer" | "link" | "timeZone" | "user";

/** What a field is called and looks like, on every face. */
export interface FieldFacts {
  /**
   * `choices`: some of those that there are, with commas between them. `time`: a day, a time, or how long from now; forms have a day in the
   * time zone of the page. `flag`: an option without a value. `list`: several texts. `settings`: several texts NAME=VALUE. `url`: with a password that the field
   * `password` takes. `secret`: of standard input or a file.
   */
  readonly type:
    | "text"
    | "number"
    | "date"
    | "time"
    | "choice"
    | "choices"
    | "list"
    | "settings"
    | "switch"
    | "flag"
    | "password"
    | "secret"
    | "url"
    | "file";
  /** In forms, which have no field without one. */
  readonly label?: string | undefined;
  /** In the help of the command. */
  readonly meaning?: string | undefined;
  /** Beside the field of a form. */
  readonly hint?: string;
  /** Of the value, in the help of the command: `<time>`. */
  readonly form: string;
  /** Of the command, if it is not that of the field: `from-address`. */
  readonly option?: string;
  /** Of the argument of a command, if it is not that of the key. */
  readonly argument?: string;
  /** What the values are, where forms can offer those that there are. */
  readonly known?: KnownKind;
  /** What an empty field of a form is: the word that takes the value away. */
  readonly empty?: string;
  /** All values of a choice. */
  readonly choices?: readonly string[];
  /** The words of choices in forms, where they are not the choices themselves. */
  readonly words?: Readonly<Record<string, string>>;
  readonly width?: "short" | "medium";
  /** What the entries of a file are, in the plural. */
  readonly unit?: string;
  /** A user of a customer cannot give it. */
  readonly operatorsOnly?: boolean;
}

type Details = Partial<
  Pick<
    FieldFacts,
    "argument" | "choices" | "empty" | "form" | "hint" | "known" | "option" | "width" | "words"
  >
>;

const facts =
  (type: FieldFacts["type"], form: string) =>
  (label?: string, meaning?: string, details: Details = {}): FieldFacts => ({
    type,
    label,
    meaning,
    form,
    ...details,
  });

export const text = facts("text", "<text>");
export const number = facts("number", "<number>");
export const date = facts("date", "<date>");
export const password = facts("password", "");
export const time = facts("time", "<time>");
export const choice = facts("choice", "<name>");
export const choices = facts("choices", "<list>");
export const url = facts("url", "<url>");
export const secret = facts("secret", "");

/** A value that an action takes. */
export interface Field<T> extends FieldFacts {
  readonly required: boolean;
  /** Name of the flag without which alone a password is asked for. */
  readonly unless?: string;
  /** Value of a field that is not given. */
  readonly initial?: string;
  /** The customer that a value is about: a user of another customer may not use it. */
  customerOf?(value: T): number | undefined;
  /** @throws InvalidInput */
  readonly read: (given: Given, now: number) => T;
}

/** Fields by their names, which are those of the rows that commands print. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

export const noFields = {} satisfies Fields;
export type NoFields = typeof noFields;

export type GivenFor<F extends Fields> = { readonly [Name in keyof F]?: Given };
export type Typed<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]["read"]> };

type Read<T> = (given: string, now: number) => T;

const isFile = (given: Given): given is AsyncIterable<Uint8Array> =>
  typeof given === "object" && Symbol.asyncIterator in given;

/** The texts of a value: none of a file. */
export function textsOf(given: Given): readonly string[] {
  if (given === undefined || isFile(given)) return [];
  return typeof given === "string" ? [given] : given;
}

const textOf = (given: Given): string => textsOf(given).join(",");

/** A field that must be given. */
export const required = <T>(shown: FieldFacts, read: Read<T>): Field<T> => ({
  ...shown,
  required: true,
  read: (given, now) => read(textOf(given), now),
});

/** A field that may be absent. */
export const optional = <T>(shown: FieldFacts, read: Read<T>): Field<T | undefined> => ({
  ...shown,
  required: false,
  read: (given, now) => (given === undefined ? undefined : read(textOf(given), now)),
});

/** A field with a value for a call that does not give it. */
export const preset = <T>(initial: string, shown: FieldFacts, read: Read<T>): Field<T> => ({
  ...shown,
  required: false,
  initial,
  read: (given, now) => read(given === undefined ? initial : textOf(given), now),
});

/** Several texts. */
export const several = <T>(
  shown: Omit<FieldFacts, "type">,
  read: (texts: readonly string[]) => T,
  type: "list" | "settings" = "list",
): Field<T | undefined> => ({
  ...shown,
  type,
  required: false,
  read: (given) => (given === undefined ? undefined : read(textsOf(given))),
});

/** A file, piece by piece, or its text. @param unit what its entries are, in the plural */
export const file = (unit: string, label?: string, hint?: string): Field<AsyncIterable<Uint8Array>> => ({
  ...facts("file", "<file>")(label, `file of ${unit}`, hint === undefined ? {} : { hint }),
  unit,
  required: true,
  read: (given) => (isFile(given) ? given : Readable.from([Buffer.from(textOf(given))])),
});

/** An option without a value. */
export const flag = (label: string | undefined, meaning: string): Field<boolean> => ({
  ...facts("flag", "")(label, meaning),
  required: false,
  read: (given) => given === "on",
});

/** A value that is on or off. */
export const onOff = (label: string | undefined, meaning: string): Field<boolean | undefined> =>
  optional(facts("switch", "<on|off>")(label, meaning), switchOf);

/** Reads one of some values. @param name what the refusal says it is */
export const oneOf =
  <const T extends string>(name: string, values: readonly T[], use = values.join(" or ")): Read<T> =>
  (given) => {
    const value = values.find((each) => each === given);
    if (value === undefined) throw new InvalidInput(`invalid ${name} ${JSON.stringify(given)}: use ${use}`);
    return value;
  };

/** One of some values, which the help of the command lists. */
export const oneOfListed = <const T extends string>(
  label: string | undefined,
  meaning: string,
  name: string,
  choices: readonly T[],
): Field<T | undefined> =>
  optional(choice(label, meaning, { choices, form: `<${choices.join("|")}>` }), oneOf(name, choices));

/** One of some names that must be given, which the help of the command lists. */
export const requiredOneOf = <const T extends string>(
  label: string | undefined,
  meaning: string,
  name: string,
  choices: readonly T[],
): Field<T> =>
  required(
    choice(label, meaning, { choices, form: `<${choices.join("|")}>` }),
    oneOf(name, choices, choices.join(", ")),
  );

/** Reads a whole number in a range, both ends included. */
export const integer =
  (name: string, least: number, most: number): Read<number> =>
  (given) =>
    integerOf(name, given, least, most);

/** The same fields, for the command alone. */
export const withoutLabels = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, label: undefined }]),
  ) as unknown as F;

/** A text that is not checked: the store finds its thing, or not. */
export const key: Field<string> = required(text(), (given) => given);

/** Reads all fields, in their order; a refusal names the field. @throws InvalidInput */
export function readFields<F extends Fields>(fields: F, given: GivenFor<F>, now: number): Typed<F> {
  const read = Object.entries(fields).map(([name, field]) => [
    name,
    inField(name, () => field.read(given[name], now)),
  ]);
  return Object.fromEntries(read) as Typed<F>;
}

type GivenAlone<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The settings that a call changes. @throws InvalidInput for none */
export function changesIn<T extends object>(values: T): GivenAlone<T> {
  const given = givenAlone(values);
  if (Object.keys(given).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  return given;
}

/** The values that were given. */
export function givenAlone<T extends object>(values: T): GivenAlone<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as GivenAlone<T>;
}
