import type { Entry } from "../../actions/action.js";
import type { Fields } from "../../actions/fields.js";
import { knownMember, type Member } from "../../actions/members.js";

/** Values as JSON: their schemas, and how they are given to an action. */

type ApiField = Fields[string];

type JsonType = "string" | "integer" | "boolean" | "array" | "object";

/** A schema of JSON (draft 2020-12), as far as the document needs it. */
export type Schema = Readonly<Record<string, unknown>>;

const typeOfMember = {
  text: "string",
  time: "string",
  whole: "integer",
  switch: "boolean",
  texts: "array",
  object: "object",
  objects: "array",
} as const satisfies Readonly<Record<Member["type"], JsonType>>;

const itemsOf = {
  texts: { type: "string" },
  objects: { type: "object" },
} as const;

/** The schema of a member of a response. */
export function memberSchema({ type, meaning, nullable = false, secret = false }: Member): Schema {
  const json = typeOfMember[type];
  // A repeated response has no secret.
  const mayBeNull = nullable || secret;
  return {
    description: secret ? `${meaning}; shown once: null in a repeated response` : meaning,
    type: mayBeNull ? [json, "null"] : json,
    ...(type === "time" ? { format: "date-time" } : {}),
    ...(type === "texts" || type === "objects" ? { items: itemsOf[type] } : {}),
  };
}

/** What a name of a field means where the field does not say it: the same as in rows. */
const memberOf = ({ members }: Pick<Entry, "members">, name: string): Member | undefined =>
  members[name] ?? knownMember(name);

/** The JSON type of a field: a text that rows have as a number is a number here, too. */
export function typeOfField(entry: Pick<Entry, "members">, name: string, { type }: ApiField): JsonType {
  switch (type) {
    case "flag":
    case "switch":
      return "boolean";
    case "list":
    case "settings":
      return "array";
    case "number":
      return "integer";
    case "text":
      return memberOf(entry, name)?.type === "whole" ? "integer" : "string";
    default:
      return "string";
  }
}

/** Whether null is a value of a field: the word `none` of the command, where rows have null for it. */
export function takesNull(entry: Pick<Entry, "members">, name: string, field: ApiField): boolean {
  const member = memberOf(entry, name);
  return field.type === "text" && !field.required && member?.type === "whole" && member.nullable === true;
}

const fieldMeaning = (entry: Pick<Entry, "members">, name: string, field: ApiField): string =>
  field.meaning ?? (field.type === "password" ? "password" : (memberOf(entry, name)?.meaning ?? ""));

/** The schema of a field of a call. */
export function fieldSchema(entry: Pick<Entry, "members">, name: string, field: ApiField): Schema {
  const type = typeOfField(entry, name, field);
  const { choices, initial } = field;
  return {
    description: fieldMeaning(entry, name, field),
    type: takesNull(entry, name, field) ? [type, "null"] : type,
    ...(type === "array" ? { items: { type: "string" } } : {}),
    ...(choices === undefined || field.type === "choices" ? {} : { enum: choices }),
    ...(initial === undefined || type === "boolean" ? {} : { default: jsonOf(type, initial) }),
  };
}

/** Texts of a command line or a query as JSON; one that is not of the type stays a text, which the reader refuses. */
export function jsonOf(type: JsonType, given: string | readonly string[]): unknown {
  const texts = typeof given === "string" ? [given] : given;
  if (type === "array") return texts;
  const text = texts.at(-1) ?? "";
  if (type === "integer" && text === "none") return null;
  if (type === "integer" && /^-?\d{1,15}$/u.test(text)) return Number(text);
  if (type === "boolean" && /^(?:on|off|true|false)$/u.test(text)) return text === "on" || text === "true";
  return text;
}
