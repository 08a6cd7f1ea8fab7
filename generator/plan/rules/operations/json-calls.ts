import type { Diagnostics } from "../../../diagnostics.js";
import {
  isBodyless,
  type JsonCallPlan,
  type JsonMethod,
  type JsonParameterPlan,
  type RestOperation,
  type RestOptions,
} from "../../data/json-calls.js";
import { isFlatChoice, type FieldPlan, type MemberPlan } from "../../data/members.js";
import { bodyFields, type OperationPlan } from "../../data/operations.js";
import type { RecordPlan } from "../../data/records.js";

type Operation = Omit<OperationPlan, "json" | "functionName">;

/** Plans the calls of all operations over JSON, in their order. */
export function planJsonCalls(
  operations: readonly Operation[],
  records: readonly RecordPlan[],
  rest: RestOptions,
  diagnostics: Diagnostics,
): readonly JsonCallPlan[] {
  const names = uniqueNames(operations.map(({ name }) => name));
  const planner = new CallPlanner(records, diagnostics);
  const calls = operations.map((operation, at) => {
    const name = names[at] ?? operation.name;
    const given = Object.hasOwn(rest, name) ? rest[name] : undefined;
    return given === undefined ? usualCall(name) : planner.call(operation, name, given);
  });
  const known = names.join(", ");
  for (const operation of Object.keys(rest))
    if (!names.includes(operation)) diagnostics.reportFile("MG5013", "configuration", { operation, known });
  planner.reportEqualPaths(operations, calls);
  return calls;
}

/** Each name; where several are equal, the first, and then `name-2`, `name-3` and so on, without the names of others. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  return names.map((name, at) => {
    if (names.indexOf(name) === at) return name;
    let count = 2;
    while (taken.has(`${name}-${String(count)}`)) count += 1;
    const unique = `${name}-${String(count)}`;
    taken.add(unique);
    return unique;
  });
}

function usualCall(name: string): JsonCallPlan {
  const path = encodeURIComponent(name);
  return { name, method: "POST", path, parameters: [], status: 200, tag: undefined, summary: undefined };
}

/** What has a place at the interface besides the operations. */
const reserved = /^(?:openapi\.json$|problems(?:\/|$))/;
/** One segment of a path: characters of RFC 3986, section 3.3, or a member in braces. */
const segment = /^(?:\{[^{}/]+\}|(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)$/;

class CallPlanner {
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #diagnostics: Diagnostics;

  constructor(records: readonly RecordPlan[], diagnostics: Diagnostics) {
    this.#records = new Map(records.map((record) => [record.type.unique, record]));
    this.#diagnostics = diagnostics;
  }

  call(operation: Operation, name: string, given: RestOperation): JsonCallPlan {
    const { method = "POST", path: template = `/${encodeURIComponent(name)}`, status = 200 } = given;
    const path = this.#path(operation, template);
    const inPath = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, member = ""]) => member);
    const members = this.#members(operation, method);
    const others = members.map(({ property = "" }) => property).filter((each) => !inPath.includes(each));
    const inQuery = given.query ?? (isBodyless(method) ? others : []);
    const parameters = [
      ...inPath.map((property): JsonParameterPlan => ({ property, in: "path" })),
      ...inQuery.map((property): JsonParameterPlan => ({ property, in: "query" })),
    ];
    for (const parameter of parameters) this.#check(operation, parameter, members);
    const homeless = [...others.filter((each) => !inQuery.includes(each)), ...inBodyOnly(operation)];
    for (const member of isBodyless(method) ? homeless : [])
      this.#refuse(operation, member, `a request with ${method} has no body`);
    const { tag, summary } = given;
    return { name, method, path, parameters, status, tag, summary };
  }

  /** Reports operations with one method and path, whatever the names of their parameters are. */
  reportEqualPaths(operations: readonly Operation[], calls: readonly JsonCallPlan[]): void {
    const firsts = new Map<string, string>();
    calls.forEach(({ name, method, path }, at) => {
      const key = `${method} ${path.replace(/\{[^{}]+\}/g, "{}")}`;
      const first = firsts.get(key);
      const origin = operations[at]?.origin;
      if (first === undefined) firsts.set(key, name);
      else if (origin !== undefined)
        this.#diagnostics.report("MG3018", origin, { first, operation: name, method, path: `/${path}` });
    });
  }

  #path({ name: operation, origin }: Operation, template: string): string {
    const path = template.slice(1);
    const parts = path.split("/");
    const names = parts.filter((part) => part.startsWith("{"));
    const reason = !template.startsWith("/")
      ? "it does not start with a slash"
      : !parts.every((part) => segment.test(part))
        ? "a segment is empty, has characters that must be percent-encoded, or more than a member in braces"
        : reserved.test(path)
          ? "the interface has something else there"
          : new Set(names).size < names.length
            ? "a member is in it twice"
            : undefined;
    if (reason !== undefined)
      this.#diagnostics.report("MG3016", origin, { path: template, operation, reason });
    return path;
  }

  /** Members of the input where that is an object; those of a choice stay together in a body. */
  #members({ input: { body } }: Operation, method: JsonMethod): readonly MemberPlan[] {
    if (body.kind !== "bare") return bodyFields(body);
    const { value, required, nillable, repeated } = body.field;
    if (value.kind !== "record" || !required || nillable || repeated) return [];
    const members = this.#records.get(value.type.unique)?.allMembers ?? [];
    return isBodyless(method) ? flatMembers(members) : members.filter((each) => !isFlatChoice(each));
  }

  #check(
    operation: Operation,
    { property, in: place }: JsonParameterPlan,
    members: readonly MemberPlan[],
  ): void {
    const field = members.find((each) => each.property === property);
    const reason =
      field === undefined
        ? `members of its input are: ${members.map((each) => each.property).join(", ") || "none"}`
        : field.kind === "choice"
          ? "it is a choice"
          : place === "path" && (!field.required || field.nillable)
            ? "a member in the path is required, and not nillable"
            : reasonAgainst(field, place);
    if (reason !== undefined) this.#refuse(operation, property, reason);
  }

  #refuse({ name: operation, origin }: Operation, member: string, reason: string): void {
    this.#diagnostics.report("MG3017", origin, { operation, member, reason });
  }
}

/** Members besides those of the input. */
function inBodyOnly({ headers, input: { body } }: Operation): readonly string[] {
  const { value } = body.kind === "bare" ? body.field : {};
  return [
    ...(headers.input === undefined ? [] : ["$headers"]),
    ...(value?.kind === "record" && value.abstract ? ["$type"] : []),
  ];
}

/** The members of a record and of its flat choices, each once. */
function flatMembers(members: readonly MemberPlan[]): readonly MemberPlan[] {
  const all = members.flatMap((each) => (isFlatChoice(each) ? each.branches.flatMap(flatMembers) : [each]));
  return [...new Map(all.map((member) => [member.property, member])).values()];
}

/** Why a field is no parameter. */
function reasonAgainst({ value, repeated }: FieldPlan, place: "path" | "query"): string | undefined {
  const isList =
    repeated || value.kind === "list" || (value.kind === "simple" && value.shape?.kind === "list");
  if (isList && place === "path") return "it is a list";
  const leaf = value.kind === "list" ? value.item : value;
  if (leaf.kind !== "simple" && leaf.kind !== "enum") return "it is no simple value";
  if (leaf.kind === "simple" && leaf.constant === "swaRef") return "it is an attachment";
  return leaf.kind === "simple" && leaf.shape?.kind === "union" ? "it is a union" : undefined;
}
