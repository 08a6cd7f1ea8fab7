import { Values } from "../../../bench/conformance/values.js";
import { seeded, type Source } from "../../../bench/conformance/source.js";
import type { OperationPlan } from "#generator/plan/data/operations.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { planFile } from "../plan/contracts.js";
import type { Fixture } from "./fixtures.js";
import { Drawn, goalsOf, type Goal } from "./goals.js";

/** Counts of the goals that values of the messages of a contract reached. */
export interface Coverage {
  readonly plan: Plan;
  readonly reached: ReadonlyMap<Goal, number>;
}

/** Messages of each operation between two checks of the missing goals. */
const draws = 40;
const mostRounds = 60;

/** The same for every run: with one seed, until everything was drawn. */
export function coverageOf({ wsdl }: Fixture): Coverage {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const goals = goalsOf(plan);
  const drawn = new Drawn();
  const values = new Values(plan, { arbitrary: true, onDrawn: drawn.note });
  const source = seeded(1);
  for (let round = 0; round < mostRounds && goals.some((goal) => drawn.count(goal) === 0); round++) {
    for (let at = 0; at < draws; at++)
      for (const operation of plan.operations) draw(operation, values, source);
  }
  return { plan, reached: new Map(goals.map((goal) => [goal, drawn.count(goal)])) };
}

function draw({ input, output, headers, faults }: OperationPlan, values: Values, source: Source): void {
  values.input(input.body, source);
  values.output(output, source);
  const blocks = [...(headers.input?.elements ?? []), ...(headers.output?.elements ?? [])];
  for (const { field } of [...blocks, ...faults.map(({ element }) => element)]) values.field(field, source);
}
