import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Report } from "../../tools/ci/results.js";
import { temporaryFolder } from "../storage/fixtures.js";

const fails = '() => { throw new Error("b"); }';
const passes = 'test("a", () => {});';
const counts =
  'import { count } from "./shared.js"; test("a", () => { expect([count(), globalThis.a]).toEqual([1]); globalThis.a = 1; });';

/** Test files, and their status in the report. Each imports all functions of Jest. */
const files: readonly (readonly [title: string, text: string, want: string])[] = [
  ["tests pass", passes, "passed"],
  ["a test fails", `test("a", ${fails});`, "failed"],
  ["a test rejects", 'test("a", () => Promise.reject(new Error("b")));', "failed"],
  ["beforeAll fails", `beforeAll(${fails}); ${passes}`, "failed"],
  ["beforeEach fails", `beforeEach(${fails}); ${passes}`, "failed"],
  ["afterEach fails", `afterEach(${fails}); ${passes}`, "failed"],
  ["afterAll fails", `afterAll(${fails}); ${passes}`, "failed"],
  ["afterAll rejects", `afterAll(() => Promise.reject(new Error("b"))); ${passes}`, "failed"],
  ["afterAll does not end", `afterAll(() => new Promise(() => {}), 50); ${passes}`, "failed"],
  ["afterAll of a group fails", `describe("g", () => { afterAll(${fails}); ${passes} });`, "failed"],
  ["a group throws", `describe("g", ${fails});`, "failed"],
  ["there is no test", "", "failed"],
  ["an import is missing", `import "./missing.js"; ${passes}`, "failed"],
  ["modules and globals are its own", counts, "passed"],
  ["they are its own in each file", counts, "passed"],
  ["a test is skipped", `${passes} test.skip("left out: no peer", () => {});`, "focused"],
];

const folder = temporaryFolder();
let report: Report;
let ended: { readonly status: number | null; readonly stderr: string };

function write(path: string, text: string): void {
  mkdirSync(join(folder.path, path, ".."), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

/** A small project with the configuration of this one. */
beforeAll(() => {
  for (const name of ["jest.config.js", "tools/build/bundle-inputs.js", "dist/tools/jest"])
    cpSync(name, join(folder.path, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder.path, "node_modules"));
  write("package.json", '{ "type": "module" }');
  for (const name of ["generator", "server"]) write(`dist/bundle-inputs/${name}.json`, "{}");
  write("dist/test/storage/local-server.js", "export const programs = () => undefined;");
  for (const name of ["setup", "teardown"])
    write(`dist/test/storage/postgres-${name}.js`, "export default () => {};");
  write("dist/test/shared.js", "let all = 0;\nexport const count = () => (all += 1);");
  const names = "afterAll, afterEach, beforeAll, beforeEach, describe, expect, test";
  for (const [index, [, text]] of files.entries())
    write(`dist/test/${index}.test.js`, `import { ${names} } from "@jest/globals";\n${text}\n`);
});
afterAll(() => {
  folder.remove();
});

test("a run with failures fails", () => {
  const flags = ["--experimental-vm-modules", "--no-warnings=ExperimentalWarning"];
  const args = ["node_modules/jest/bin/jest.js", "--runInBand", "--selectProjects", "test"];
  const output = ["--json", "--outputFile", join(folder.path, "report.json")];
  const env = { ...process.env, MESSENGER_ENDURANCE: "" };
  ended = spawnSync(process.execPath, [...flags, ...args, ...output], {
    ...{ cwd: folder.path, env, encoding: "utf8" },
  });
  expect(ended.status).toBe(1);
  report = JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8")) as Report;
});

test.each(files.map(([title, , want], index) => ({ title, want, index })))(
  "a file has $want: $title",
  ({ want, index }) => {
    const found = report.testResults.find(({ name }) => name.endsWith(`/${index}.test.js`));
    expect(found?.status).toBe(want);
  },
);

test("what is skipped is named with its reason", () => {
  expect(ended.stderr).toContain("skipped: left out: no peer\n");
});
