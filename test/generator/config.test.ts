import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadedGenerator } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { linkPackages } from "../linked-packages.js";
import { folderWith } from "./read/contract-files.js";

const run = loadedGenerator();

const wsdl = wsdlOf({ fields: '<xs:element name="text" type="xs:string"/>' });
const broken = wsdlOf({ fields: '<xs:element name="text" type="tns:Gone"/>' });
const two = [
  { wsdl: "one/a.wsdl", out: "made/one" },
  { wsdl: ["two/b.wsdl"], out: "made/two", lenient: true },
];
const files = { "one/a.wsdl": wsdl, "two/b.wsdl": broken };

/** A folder with files, a configuration and this package. */
function project(config: string, text: string): string {
  const folder = folderWith({ ...files, [config]: text });
  linkPackages(folder, ["messenger-gen", "messenger-gen-runtime"]);
  return folder;
}

const js = `import { defineConfig } from "messenger-gen";
export default defineConfig({ contracts: ${JSON.stringify(two)} });
`;
const ts = `import { defineConfig, type Config } from "messenger-gen";
import { lenient } from "./settings.ts";
const config: Config = { contracts: ${JSON.stringify(two).replace("true", "lenient")} };
export default defineConfig(config satisfies Config);
`;

describe("the configuration file of the working folder", () => {
  test.each([
    ["messenger-gen.config.json", JSON.stringify({ contracts: two })],
    ["messenger-gen.config.mjs", js],
    ["messenger-gen.config.js", `module.exports = ${JSON.stringify({ contracts: two })};\n`],
    ["messenger-gen.config.ts", ts],
    ["messenger-gen.config.mts", ts],
  ])("%s", async (name, text) => {
    const folder = project(name, text);
    writeFileSync(join(folder, "settings.ts"), "export const lenient: boolean = true;\n");
    const first = await run(folder);
    expect(first.stderr).toMatch(/^two\/b\.wsdl:5:54 warning MG2033: .*\n {2}.*\n$/);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^made\/one: \d+ created\n1 of 1 .*\nmade\/two: \d+ created\n1 of 1 .*\n$/,
      ),
    });
    const current = "made/one is current\nmade/two is current\n";
    expect(await run(folder, "--check")).toEqual({ code: 0, stdout: current, stderr: "" });
  });

  test("paths are relative to its folder, wherever it is named from", async () => {
    const folder = project("config/gen.json", JSON.stringify({ contracts: [{ wsdl: "../one/a.wsdl" }] }));
    expect((await run(join(folder, "two"), "--config", "../config/gen.json")).code).toBe(0);
    expect(readdirSync(join(folder, "config")).sort()).toEqual(["gen.json", "generated"]);
    expect(existsSync(join(folder, "two/generated"))).toBe(false);
  });

  test("a WSDL on the command line is a contract of its own: no configuration file is read", async () => {
    const folder = project("messenger-gen.config.mjs", "throw new Error('read');\n");
    expect(await run(folder, "one/a.wsdl", "--out", "made")).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("options of the command line", () => {
  const config = JSON.stringify({ contracts: two.map(({ wsdl: w, out }) => ({ wsdl: w, out })) });

  test("a contract with errors does not stop the others", async () => {
    const folder = project("messenger-gen.config.json", config);
    const { code, stdout } = await run(folder);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^made\/one: \d+ created\n.*\nmade\/two: nothing was written: 1 error\(s\)\n$/),
    ]);
    const checked = await run(folder, "--check", "--report-json");
    expect([checked.code, JSON.parse(checked.stdout)]).toMatchObject([
      1,
      { outcome: "refused", contracts: [{ outcome: "current" }, { outcome: "refused" }] },
    ]);
  });

  test("apply to every contract and take precedence", async () => {
    const folder = project("messenger-gen.config.json", config);
    expect((await run(folder, "--lenient")).code).toBe(0);
    expect((await run(folder, "--lenient", "--check")).code).toBe(0);
    expect((await run(folder, "--check")).code).toBe(1);
  });

  test("--only chooses by the output folder, --out replaces it", async () => {
    const folder = project("messenger-gen.config.json", config);
    expect(await run(folder, "--only", "made/one")).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(join(folder, "made"))).toEqual(["one"]);
    expect((await run(folder, "--only", "made/one", "--out", "other")).code).toBe(0);
    expect(existsSync(join(folder, "other/client.ts"))).toBe(true);
    const { code, stdout } = await run(folder, "--only", "made/one", "--out", "third", "--check");
    expect([code, stdout.trim().split("\n").at(-1)]).toEqual([
      2,
      "npx messenger-gen --only made/one --out third",
    ]);
  });

  test("--dry-run and --check cover all contracts; the exit code is that of the worst", async () => {
    const folder = project("messenger-gen.config.json", JSON.stringify({ contracts: two }));
    const dry = await run(folder, "--dry-run");
    expect([dry.code, existsSync(join(folder, "made"))]).toEqual([0, false]);
    for (const name of ["one", "two"]) expect(dry.stdout).toContain(`would create made/${name}/client.ts\n`);
    await run(folder, "--only", "made/one");
    const { code, stdout } = await run(folder, "--check");
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^made\/one is current\n/)]);
    expect(stdout).toContain("made/two is not current: there is no manifest of an earlier run\n");
  });
});

