import fc from "fast-check";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { OperationCalls, type FaultClass, type Sources } from "../../../bench/conformance/operation-calls.js";
import { Values } from "../../../bench/conformance/values.js";
import type { Source } from "../../../bench/conformance/source.js";
import type { OperationPlan } from "#generator/plan/data/operations.js";
import { builtModule } from "../emit/built.js";
import { planFile } from "../plan/contracts.js";
import { fixtures } from "./fixtures.js";
import { placesOf, type Output } from "./ways.js";
import { runsOf } from "../../in-time.js";

/** Messages for each operation and way; `MESSENGER_RUNS=50` makes fifty times as many, `MESSENGER_SEED` repeats those of a failure. */
const numRuns = runsOf(20);
const timeout = 60_000 * Math.max(numRuns / 20, 1);
const seed = process.env["MESSENGER_SEED"];

/** The choices that make a message. Without further choices the message is the smallest one, to which fast-check shrinks. */
const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: 300, size: "max" });
const drawn = fc.record({
  way: fc.nat(),
  input: choices,
  output: choices,
  headers: choices,
  detail: choices,
});

type Drawn = Readonly<Record<keyof Sources, readonly number[]>>;

function sourceOf(numbers: readonly number[]): Source {
  let at = 0;
  return (limit) => (numbers[at++] ?? 0) % limit;
}

function sourcesOf({ input, output, headers, detail }: Drawn): Sources {
  return {
    input: sourceOf(input),
    output: sourceOf(output),
    headers: sourceOf(headers),
    detail: sourceOf(detail),
  };
}

describe.each(fixtures)("$name", ({ name, wsdl }) => {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  let exported: Output;
  beforeAll(async () => {
    exported = (await builtModule(plan, `round-trip-${name}`, "index")) as Output;
  });
  const all = plan.services.flatMap((service) =>
    service.operations.map((operation) => ({
      called: `${service.name}.${operation.stem}`,
      service,
      operation,
    })),
  );

  const comesThrough = async ({ service, operation }: (typeof all)[number]): Promise<void> => {
    const places = placesOf(service, exported);
    const classes = faultsOf(operation, exported);
    const values = new Values(plan, { arbitrary: true });
    const property = fc.asyncProperty(drawn, async (given) => {
      const calls = new OperationCalls(values);
      // As it is, and one of the other ways in turn.
      const [first, ...others] = places;
      for (const place of [first, others[given.way % others.length]]) {
        if (place === undefined) continue;
        await calls.everyBinding(operation, place, { name: "drawn", sources: sourcesOf(given) });
        await calls.faults(operation, classes, place, { sources: sourcesOf(given) });
      }
      expect({ flaws: calls.flaws, withoutValue: calls.withoutValue }).toEqual({
        flaws: [],
        withoutValue: [],
      });
    });
    await fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) });
  };
  test.each(all)("$called round-trips through every binding", comesThrough, timeout);
});

function faultsOf({ faults }: OperationPlan, output: Output): readonly FaultClass[] {
  return faults.map((fault) => ({ fault, type: output[fault.className] as FaultClass["type"] }));
}
