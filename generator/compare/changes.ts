import type { OperationModel } from "../model/types.js";
import type { Origin } from "../origin.js";
import type { Effect } from "./content-rules.js";
import { reached, type Finding, type Pair, type Places } from "./pairs.js";
import { ruleTable, type RuleCode, type RuleValues } from "./rules.js";

/** Who sends a message: callers send requests, servers responses and faults. */
export type Direction = "request" | "response";

/** What a change breaks. */
export interface Breaks {
  /** Callers of the old contract, with a server of the new one. */
  readonly callers: boolean;
  /** Servers of the old contract, with a caller of the new one. */
  readonly servers: boolean;
}

/** One change of a contract. */
export interface Change extends Breaks {
  readonly code: RuleCode;
  readonly values: Readonly<Record<string, string>>;
  /** In the old contract; undefined if nothing of it is there. */
  readonly old: Origin | undefined;
  readonly new: Origin | undefined;
  /** Operations whose messages it is in, in the order of the contract; none if no message has it. */
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
}

/** A message of an operation. */
interface Root {
  readonly operation: string;
  readonly direction: Direction;
  readonly pair: Pair;
}

const nothing: Breaks = { callers: false, servers: false };

/** Collects the changes of a comparison, and finds out whom each breaks. */
export class Changes {
  readonly #roots: Root[] = [];
  readonly #unused: Pair[] = [];
  readonly #direct: Change[] = [];

  /** Reports a change that is not about the content of messages. `direction`: of a change of one message. */
  report<C extends RuleCode>(
    code: C,
    places: Places,
    values: RuleValues<C>,
    operation?: Pick<OperationModel, "name">,
    direction?: Direction,
  ): void {
    const operations = operation === undefined ? [] : [operation.name];
    const directions = direction === undefined ? [] : [direction];
    const breaks = broken(ruleTable[code].effect, directions);
    this.#direct.push({ code, values, old: places.old, new: places.new, operations, directions, ...breaks });
  }

  /** Adds a message of an operation. */
  message(operation: string, direction: Direction, pair: Pair): void {
    this.#roots.push({ operation, direction, pair });
  }

  /** Adds declarations that messages need not use. */
  unused(pair: Pair): void {
    this.#unused.push(pair);
  }

  /** All changes: by what they break, then by place. */
  all(): readonly Change[] {
    const uses = this.#usesOfPairs();
    const found = [...uses].flatMap(([pair, { operations, directions }]) =>
      pair.findings.map(({ code, values, places, effect }): Change => {
        const breaks = brokenBy(effect, [...directions]);
        const where = { operations: [...operations], directions: [...directions] };
        return { code, values, old: places.old, new: places.new, ...where, ...breaks };
      }),
    );
    return distinct([...this.#direct, ...found]).toSorted(byLevel);
  }

  #usesOfPairs(): ReadonlyMap<Pair, Uses> {
    const uses = new Map<Pair, Uses>();
    for (const { operation, direction, pair } of this.#roots) {
      for (const each of reached([pair])) {
        const known = uses.get(each) ?? { operations: new Set(), directions: new Set() };
        known.operations.add(operation);
        known.directions.add(direction);
        uses.set(each, known);
      }
    }
    for (const pair of reached(this.#unused))
      if (!uses.has(pair)) uses.set(pair, { operations: new Set(), directions: new Set() });
    return uses;
  }
}

interface Uses {
  readonly operations: Set<string>;
  readonly directions: Set<Direction>;
}

function brokenBy(effect: Finding["effect"], directions: readonly Direction[]): Breaks {
  if (typeof effect === "string") return broken(effect, directions);
  const inner = [...reached([effect])].flatMap(({ findings }) => findings);
  return inner.map((finding) => brokenBy(finding.effect, directions)).reduce(either, nothing);
}

function broken(effect: Effect, directions: readonly Direction[]): Breaks {
  switch (effect) {
    case "callers":
      return { callers: true, servers: false };
    case "servers":
      return { callers: false, servers: true };
    case "both":
      return { callers: true, servers: true };
    case "neither":
    case "derived":
      return nothing;
    case "other":
      return { callers: directions.length > 0, servers: directions.length > 0 };
    case "fewer":
      return { callers: directions.includes("request"), servers: directions.includes("response") };
    case "more":
      return { callers: directions.includes("response"), servers: directions.includes("request") };
  }
}

function either(one: Breaks, other: Breaks): Breaks {
  return { callers: one.callers || other.callers, servers: one.servers || other.servers };
}

/** A change that several messages or bindings have is one. */
function distinct(changes: readonly Change[]): readonly Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const { code, values, old, new: fresh } = change;
    const key = JSON.stringify([code, values, old, fresh]);
    const first = known.get(key) ?? change;
    const operations = [...new Set([...first.operations, ...change.operations])];
    const directions = [...new Set([...first.directions, ...change.directions])];
    known.set(key, { ...first, operations, directions, ...either(first, change) });
  }
  return [...known.values()].map((change) => ({ ...change, directions: change.directions.toSorted() }));
}

function byLevel(one: Change, other: Change): number {
  const level = ({ callers, servers }: Change): number => (callers ? 0 : servers ? 1 : 2);
  return (
    level(one) - level(other) ||
    byPlace(one.new ?? one.old, other.new ?? other.old) ||
    compare(one.code, other.code)
  );
}

function byPlace(one: Origin | undefined, other: Origin | undefined): number {
  return (
    compare(one?.file ?? "", other?.file ?? "") ||
    (one?.line ?? 0) - (other?.line ?? 0) ||
    (one?.column ?? 0) - (other?.column ?? 0)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