describe("errors have a code, a place and a hint", () => {
  const contract = { wsdl: "one/a.wsdl" };
  test.each<readonly [config: string, text: string, words: readonly string[], error: string]>([
    [
      "x",
      "",
      [],
      "command line error MG5001: no WSDL is given, and the working folder has no configuration file",
    ],
    [
      "x",
      "",
      ["--config", "gone.json"],
      "gone.json error MG5002: the configuration file gone.json cannot be loaded: the file does not exist",
    ],
    [
      "c.json",
      '{\n  "contracts": [,]\n}',
      ["--config", "c.json"],
      "c.json:2:17 error MG5002: the configuration file c.json cannot be loaded: ",
    ],
    [
      "c.mjs",
      "export default {\n  contracts: [}\n};",
      ["--config", "c.mjs"],
      "c.mjs:2:15 error MG5002: the configuration file c.mjs cannot be loaded: ",
    ],
    [
      "c.mjs",
      "export default {\n  contracts: gone(),\n};",
      ["--config", "c.mjs"],
      "c.mjs:2:14 error MG5002: the configuration file c.mjs cannot be loaded: gone is not defined",
    ],
    [
      "c.ts",
      "export default {\n  contracts: [} as const\n};",
      ["--config", "c.ts"],
      "c.ts:2:15 error MG5002: the configuration file c.ts cannot be loaded: ",
    ],
    [
      "c.ts",
      "export default { contracts: gone() };",
      ["--config", "c.ts"],
      "c.ts error MG5002: the configuration file c.ts cannot be loaded: gone is not defined",
    ],
    [
      "c.mjs",
      'import "gone-package";',
      ["--config", "c.mjs"],
      "c.mjs error MG5002: the configuration file c.mjs cannot be loaded: Cannot find package 'gone-package'",
    ],
    [
      "messenger-gen.config.ts",
      "export default {};",
      [],
      "messenger-gen.config.json error MG5003: the working folder has two configuration files: messenger-gen.config.ts and messenger-gen.config.json",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, output: "x" }] }),
      ["--config", "c.json"],
      "c.json error MG5004: unknown option contracts[0].output\n  Options here are: wsdl, out, allow, ",
    ],
    [
      "c.json",
      '{ "contracts": [{ "wsdl": "one/a.wsdl" }], "contract": [] }',
      ["--config", "c.json"],
      "c.json error MG5004: unknown option contract\n",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, scaffold: { tests: "x" } }] }),
      ["--config", "c.json"],
      "c.json error MG5004: unknown option contracts[0].scaffold.tests\n  Options here are: implementation, test, runner.",
    ],
    [
      "c.mjs",
      "export const contracts = [];",
      ["--config", "c.mjs"],
      "c.mjs error MG5005: the configuration is missing; expected an object",
    ],
    [
      "c.json",
      '{ "contracts": [] }',
      ["--config", "c.json"],
      "c.json error MG5005: contracts is an empty array; expected an array of at least one contract",
    ],
    [
      "c.json",
      '{ "contracts": ["one/a.wsdl"] }',
      ["--config", "c.json"],
      'c.json error MG5005: contracts[0] is "one/a.wsdl"; expected an object',
    ],
    [
      "c.json",
      '{ "contracts": [{ "out": "x" }] }',
      ["--config", "c.json"],
      "c.json error MG5005: contracts[0].wsdl is missing; expected a text or an array of texts",
    ],
    ...[401, 200, 409.5].map((status): [string, string, string[], string] => [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, rest: { Go: { faults: { GoneError: status } } } }] }),
      ["--config", "c.json"],
      "expected an object whose values are statuses from 400 to 599 without 401, 403 and 407",
    ]),
    [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, lenient: "yes" }] }),
      ["--config", "c.json"],
      'c.json error MG5005: contracts[0].lenient is "yes"; expected true or false',
    ],
    [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, allow: "x" }] }),
      ["--config", "c.json"],
      'c.json error MG5005: contracts[0].allow is "x"; expected an array of texts',
    ],
    [
      "c.json",
      JSON.stringify({ contracts: [{ ...contract, scaffold: { runner: "mocha" } }] }),
      ["--config", "c.json"],
      'c.json error MG5005: contracts[0].scaffold.runner is "mocha"; expected "node" or "jest" or "vitest"',
    ],
    [
      "c.json",
      JSON.stringify({ contracts: two }),
      ["--config", "c.json", "one/a.wsdl"],
      "command line error MG5006: --config applies to a configuration file, but a WSDL is given",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: two }),
      ["--only", "made/one", "one/a.wsdl"],
      "command line error MG5006: --only applies to a configuration file, but a WSDL is given",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: [contract, { wsdl: "two/b.wsdl", out: "one/../generated/" }] }),
      ["--config", "c.json"],
      "c.json error MG5007: contracts[0] and contracts[1] have the same output folder generated",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: two }),
      ["--config", "c.json", "--only", "three"],
      "command line error MG5008: no contract of the configuration has the output folder three\n  Output folders of the configuration: made/one, made/two.",
    ],
    [
      "c.json",
      JSON.stringify({ contracts: two }),
      ["--config", "c.json", "--out", "x"],
      "command line error MG5009: --out names one folder for 2 contracts\n  Choose",
    ],
    [
      "c.json",
      '{ "contracts": [{ "wsdl": "gone.wsdl" }] }',
      ["--config", "c.json"],
      "gone.wsdl error MG1001: gone.wsdl cannot be opened: the file does not exist",
    ],
  ])("%s %j %j", async (config, text, words, error) => {
    const folder = project(config, text);
    if (config.startsWith("messenger-gen")) writeFileSync(join(folder, "messenger-gen.config.json"), "{}");
    const { code, stderr } = await run(folder, ...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(error) });
    expect(stderr.split("\n").slice(0, -1)).toHaveLength(2);
    expect(existsSync(join(folder, "generated"))).toBe(false);
  });
});
