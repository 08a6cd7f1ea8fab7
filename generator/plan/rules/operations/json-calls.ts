import type { Diagnostics } from "../../../diagnostics.js";
import {
  besideTypes,
  elsewhere,
  isBodyless,
  type BesidePlan,
  type JsonCallPlan,
  type JsonMethod,
  type JsonParameterPlan,
  type RestOperation,
  type RestOptions,
} from "../../data/json-calls.js";
import type { JsonNameOf } from "../../data/json-names.js";
import { fieldsOf, isFlatChoice, type FieldPlan, type MemberPlan } from "../../data/members.js";
import { bodyFields, outputFields, resultField, type OperationPlan } from "../../data/operations.js";
import type { RecordPlan } from "../../data/records.js";

type Operation = Omit<OperationPlan, "json" | "functionName">;

export interface JsonCallsOptions {
  readonly records: readonly RecordPlan[];
  readonly rest: RestOptions;
  readonly nameOf: JsonNameOf;
}

/**
 * Plans the calls of all operations over JSON, in their order. Without `rest` each is `POST /{operation}`. With it, each operation must be
 * named: the others are reported and have no call, so that a new operation is never served by itself.
 */
export function planJsonCalls(
  operations: readonly Operation[],
  { records, rest, nameOf }: JsonCallsOptions,
  diagnostics: Diagnostics,
): readonly (readonly JsonCallPlan[])[] {
  const names = uniqueNames(operations.map(({ name }) => name));
  const planner = new CallPlanner(records, nameOf, diagnostics);
  const isWithout = Object.keys(rest).length === 0;
  const calls = operations.map((operation, at) => {
    const name = names[at] ?? operation.name;
    const given = isWithout ? {} : Object.hasOwn(rest, name) ? rest[name] : false;
    const planned = callsOf(given ?? {}).map((each) => planner.call(operation, name, each));
    planner.reportBeside(operation, planned);
    return planned;
  });
  const known = names.join(", ");
  for (const operation of Object.keys(rest))
    if (!names.includes(operation))
      diagnostics.reportFile("MG5013", "configuration", { option: "rest", operation, known });
  if (!isWithout) reportUnnamed(names, rest, diagnostics);
  planner.reportEqual(operations, calls);
  return calls;
}

/** Reports the operations that `rest` does not name, with the first ten of their names. */
function reportUnnamed(names: readonly string[], rest: RestOptions, diagnostics: Diagnostics): void {
  const unnamed = names.filter((name) => !Object.hasOwn(rest, name));
  if (unnamed.length === 0) return;
  const operations = [...unnamed.slice(0, 10), ...(unnamed.length > 10 ? ["..."] : [])].join(", ");
  diagnostics.reportFile("MG5017", "configuration", { count: String(unnamed.length), operations });
}

/** The calls of an operation. */
function callsOf(given: RestOptions[string]): readonly RestOperation[] {
  if (given === false) return [];
  return isCalls(given) ? given : [given];
}

