/** Whatever the declarations of a contract are called, the output compiles. */
import { expect, test } from "@jest/globals";
import { emitAll, type Artefact } from "../../../generator/emit/all.js";
import { planned, planText } from "../plan/contracts.js";
import { compilerErrors } from "./compiled.js";
import { namedContract, type NameKind, type NameSource } from "./named-contract.js";

function texts(artefacts: readonly Artefact[], folder: string): readonly (readonly [string, string])[] {
  return artefacts
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }) => [`test/golden/${folder}/output/${path}`, text]);
}

/** One program for all: the compiler reads its own libraries once. */
function compiled(contracts: readonly string[]): readonly string[] {
  return compilerErrors(
    new Map(
      contracts.flatMap((contract, at) => {
        const { plan, errors } = planText(contract);
        if (plan === undefined) throw new Error(`${errors.join("\n")}\n${contract}`);
        return texts(emitAll(plan), `named-${at}`);
      }),
    ),
  );
}

test("names of 120 characters", () => {
  const counts = new Map<NameKind, number>();
  const long: NameSource = (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}${count}`.padEnd(120, "AbcdefghiJ");
  };
  expect(compiled([namedContract(long)])).toEqual([]);
});

test.each(["New", "new", "get", "set", "async", "static", "constructor", "then"])(
  "an operation called %s",
  (name) => {
    const artefacts = emitAll(planned({ operations: [name] }));
    expect(compilerErrors(new Map(texts(artefacts, "operation")))).toEqual([]);
  },
);
