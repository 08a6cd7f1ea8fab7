import type { Diagnostic } from "messenger-gen";
import { coreAcceptance, type Entry } from "./entries.js";
import type { Exercised } from "./exercise.js";
import type { JsonExercised } from "./json-forms.js";

/** Result of the generator in its own process. */
export interface Generated {
  readonly outcome: "written" | "refused" | "crashed";
  readonly diagnostics: readonly Diagnostic[];
  /** Names of operations that are omitted because of errors. */
  readonly omitted: readonly string[];
  /** Why it is wrong already: an end without a result, two runs that differ, a refusal that names no place. */
  readonly flaws: readonly string[];
  /** CPU time of the first run with the start of the process, in milliseconds. */
  readonly milliseconds: number;
  /** The largest resident size, in MB. */
  readonly megabytes: number;
}

/**
 * `usable`: every check holds. `partial`: every check holds, but operations are omitted because of errors with a place. `refused`:
 * nothing was written, because of errors with a place. `wrong`: anything else.
 */
export interface Verdict {
  readonly id: string;
  readonly core: boolean;
  readonly verdict: "usable" | "partial" | "refused" | "wrong";
  /** Codes of the errors that refused it. */
  readonly codes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Description of the error. */
  readonly flaws: readonly string[];
  readonly operations: number;
  /** Result of calls with generated values; undefined without calls. */
  readonly exercised: Omit<Exercised, "flaws"> | undefined;
  /** Result of the messages as JSON; undefined without calls. */
  readonly json: Omit<JsonExercised, "flaws"> | undefined;
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Judges an entry by its run and by what was found wrong with the output. */
export function judge(
  entry: Entry,
  generated: Generated,
  found: readonly string[],
  { exercised, json }: { readonly exercised?: Exercised; readonly json?: JsonExercised } = {},
): Verdict {
  const { outcome, diagnostics, omitted, milliseconds, megabytes } = generated;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const flaws = [...generated.flaws, ...found];
  const written = omitted.length === 0 ? "usable" : "partial";
  const good = outcome === "refused" ? "refused" : written;
  return {
    id: entry.id,
    core: entry.acceptedByOthers >= coreAcceptance,
    verdict: outcome === "crashed" || flaws.length > 0 ? "wrong" : good,
    codes: [...new Set(errors.map(({ code }) => code))].sort(),
    diagnostics: errors,
    flaws,
    operations: entry.operations.length,
    exercised: exercised === undefined ? undefined : countsOf(exercised),
    json: json && { operations: json.operations, documents: json.documents, warnings: json.warnings },
    milliseconds,
    megabytes,
  };
}

function countsOf({ calls, valid, undeclared, unreadable, withoutValue }: Exercised): Verdict["exercised"] {
  return { calls, valid, undeclared, unreadable, withoutValue };
}
