/** Contracts of the other tests: compared with themselves, and with versions of which a single thing is changed. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Change } from "#generator/compare/changes.js";
import { compareModels } from "#generator/compare/compare.js";
import { Diagnostics } from "#generator/diagnostics.js";
import { buildModel } from "#generator/model/build.js";
import type { ContractModel } from "#generator/model/types.js";
import { loadContract } from "#generator/read/load.js";
import { readXml } from "#generator/read/document.js";
import type { XmlElement } from "#generator/read/xml.js";
import { markup } from "../../../bench/conformance/markup.js";
import { mutated, type Files } from "../../../bench/conformance/mutation.js";
import { editKinds, editsOf } from "./edits.js";
import { runsOf } from "../../in-time.js";

const scratch = mkdtempSync(join(tmpdir(), "versions-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const folders = ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
  readdirSync(folder).map((name) => join(folder, name)),
);

function filesOf(folder: string): Files {
  const names = readdirSync(folder).filter((name) => /\.(?:wsdl|xsd)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function mainOf(files: Files): string {
  return [...files.keys()].find((name) => name.endsWith(".wsdl")) ?? "";
}

/** Undefined for a contract that is refused. */
function modelOf(files: Files, main: string): ContractModel | undefined {
  const folder = mkdtempSync(join(scratch, "contract-"));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const diagnostics = new Diagnostics();
  const contract = loadContract({ wsdls: [join(folder, main)], allow: [folder] }, diagnostics);
  return diagnostics.hasErrors ? undefined : buildModel(contract, diagnostics);
}

test("a contract has no changes to itself, nor to one with other prefixes, divided schemas and moved documents", () => {
  let compared = 0;
  for (const [at, folder] of folders.entries()) {
    const files = filesOf(folder);
    const model = modelOf(files, mainOf(files));
    if (model === undefined) throw new Error(folder);
    expect([folder, compareModels(model, model)]).toEqual([folder, []]);
    const seeds = Array.from({ length: 20 }, (_, step) => at * 20 + step);
    for (const seed of seeds) {
      const other = mutated(mainOf(files), files, [], seed);
      if (other === undefined || other.mutations.includes("names")) continue;
      const fresh = modelOf(other.files, other.main);
      if (fresh === undefined) throw new Error(`${folder} ${seed}`);
      expect([folder, seed, compareModels(model, fresh)]).toEqual([folder, seed, []]);
      compared++;
      break;
    }
  }
  expect(compared).toBeGreaterThan(folders.length / 2);
});

/** Contracts with types of which nothing is compared: they are open, because no concrete type is derived from them. */
const open: readonly string[] = [
  "test/conformance/contracts/abstract-type-of-an-unused-element",
  "test/conformance/contracts/abstract-type-without-a-concrete-one",
];

test("every single change of a contract is found", () => {
  const closed = folders.filter((folder) => !open.includes(folder));
  const contracts = closed.map((folder) => {
    const files = filesOf(folder);
    const trees = new Map(
      [...files].map(([path, text]) => [path, readXml(text, path, new Diagnostics())] as const),
    );
    const isEncoded = [...files.values()].some((text) => text.includes('use="encoded"'));
    const edits = [...trees].flatMap(([path, root]) =>
      root === undefined ? [] : editsOf(root, isEncoded).map((edit) => ({ path, root, ...edit })),
    );
    return { folder, files, model: modelOf(files, mainOf(files)), edits };
  });
  const found = new Map<string, number>();
  // By kind first: some are rare.
  const chosen = fc
    .constantFrom(...editKinds)
    .chain((kind) =>
      fc.constantFrom(
        ...contracts.flatMap((contract) =>
          contract.edits.filter(({ what }) => what === kind).map((change) => ({ contract, change })),
        ),
      ),
    );
  const property = fc.property(chosen, ({ contract, change }) => {
    if (contract.model === undefined) return;
    const { path, root, what, element, replacement } = change;
    const rewrite = (each: XmlElement): XmlElement | undefined =>
      each === element ? replacement : undefined;
    const files = new Map(contract.files).set(path, markup(root, rewrite));
    const fresh = modelOf(files, mainOf(files));
    if (fresh === undefined) return;
    const [forth, back] = [compareModels(contract.model, fresh), compareModels(fresh, contract.model)];
    expect([contract.folder, what, element.origin, forth.length > 0]).toEqual([
      contract.folder,
      what,
      element.origin,
      true,
    ]);
    const levels = (one: "callers" | "servers", other: "callers" | "servers") => (change: Change) =>
      `${change[one] ? "breaks" : "keeps"} ${change[other] ? "breaks" : "keeps"}`;
    const swapped = back.map(levels("servers", "callers")).toSorted();
    const codes = `${what}: ${[...forth, ...back].map(({ code }) => code).join(" ")}`;
    expect([codes, forth.map(levels("callers", "servers")).toSorted()]).toEqual([codes, swapped]);
    found.set(what, (found.get(what) ?? 0) + 1);
  });
  const seed = process.env["MESSENGER_SEED"];
  const numRuns = runsOf(600);
  fc.assert(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) });
  expect([...found.keys()].toSorted()).toEqual(editKinds.toSorted());
});
