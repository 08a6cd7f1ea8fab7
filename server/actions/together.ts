import { Refusal } from "../admin/refusal.js";
import type { Actor } from "../domain/audit.js";
import type { Store } from "../ports/store.js";
import type { Use } from "./action.js";

/** An action that makes one change, as a part of several. */
export interface TogetherStep<T> {
  /** Names of the values of the action, and what they are in the input of all: `amount` is `credit`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What a refusal is about that names no value. */
  readonly about: string;
  run(store: Store, use: Use): Promise<T>;
}

/** A form makes one change: it is in the first entry alone. */
const withoutForm = ({ name, source }: Actor): Actor => ({ name, source });

/** A refusal of a step, about a value of the whole. */
function inWhole(error: unknown, { fields = {}, about }: TogetherStep<unknown>): unknown {
  if (!(error instanceof Refusal)) return error;
  return error.about(error.field === undefined ? about : (fields[error.field] ?? error.field));
}

type Steps = Readonly<Record<string, TogetherStep<unknown> | undefined>>;

type Results<S extends Steps> = {
  readonly [Name in keyof S]: S[Name] extends TogetherStep<infer T> | undefined
    ? T | (undefined extends S[Name] ? undefined : never)
    : never;
};

/**
 * Carries out actions that make one change each: the changes are made in one transaction, all or none, in the order of the steps.
 * @throws Refusal of the first that is refused
 */
export async function runTogether<S extends Steps>(store: Store, use: Use, steps: S): Promise<Results<S>> {
  const together = store.together();
  const within: Store = { ...store, recording: together.recording };
  const running: (readonly [name: string, run: Promise<unknown>])[] = [];
  for (const [name, step] of Object.entries(steps)) {
    if (step === undefined) continue;
    const by = running.length === 0 ? use.by : withoutForm(use.by);
    const collected = together.next();
    const run = step.run(within, { ...use, by }).catch((error: unknown) => {
      throw inWhole(error, step);
    });
    running.push([name, run]);
    // A refusal before the change ends all: nothing was made yet.
    await Promise.race([run, collected]);
  }
  const [ends] = await Promise.all([Promise.allSettled(running.map(([, run]) => run)), together.commit()]);
  const failures = ends.flatMap((end) =>
    end.status === "rejected" && end.reason instanceof Error ? [end.reason] : [],
  );
  const first = failures.find((reason) => reason instanceof Refusal) ?? failures[0];
  if (first !== undefined) throw first;
  const results = running.map(([name], index) => {
    const end = ends[index];
    return [name, end?.status === "fulfilled" ? end.value : undefined];
  });
  // Each result is that of the step of its name.
  return Object.fromEntries(results) as Results<S>;
}
