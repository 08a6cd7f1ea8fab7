/**
 * The output of our own contracts compiles in the projects of others, whatever their settings and the options of the generator are. MESSENGER_MATRIX=full compiles it in every cell of
 * the matrix; otherwise a sample has each set of checks, each resolution of modules, and two sets with the compiler that is slow.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { artefactsOf } from "#generator/artefacts.js";
import { Diagnostics } from "#generator/diagnostics.js";
import type { Artefact } from "#generator/emit/all.js";
import { settingsOf } from "#generator/options.js";
import { apiCompiler, compilerOf, type Compile } from "../../bench/conformance/matrix/compilers.js";
import { pairwiseRows, rowText, type OptionRow } from "../../bench/conformance/matrix/option-rows.js";
import { declareMsw, prepareProject } from "../../bench/conformance/matrix/project.js";
import { cellsOf, versions as allVersions, type Cell } from "../../bench/conformance/matrix/settings.js";
import { planEntry } from "../../bench/conformance/plan-entry.js";
import { optionsOf } from "../generator/plan/contracts.js";

const project = mkdtempSync(join(tmpdir(), "matrix-"));
afterAll(() => {
  rmSync(project, { recursive: true });
});
prepareProject(project);
declareMsw(project);

/** Sources of contracts of our own, with each pair of choices of two options. */
const sources = (
  await Promise.all(
    ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
      readdirSync(folder).map((name) => written(join(folder, name))),
    ),
  )
).flat();

/** Writes the outputs of a contract into the project. @returns their sources */
async function written(folder: string): Promise<readonly string[]> {
  const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
  const wsdl = join(folder, file);
  const options = optionsOf(wsdl);
  const known = new Set<string>();
  const paths: string[] = [];
  for (const [at, row] of pairwiseRows.entries()) {
    const { values, names, lenient, ...parts } = row;
    const { plan } = planEntry(wsdl, folder, lenient, { names, values, ...options });
    const settings = settingsOf({ wsdl, ...parts });
    const artefacts = (await artefactsOf(plan, settings, new Diagnostics(), () => undefined)) ?? [];
    const texts = artefacts.filter(({ path }) => path.endsWith(".ts"));
    const key = JSON.stringify(texts.map(({ path, text }) => [path, text]));
    if (known.has(key)) continue;
    known.add(key);
    paths.push(...texts.map((artefact) => saved(artefact, join(project, folder, String(at)))));
  }
  return paths;
}

function saved({ path, text }: Artefact, out: string): string {
  const target = join(out, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  return target;
}

/**
 * The first and the last version that are supported, where CI has installed them in the folder that this variable names; otherwise
 * the version of this project.
 */
const folder = process.env["MESSENGER_COMPILERS"];
const isFull = process.env["MESSENGER_MATRIX"] === "full";
const installed = isFull ? allVersions : ["5.4", "7.0"];
const versions = folder === undefined ? [ts.versionMajorMinor] : installed;

function compiler(version: string): Compile {
  return folder === undefined ? apiCompiler(ts, project) : compilerOf(version, project, folder);
}

/** The native compiler takes a fifth of the time. It gets every set, in one of the two resolutions; the others get two sets, in the other one. */
function sampled(version: string): readonly Cell[] {
  const cells = cellsOf(version);
  const sets = [...new Set(cells.map(({ set }) => set))];
  const isNative = Number(version) >= 7;
  return cells.filter(({ set, resolution }) => {
    const isFirst = (sets.indexOf(set) % 2 === 0) === isNative;
    const isMeant = isNative || set === "strict" || set === "strictest";
    return isMeant && resolution === (isFirst ? "nodenext" : "bundler");
  });
}

test("rows have each pair of choices", () => {
  const pairsOf = (row: OptionRow): readonly string[] =>
    Object.entries(row).flatMap((one) => Object.entries(row).map((other) => JSON.stringify([one, other])));
  const all = pairwiseRows.filter(({ emit }) => emit === "all");
  const options = Object.keys(all[0] ?? {}).filter((name) => name !== "emit").length;
  // Four pairs of choices for two options, in both orders, and the options with themselves and with `emit`.
  const pairs = new Set(all.flatMap(pairsOf));
  expect(pairs.size).toBe(options * (options - 1) * 4 + options * 2 + options * 4 + 1);
  expect(new Set(pairwiseRows.map(rowText)).size).toBe(pairwiseRows.length);
});

test("CI has both compilers", () => {
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") expect(folder).toBeDefined();
});

describe.each(versions)("TypeScript %s", (version) => {
  const compile = compiler(version);
  test.each(isFull ? cellsOf(version) : sampled(version))("$resolution, $set", (cell) => {
    expect(compile(cell, sources).slice(0, 20)).toEqual([]);
  });
});
