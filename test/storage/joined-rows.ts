const conditions = [
  "Index Cond",
  "Recheck Cond",
  "Filter",
  "Join Filter",
  "Hash Cond",
  "Merge Cond",
] as const;

/** A node of a plan in JSON, as `EXPLAIN (VERBOSE)` has it. */
export interface Plan extends Partial<Readonly<Record<(typeof conditions)[number], string>>> {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Alias?: string;
  readonly "CTE Name"?: string;
  readonly "Subplan Name"?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
}

/** Partitions of a table have its alias with a number behind it. */
const nameOf = (alias: string): string => alias.replace(/_\d+$/u, "");

/** Sets of names that are known to be the same. */
class Same {
  readonly #of = new Map<string, string>();

  find(name: string): string {
    const next = this.#of.get(name);
    return next === undefined ? name : this.find(next);
  }

  join(one: string, other: string): void {
    const [from, to] = [this.find(one), this.find(other)];
    if (from !== to) this.#of.set(from, to);
  }
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The two sides of each equality in a condition: columns `alias.column`, and parameters. */
function equalitiesIn(condition: string): readonly (readonly [string, string])[] {
  const plain = condition.replace(/::[a-z]+( [a-z]+)?(\[\])?/gu, "").replace(/COALESCE|[()"]/gu, " ");
  const side = String.raw`(\$\d+|[A-Za-z_]\w*\s*\.[a-z_]\w*)`;
  return [...plain.matchAll(new RegExp(`${side}\\s+=\\s+${side}`, "gu"))].map(([, one = "", other = ""]) => [
    one.replace(/\s/gu, ""),
    other.replace(/\s/gu, ""),
  ]);
}

function column(name: string): string {
  const [alias = "", rest] = name.split(".");
  return rest === undefined ? alias : `${nameOf(alias)}.${rest}`;
}

/** Joins the columns of a subquery or CTE with those of the plan that makes them, by their names. */
function joinOutputs(same: Same, alias: string, outputs: readonly string[]): void {
  for (const output of outputs) {
    const [, name] = output.split(".");
    if (name !== undefined && /^\w+$/u.test(name)) same.join(`${alias}.${name}`, column(output));
  }
}

/** Aliases of the tables that a node reads, without those of subqueries that return a value and of CTEs. */
function readBy(plan: Plan, read: ReadonlyMap<string, unknown>): readonly string[] {
  const { Alias: alias, Plans: inner = [], "Node Type": type } = plan;
  const own = alias !== undefined && type.endsWith("Scan") && read.has(nameOf(alias)) ? [nameOf(alias)] : [];
  const others = inner.filter((each) => each["Subplan Name"] === undefined);
  return [...own, ...others.flatMap((each) => readBy(each, read))];
}

/** By table its columns that belong to one customer, with the kind of their values; tables without such are not in it. */
export type Owned = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The joins of a plan whose two sides have rows of customers, and no key that belongs to one: the tables of both. */
export function strangersIn(plan: Plan, owned: Owned): readonly string[] {
  const nodes = nodesOf(plan);
  const same = new Same();
  const ctes = new Map(
    nodes.flatMap((node) => {
      const [, name] = /^CTE (.+)$/u.exec(node["Subplan Name"] ?? "") ?? [];
      return name === undefined ? [] : [[name, node] as const];
    }),
  );
  for (const node of nodes) {
    const { Alias: alias = "", Plans: inner = [] } = node;
    const made = node["CTE Name"] === undefined ? undefined : ctes.get(node["CTE Name"]);
    if (made !== undefined) joinOutputs(same, nameOf(alias), made.Output ?? []);
    if (node["Node Type"] === "Subquery Scan") joinOutputs(same, nameOf(alias), inner[0]?.Output ?? []);
    for (const condition of conditions.flatMap((name) => node[name] ?? []))
      for (const [one, other] of equalitiesIn(condition)) same.join(column(one), column(other));
  }
  const read = new Map<string, ReadonlyMap<string, string>>();
  for (const { Alias: alias, "Relation Name": relation = "", "Node Type": type } of nodes) {
    const columns = owned.get(relation.replace(/_\d{8}$/u, ""));
    if (alias !== undefined && type.endsWith("Scan") && columns !== undefined && columns.size > 0)
      read.set(nameOf(alias), columns);
  }
  // Two tables are of one customer if they are joined by such a key, with each other or with a third.
  const groups = new Same();
  for (const [alias, columns] of read)
    for (const [name, kind] of columns)
      groups.join(`table ${alias}`, `${kind} ${same.find(`${alias}.${name}`)}`);
  const groupOf = (alias: string): string => groups.find(`table ${alias}`);
  return nodes.flatMap(({ "Node Type": type, Plans: inner = [] }) => {
    if (!/Join|Nested Loop/u.test(type)) return [];
    const [outer = [], other = []] = inner
      .filter((each) => each["Subplan Name"] === undefined)
      .map((each) => readBy(each, read));
    const isJoined = outer.some((one) => other.some((two) => groupOf(one) === groupOf(two)));
    return outer.length === 0 || other.length === 0 || isJoined
      ? []
      : `${outer.join("+")} with ${other.join("+")}`;
  });
}
