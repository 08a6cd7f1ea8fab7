/** The output of our own contracts compiles in the projects of others, whatever their settings are. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { emitAll } from "#generator/emit/all.js";
import { apiCompiler, compilerOf, type Compile } from "../../bench/conformance/matrix/compilers.js";
import { prepareProject } from "../../bench/conformance/matrix/project.js";
import { cellsOf } from "../../bench/conformance/matrix/settings.js";
import { planEntry } from "../../bench/conformance/plan-entry.js";
import { optionsOf } from "../generator/plan/contracts.js";

const project = mkdtempSync(join(tmpdir(), "matrix-"));
afterAll(() => {
  rmSync(project, { recursive: true });
});
prepareProject(project);

/** Contracts of our own, default and lenient. */
const sources = ["test/golden", "test/conformance/contracts"].flatMap((folder) =>
  readdirSync(folder).flatMap((name) =>
    [false, true].flatMap((lenient) => written(join(folder, name), lenient)),
  ),
);

/** Writes the output of a contract into the project. @returns its sources */
function written(folder: string, lenient: boolean): readonly string[] {
  const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
  const wsdl = join(folder, file);
  const options = optionsOf(wsdl);
  const artefacts = emitAll(planEntry(wsdl, folder, lenient, options).plan, options);
  return artefacts
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }) => {
      const target = join(project, folder, lenient ? "lenient" : "default", path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
      return target;
    });
}

/**
 * The first and the last version that are supported, where CI has installed them in the folder that this variable names; otherwise
 * the version of this project.
 */
const folder = process.env["MESSENGER_COMPILERS"];
const versions = folder === undefined ? [ts.versionMajorMinor] : ["5.4", "7.0"];

function compiler(version: string): Compile {
  return folder === undefined ? apiCompiler(ts, project) : compilerOf(version, project, folder);
}

test("CI has both compilers", () => {
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") expect(folder).toBeDefined();
});

describe.each(versions)("TypeScript %s", (version) => {
  const compile = compiler(version);
  test.each(cellsOf(version))("$resolution, $set", (cell) => {
    expect(compile(cell, sources).slice(0, 20)).toEqual([]);
  });
});
