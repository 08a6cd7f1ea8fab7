/** Functions that write objects. */
import { isFlatChoice, type MemberPlan } from "../../plan/data/members.js";
import { access, block, code, guarded, list, value as asValue, type Code, typing } from "../printer/code.js";
import { isSimpleValue, type JsonFile } from "./json-file.js";
import { namedMembers } from "./read-members.js";

/** A function with the parameters writer and value; `head` is the text before them. */
export function writeFunction(
  json: JsonFile,
  head: Code,
  type: Code,
  statements: (w: Code, v: Code) => readonly Code[],
): Code {
  const scope = json.codecs.scope();
  const [w, v] = [asValue(scope.local("w")), asValue(scope.local("v"))];
  const parameters = [code`${w}${typing`: ${json.type("JsonWriter")}`}`, code`${v}${typing`: ${type}`}`];
  return block(list(code`${head}(`, parameters, code`)${typing`: void`}`), statements(w, v));
}

export function writeObject(json: JsonFile, head: Code, type: Code, members: readonly MemberPlan[]): Code {
  const sure: ReadonlySet<MemberPlan> = new Set(members.filter((each) => !isFlatChoice(each)));
  if (namedMembers(members).length === 0) {
    const w = asValue(json.codecs.scope().local("w"));
    return block(code`${head}(${w}${typing`: ${json.type("JsonWriter")}`})${typing`: void`}`, [
      code`${w}.open();`,
      code`${w}.close();`,
    ]);
  }
  return writeFunction(json, head, type, (w, v) => [
    code`${w}.open();`,
    ...namedMembers(members).map((each) =>
      writeMember(json, each, { w, v: access(v, each.property), isSure: sure.has(each) }),
    ),
    code`${w}.close();`,
  ]);
}

/** `isSure` is false for a member of a branch of a choice. */
function writeMember(
  json: JsonFile,
  each: MemberPlan & { readonly property: string },
  { w, v, isSure }: { readonly w: Code; readonly v: Code; readonly isSure: boolean },
): Code {
  const name = json.written(each.property);
  const isPresent = isSure && (each.kind === "choice" ? !each.optional : each.required);
  const statement = (method: string, ...values: readonly Code[]): Code =>
    list(code`${w}.${method}(`, [name, ...values], ");");
  const whereThere = (written: Code): Code =>
    isPresent ? written : guarded(code`${v} !== undefined`, [written]);
  if (each.kind === "choice")
    return whereThere(statement("record", json.functions("choice", each.type).write, v));
  const { value, nillable, repeated } = each;
  const { write } = json.one(each);
  if (repeated) {
    // No items are an empty array, except in a branch that may not be the one of the value.
    if (isSure) return statement("array", isPresent ? v : code`${v} ?? []`, write);
    return whereThere(statement("array", v, write));
  }
  if (!nillable && isSimpleValue(value)) return whereThere(statement("value", json.simple(value), v));
  return whereThere(statement("record", write, v));
}
