/** The document that an operation reads, made of the parts of a request. */
import type { CompletedDocument } from "../json/message.js";
import { JsonError } from "../json/errors.js";
import { unknownText } from "../json/nearest-name.js";
import type { JsonCall, JsonMembers, JsonParameter } from "./service.js";

/** Members that are not in the body. */
export interface OtherMembers {
  /** Of the path, the query and the headers. */
  readonly parameters: JsonMembers;
  readonly supplied: JsonMembers;
}

/** True for a call whose requests may be without a body. */
export function mayBeAbsent({ parameters, fixed, defaults, supplied, body }: JsonCall): boolean {
  return [parameters, fixed, defaults, supplied, body].some((each) => each !== undefined);
}

/**
 * Adds to a document what is elsewhere.
 * @throws JsonError for a member that callers cannot give, or that is given twice
 */
export function completedBy(
  { fixed = {}, defaults = {}, supplied: names = [], parameters: elsewhere = {}, body }: JsonCall,
  { parameters, supplied }: OtherMembers,
): (given: unknown) => CompletedDocument {
  return (given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return { whole: given, added: 0 };
    for (const name of [...Object.keys(fixed), ...(body === undefined ? names : [])])
      if (Object.hasOwn(given, name) || Object.hasOwn(parameters, name))
        throw new JsonError("UnknownMember", "There is no such member.", [name]);
    for (const name of Object.keys(elsewhere)) {
      if (!Object.hasOwn(given, name)) continue;
      if (Object.hasOwn(parameters, name))
        throw new JsonError("DuplicateMember", "The path, the query or a header has that member already.", [
          name,
        ]);
      throw new JsonError("UnknownMember", placeText(elsewhere[name], name), [name]);
    }
    const missing = Object.entries(defaults).filter(
      ([name]) => !Object.hasOwn(given, name) && !Object.hasOwn(parameters, name),
    );
    const added = { ...Object.fromEntries(missing), ...parameters, ...fixed };
    const document = { ...given, ...added };
    if (body === undefined)
      return { whole: { ...document, ...supplied }, added: membersIn(added) + membersIn(supplied) };
    return { whole: { [body]: document, ...supplied }, added: membersIn(added) + membersIn(supplied) + 1 };
  };
}

/** Where callers give a member that is not in the document. */
function placeText(parameter: JsonParameter | undefined, name: string): string {
  const { header } = parameter ?? {};
  return header === undefined
    ? `There is no such member; ${name} is a parameter of the ${parameter?.in ?? "query"}.`
    : `There is no such member; its value is in the header ${header}.`;
}

/** Members of a value, at every depth. */
function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + membersIn(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** An error of the whole as the caller sees it: in the document of the body, or in a header. */
export function placedInDocument(
  error: JsonError,
  { body, fixed = {}, supplied = [], parameters = {} }: Partial<JsonCall>,
): JsonError {
  const [first, ...others] = error.path;
  if (first === undefined) return error;
  if (first === body)
    return placedInDocument(new JsonError(error.code, error.detail, others, error.nearest), { fixed });
  // A member that callers cannot give is not proposed to them.
  const { nearest = "" } = error;
  if (others.length === 0 && (Object.hasOwn(fixed, nearest) || supplied.includes(nearest)))
    return new JsonError(error.code, unknownText("member", undefined), error.path);
  // A member that belongs in a header is one of the document here.
  if (error.code === "UnknownMember") return error;
  const header = Object.hasOwn(parameters, first) ? parameters[first]?.header : undefined;
  return header === undefined ? error : new JsonError(error.code, error.detail, [header]);
}