function isCalls(given: RestOperation | readonly RestOperation[]): given is readonly RestOperation[] {
  return Array.isArray(given);
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

/** What has a place at the interface besides the operations. */
const reserved = /^(?:openapi\.json$|problems(?:\/|$))/;
/** One segment of a path: characters of RFC 3986, section 3.3, or a member in braces. */
const segment = /^(?:\{[^{}/]+\}|(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)$/;
/** Names of HTTP headers: tokens of RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;
/** Parameters of every page. */
const pageNames: readonly string[] = ["limit", "cursor"];

class CallPlanner {
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #nameOf: JsonNameOf;
  readonly #diagnostics: Diagnostics;

  constructor(records: readonly RecordPlan[], nameOf: JsonNameOf, diagnostics: Diagnostics) {
    this.#records = new Map(records.map((record) => [record.type.unique, record]));
    this.#nameOf = nameOf;
    this.#diagnostics = diagnostics;
  }

  call(operation: Operation, operationName: string, given: RestOperation): JsonCallPlan {
    const { name = operationName, method = "POST", body, status = 200, page, response } = given;
    const { fixed = {}, defaults = {}, supplied = [], beside = {}, omit = [], tag, summary } = given;
    const { faults = {}, required = [], example } = given;
    const { path: template = `/${encodeURIComponent(name)}`, headers = {} } = given;
    const path = this.#path(operation, template);
    const inPath = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, member = ""]) => member);
    const members = this.#document(operation, method, body);
    const call = {
      name,
      method,
      path,
      body,
      fixed,
      defaults,
      required,
      supplied,
      beside: this.#beside(operation, beside),
      status,
      faults,
      omit,
      page,
      response,
      example,
      tag,
      summary,
      parameters: [
        ...inPath.map((member): JsonParameterPlan => ({ name: member, in: "path" })),
        ...(given.query ?? []).map((member): JsonParameterPlan => ({ name: member, in: "query" })),
        ...Object.entries(headers).map(([header, member]): JsonParameterPlan => ({
          name: member,
          in: "header",
          header,
        })),
      ],
    };
    const placed = elsewhere(call);
    const others = members.flatMap((each) =>
      each.property === undefined ? [] : [this.#nameOf(each.property)],
    );
    const rest = others.filter((each) => !placed.has(each));
    const isQuery = isBodyless(method) && given.query === undefined;
    const parameters = [
      ...call.parameters.filter((each) => each.in !== "header"),
      ...(isQuery ? rest : []).map((member): JsonParameterPlan => ({ name: member, in: "query" })),
      ...call.parameters.filter((each) => each.in === "header"),
    ];
    for (const parameter of parameters) this.#checkParameter(operation, parameter, members, page);
    const homeless = isBodyless(method) ? [...(isQuery ? [] : rest), ...inBodyOnly(operation)] : [];
    for (const member of homeless) this.#refuse(operation, member, `a request with ${method} has no body`);
    this.#checkMembers(operation, call, members);
    this.#checkOutput(operation, call);
    this.#checkFaults(operation, call);
    return { ...call, parameters };
  }

  /** Reports calls with one method and path, whatever the names of their parameters are, and those with one name. */
  reportEqual(operations: readonly Operation[], calls: readonly (readonly JsonCallPlan[])[]): void {
    const paths = new Map<string, string>();
    const names = new Set<string>();
    for (const [at, { origin, name: operation }] of operations.entries())
      for (const { name, method, path } of calls[at] ?? []) {
        const key = `${method} ${path.replace(/\{[^{}]+\}/g, "{}")}`;
        const first = paths.get(key);
        if (first === undefined) paths.set(key, name);
        else this.#diagnostics.report("MG3018", origin, { first, operation: name, method, path: `/${path}` });
        if (names.has(name)) this.#diagnostics.report("MG3019", origin, { operation, name });
        names.add(name);
      }
  }

  /** Reports properties beside the input that have another type in an earlier call: all calls have one method. */
  reportBeside(operation: Operation, calls: readonly JsonCallPlan[]): void {
    const known = new Map<string, BesidePlan["type"]>();
    for (const { name, type } of calls.flatMap(({ beside }) => beside)) {
      const first = known.get(name) ?? type;
      known.set(name, first);
      const shown = typeof first === "string" ? first : first.name;
      if (first !== type) this.#refuse(operation, name, `another call of the operation has it as ${shown}`);
    }
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

  /** Properties beside the input, which hold records. */
  #beside(operation: Operation, beside: NonNullable<RestOperation["beside"]>): readonly BesidePlan[] {
    const records = [...this.#records.values()];
    return Object.entries(beside).flatMap(([name, wanted]) => {
      const [known, ...others] = records.filter((record) => record.type.name === wanted);
      if (others.length > 0) this.#refuse(operation, name, `several records are called ${wanted}`);
      const type = known?.type ?? besideTypes.find((each) => each === wanted);
      if (type === undefined)
        this.#refuse(operation, name, `${wanted} is neither a record nor ${besideTypes.join(", ")}`);
      return type === undefined ? [] : [{ name, type }];
    });
  }

  /** Members of the request: those of the input where that is an object, or of the member that stands for it. */
  #document(operation: Operation, method: JsonMethod, body: string | undefined): readonly MemberPlan[] {
    const input = this.#members(operation, method);
    if (body === undefined) return input;
    const field = this.#named(input, body);
    const members = field === undefined || field.kind === "choice" ? undefined : this.#ofRecord(field);
    if (members === undefined) this.#refuse(operation, body, this.#unknown(field, input, "it is no object"));
    return members ?? [];
  }

  #ofRecord({ value, repeated }: FieldPlan): readonly MemberPlan[] | undefined {
    if (value.kind !== "record" || value.abstract || repeated) return undefined;
    return this.#records.get(value.type.unique)?.allMembers;
  }

  /** Members of the input where that is an object; those of a choice stay together in a body. */
  #members({ input: { body } }: Operation, method: JsonMethod): readonly MemberPlan[] {
    if (body.kind !== "bare") return bodyFields(body);
    const { value, required, nillable, repeated } = body.field;
    if (value.kind !== "record" || !required || nillable || repeated) return [];
    const members = this.#records.get(value.type.unique)?.allMembers ?? [];
    return isBodyless(method) ? flatMembers(members) : members.filter((each) => !isFlatChoice(each));
  }

  #named(members: readonly MemberPlan[], name: string): MemberPlan | undefined {
    return members.find(({ property }) => property !== undefined && this.#nameOf(property) === name);
  }

  #unknown(field: MemberPlan | undefined, members: readonly MemberPlan[], otherwise: string): string {
    if (field !== undefined) return otherwise;
    const names = members.flatMap(({ property }) => (property === undefined ? [] : [this.#nameOf(property)]));
    return `members of its input are: ${names.join(", ") || "none"}`;
  }

  #checkParameter(
    operation: Operation,
    { name, in: place, header }: JsonParameterPlan,
    members: readonly MemberPlan[],
    page: RestOperation["page"],
  ): void {
    const field = this.#named(members, name);
    const reason =
      field === undefined
        ? this.#unknown(field, members, "")
        : field.kind === "choice"
          ? "it is a choice"
          : place === "path" && field.nillable
            ? "a member in the path is not nillable"
            : header !== undefined && !token.test(header)
              ? `${header} is not a valid header name`
              : page !== undefined && place === "query" && pageNames.includes(name)
                ? "every page has a parameter of that name"
                : reasonAgainst(field, place);
    if (reason !== undefined) this.#refuse(operation, name, reason);
  }

  /** Members that requests do not have. */
  #checkMembers(
    operation: Operation,
    { fixed, defaults, required, example = {}, supplied, beside, body, method }: JsonCallPlan,
    members: readonly MemberPlan[],
  ): void {
    const input = this.#members(operation, method);
    const known = (all: readonly MemberPlan[], names: readonly string[]): void => {
      for (const name of names)
        if (this.#named(all, name) === undefined)
          this.#refuse(operation, name, this.#unknown(undefined, all, ""));
    };
    known(members, [...[fixed, defaults, example].flatMap(Object.keys), ...required]);
    known(body === undefined ? members : input, supplied);
    for (const { name } of beside)
      if (this.#named(input, name) !== undefined)
        this.#refuse(operation, name, "the input has that member: use supplied");
    if (body === undefined) return;
    for (const each of input) {
      const name = each.property === undefined ? "" : this.#nameOf(each.property);
      const isRequired = each.kind === "choice" ? !each.optional : each.required;
      if (isRequired && name !== body && !supplied.includes(name))
        this.#refuse(operation, name, `the request is the member ${body}, and it is beside that`);
    }
  }

  #checkOutput(operation: Operation, { omit, page, response }: JsonCallPlan): void {
    const members = this.#outputMembers(operation);
    const known = members.map(({ property }) => this.#nameOf(property));
    for (const name of omit)
      if (!known.includes(name))
        this.#refuse(operation, name, `members of its output are: ${known.join(", ") || "none"}`);
    if (typeof page !== "string") {
      if (page === true && response === undefined)
        this.#refuse(operation, "page", "the schema of an item is missing: response");
      return;
    }
    const field = members.find(({ property }) => this.#nameOf(property) === page);
    if (field === undefined || !(field.repeated || field.value.kind === "list"))
      this.#refuse(operation, page, "it is no repeated member of the output");
  }

  #checkFaults(operation: Operation, { faults }: JsonCallPlan): void {
    const known = [...operation.faults, ...operation.headerFaults].map(({ className }) => className);
    for (const name of Object.keys(faults))
      if (!known.includes(name))
        this.#refuse(operation, name, `faults of the operation are: ${known.join(", ") || "none"}`);
  }

  /** Members of an output that is an object. */
  #outputMembers({ output }: Operation): readonly FieldPlan[] {
    const field = resultField(output);
    if (field === undefined) return outputFields(output);
    return fieldsOf(this.#ofRecord(field) ?? []);
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
function reasonAgainst({ value, repeated }: FieldPlan, place: JsonParameterPlan["in"]): string | undefined {
  const isList =
    repeated || value.kind === "list" || (value.kind === "simple" && value.shape?.kind === "list");
  if (isList && place !== "query") return "it is a list";
  const leaf = value.kind === "list" ? value.item : value;
  if (leaf.kind !== "simple" && leaf.kind !== "enum") return "it is no simple value";
  if (leaf.kind === "simple" && leaf.constant === "swaRef") return "it is an attachment";
  return leaf.kind === "simple" && leaf.shape?.kind === "union" ? "it is a union" : undefined;
}
