import type { Origin } from "../origin.js";
import { ruleTable, type RuleCode, type RuleValues } from "./rules.js";
import type { Effect } from "./content-rules.js";

/** Places of what changed: in the old contract, in the new one, or in both. */
export interface Places {
  readonly old?: Origin | undefined;
  readonly new?: Origin | undefined;
}

/** A change, before it is known which messages it is in. */
export interface Finding {
  readonly code: RuleCode;
  readonly values: Readonly<Record<string, string>>;
  readonly places: Places;
  readonly effect: Exclude<Effect, "derived"> | Pair;
}

/** Two declarations that messages have in the same place: their changes, and the pairs that they use. */
export class Pair {
  readonly findings: Finding[] = [];
  readonly uses = new Set<Pair>();

  report<C extends RuleCode>(code: C, places: Places, values: RuleValues<C>): void {
    const { effect } = ruleTable[code];
    if (effect !== "derived") this.findings.push({ code, values, places, effect });
  }

  /** Reports a rule whose effect is that of all changes of another pair. */
  reportDerived<C extends RuleCode>(code: C, places: Places, values: RuleValues<C>, from: Pair): void {
    this.findings.push({ code, values, places, effect: from });
  }
}

/** All pairs of a comparison, each compared once. */
export class Pairs {
  readonly #known = new Map<string, Pair>();
  readonly #pending: (() => void)[] = [];

  /** The pair of a key. `compare` runs later, once: types may contain themselves. */
  of(key: string, compare: (pair: Pair) => void): Pair {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const pair = new Pair();
    this.#known.set(key, pair);
    this.#pending.push(() => {
      compare(pair);
    });
    return pair;
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  /** Compares what is pending, and what that leads to. */
  settle(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
  }
}

/** The pairs themselves and all that they use, directly or not. */
export function reached(roots: Iterable<Pair>): ReadonlySet<Pair> {
  const found = new Set(roots);
  for (const pair of found) for (const used of pair.uses) found.add(used);
  return found;
}
