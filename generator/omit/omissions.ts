import {
  placeOf,
  type Diagnostic,
  type DiagnosticCode,
  type Diagnostics,
  type Finding,
} from "../diagnostics.js";
import { attemptModel, type ModelAttempt, type ModelOptions } from "../model/build.js";
import { omittedKey } from "../model/check.js";
import { keyAt } from "../model/declaration.js";
import type { ContractModel } from "../model/types.js";
import type { Plan } from "../plan/data/plan.js";
import { plan, type PlanOptions as Planning } from "../plan/plan.js";
import type { OnProgress } from "../progress.js";
import type { ContractDocuments } from "../read/contract.js";
import { selected, type Selection } from "./selection.js";
import { countOmitted, lossesOf, unusedMessages } from "./losses.js";
import { Subjects, withoutSubjects, type SubjectKey } from "./subjects.js";
import { usersOf, type Users } from "./users.js";

interface PlanOptions extends ModelOptions, Planning {
  readonly onProgress?: OnProgress;
}

/** A contract that can be generated. */
export interface Planned {
  readonly model: ContractModel;
  readonly plan: Plan;
}

/**
 * Models and plans the selected operations that can be generated. An operation with errors is omitted (MG2036, MG2046), and so are
 * those that use a declaration with errors; the errors remain, with `lenient` as warnings.
 *
 * @returns undefined if an error is not about single operations, or no operation remains
 */
export function planOperations(
  documents: ContractDocuments,
  diagnostics: Diagnostics,
  options: PlanOptions & Selection,
): Planned | undefined {
  const contract = selected(documents, options, diagnostics);
  if (contract === undefined) return undefined;
  const first = attempt(contract, diagnostics, options);
  if (first.planned !== undefined) {
    diagnostics.adopt(first.diagnostics.findings);
    return first.planned;
  }
  const omission = new Omission(contract, first.declared);
  let next = first;
  while (omission.add(next)) {
    next = attempt(omission.rest, diagnostics, options);
    if (next.planned === undefined) continue;
    diagnostics.adopt(next.diagnostics.findings);
    omission.report(diagnostics, options.lenient === true);
    return { ...next.planned, plan: omission.counted(next.planned.plan) };
  }
  diagnostics.adopt(first.diagnostics.findings);
  diagnostics.adopt(omission.errors.filter(({ diagnostic }) => diagnostic.code !== "MG2020"));
  return undefined;
}

interface Attempt extends Pick<ModelAttempt, "declared" | "arrows"> {
  readonly planned: Planned | undefined;
  readonly diagnostics: Diagnostics;
}

function attempt(contract: ContractDocuments, into: Diagnostics, options: PlanOptions): Attempt {
  const diagnostics = into.fresh();
  options.onProgress?.("model");
  const { model, declared, arrows } = attemptModel(contract, diagnostics, options);
  options.onProgress?.("plan");
  const planned = model === undefined ? undefined : plan(model, diagnostics, options);
  return {
    declared,
    arrows,
    diagnostics,
    planned: model === undefined || planned === undefined ? undefined : { model, plan: planned },
  };
}

/** Errors about the whole contract, for which omitting a part of it would be arbitrary, and of the configuration. */
const indivisible: ReadonlySet<DiagnosticCode> = new Set([
  ...(["MG2020", "MG2035", "MG2043", "MG2044"] as const),
  ...(["MG3016", "MG3017", "MG3018"] as const),
]);

/** The subjects to omit, with the error that each is omitted for. */
class Omission {
  readonly errors: Finding[] = [];
  readonly #contract: ContractDocuments;
  readonly #declared: ContractModel;
  readonly #subjects: Subjects;
  readonly #causes = new Map<SubjectKey, Diagnostic>();

  constructor(contract: ContractDocuments, declared: ContractModel) {
    this.#contract = contract;
    this.#declared = declared;
    this.#subjects = new Subjects(contract);
  }

  /** Adds the subjects of the errors of an attempt, and their users; false if that does not help. */
  add({ diagnostics, declared, arrows }: Attempt): boolean {
    const errors = diagnostics.findings.filter(({ diagnostic }) => diagnostic.severity === "error");
    this.errors.push(...errors);
    const before = this.#causes.size;
    const users = usersOf({ declared, arrows });
    for (const { diagnostic, subjects } of errors) {
      const keys = subjects.map((origin) => this.#subjects.at(origin));
      if (keys.length === 0 || indivisible.has(diagnostic.code)) return false;
      for (const key of keys) {
        if (key === undefined) return false;
        this.#omit(key, diagnostic, users);
      }
    }
    return this.#causes.size > before;
  }

  #omit(subject: SubjectKey, cause: Diagnostic, users: Users): void {
    const pending = [subject];
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (this.#causes.has(key)) continue;
      this.#causes.set(key, cause);
      pending.push(...(users.get(key) ?? []));
    }
  }

  /** The contract without the omitted subjects. */
  get rest(): ContractDocuments {
    const keys = [...this.#causes.keys(), ...unusedMessages(this.#declared, new Set(this.#causes.keys()))];
    const omitted = this.#declared.bindings.flatMap(({ id, operations }) =>
      operations
        .filter(({ origin }) => this.#causes.has(keyAt(origin)))
        .map(({ name }) => omittedKey(id, name)),
    );
    return {
      ...this.#contract,
      ...withoutSubjects(this.#contract, new Set(keys)),
      omitted: new Set(omitted),
    };
  }

  /** Reports the errors and the operations that are omitted for them. */
  report(diagnostics: Diagnostics, lenient: boolean): void {
    const { covered, lost } = lossesOf(this.#declared, new Set(this.#causes.keys()));
    const own = diagnostics.fresh();
    for (const { portType, operation, key } of lost) {
      const cause = this.#causes.get(key);
      if (cause === undefined) continue;
      const values = { portType, operation: operation.name, code: cause.code, place: placeOf(cause) };
      own.report("MG2046", operation.origin, values);
    }
    for (const { binding, bound } of covered) {
      const { message = "", code = "" } = this.#causes.get(keyAt(bound.origin)) ?? {};
      const values = { operation: bound.name, binding: binding.name, reason: message, code };
      own.report("MG2036", bound.origin, values);
    }
    const isCovered = new Set<SubjectKey | undefined>(covered.map(({ bound }) => keyAt(bound.origin)));
    const errors = this.errors.filter(
      ({ subjects }) => !subjects.every((origin) => isCovered.has(this.#subjects.at(origin))),
    );
    const findings = [...errors, ...own.findings];
    diagnostics.adopt(lenient ? findings.map(asWarning) : findings);
  }

  /** The plan with the omitted operations in its coverage. */
  counted(planned: Plan): Plan {
    const keys = new Set(this.#causes.keys());
    const { coverage } = planned;
    return {
      ...planned,
      coverage: {
        ...coverage,
        declared: coverage.declared + countOmitted(this.#declared, keys),
        omitted: lossesOf(this.#declared, keys).lost.map(({ operation }) => operation.name),
      },
    };
  }
}

function asWarning({ diagnostic, subjects }: Finding): Finding {
  return { diagnostic: { ...diagnostic, severity: "warning" }, subjects };
}
