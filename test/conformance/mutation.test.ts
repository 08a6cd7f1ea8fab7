import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { emitAll } from "#generator/emit/all.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { mutated, type Files, type Mutation } from "../../bench/conformance/mutation.js";
import { planEntry } from "../../bench/conformance/plan-entry.js";
import { compilerErrors } from "../generator/emit/compiled.js";

const scratch = mkdtempSync(join(tmpdir(), "mutated-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const contracts = ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
  readdirSync(folder).map((name) => join(folder, name)),
);

function filesOf(folder: string): Files {
  const names = readdirSync(folder).filter((name) => /\.(?:wsdl|xsd)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Mutates a contract, writes it to a folder, and plans it. */
function planned(
  folder: string,
  seed: number,
): { readonly plan: Plan; readonly mutations: readonly Mutation[] } {
  const files = filesOf(folder);
  const [main = ""] = [...files.keys()].filter((name) => name.endsWith(".wsdl"));
  const contract = mutated(main, files, [], seed);
  if (contract === undefined) throw new Error(`${folder} is not well-formed`);
  const target = mkdtempSync(join(scratch, "contract-"));
  for (const [path, text] of contract.files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  const { plan } = planEntry(join(target, contract.main), target, false);
  return { plan, mutations: contract.mutations };
}

test("mutated contracts have all their operations, and their outputs compile", () => {
  const outputs = new Map<string, string>();
  const met = new Set<Mutation>();
  for (const [at, folder] of contracts.entries()) {
    const { plan, mutations } = planned(folder, at + 1);
    for (const mutation of mutations) met.add(mutation);
    const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
    const original = planEntry(join(folder, file), folder, false).plan;
    expect([folder, plan.coverage]).toEqual([folder, original.coverage]);
    for (const { path, text } of emitAll(plan))
      if (path.endsWith(".ts")) outputs.set(`test/golden/mutated-${at}/output/${path}`, text);
  }
  expect([...met].sort()).toEqual(["moved", "names", "prefixes", "split"]);
  expect(compilerErrors(outputs)).toEqual([]);
});

test("the same seed gives the same contract, another seed a different one", () => {
  const files = filesOf("test/golden/kitchen-sink");
  const texts = (seed: number): readonly string[] => [
    ...(mutated("service.wsdl", files, [], seed)?.files.values() ?? []),
  ];
  expect(texts(3)).toEqual(texts(3));
  expect(texts(3)).not.toEqual(texts(4));
});
