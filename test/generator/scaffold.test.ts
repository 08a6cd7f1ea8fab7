import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { loadedGenerator, runGenerator } from "./command.js";
import { wsdlOf } from "./model/fragments.js";
import { linkPackages } from "../linked-packages.js";
import { folderWith } from "./read/contract-files.js";

const run = loadedGenerator();

const start = promisify(execFile);

const compilerOptions = {
  target: "es2023",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  outDir: "dist",
  rootDir: ".",
  skipLibCheck: true,
  types: ["node"],
};

/** A project with the packages of the generator, the host and the runtime installed. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = folderWith({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, exclude: ["dist"] }),
    ...files,
  });
  linkPackages(folder, ["messenger-gen", "messenger-gen-host", "messenger-gen-runtime"]);
  mkdirSync(join(folder, "node_modules/@types"));
  symlinkSync(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  return folder;
}

async function compile(folder: string): Promise<void> {
  const tsc = resolve("node_modules/typescript-native/bin/tsc");
  await start(process.execPath, [tsc, "-p", "."], { cwd: folder }).catch((error: unknown) => {
    throw new Error((error as { readonly stdout: string }).stdout);
  });
}

/** Runs test files with the runner of Node.js; returns its exit code and counts. */
async function runTests(folder: string, ...files: readonly string[]): Promise<readonly (number | string)[]> {
  const words = ["--test", "--test-reporter=tap", ...files];
  // A variable of the runner of this process would make that one its parent.
  const env = { PATH: process.env["PATH"] };
  const { code, stdout } = await start(process.execPath, words, { cwd: folder, env }).then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string },
  );
  return [code, /^# pass (\d+)$/m.exec(stdout)?.[1] ?? stdout, /^# fail (\d+)$/m.exec(stdout)?.[1] ?? ""];
}

/** Names of operations and of the functions that their stubs export. */
const names = [
  ["SendSms", "sendSms"],
  ["Delete", "delete$"],
  ["New", "new$"],
  ["Test", "test$"],
  ["Assert", "assert$"],
  ["Serve", "serve$"],
  ["Then", "then$"],
] as const;

test("stubs and tests of a fresh project compile and pass; the tests call the implementations", async () => {
  const contracts = names.map(([name]) => ({
    wsdl: `contracts/${name}.wsdl`,
    out: `made/${name}`,
    scaffold: { implementation: "operations", test: "checks" },
  }));
  const folder = project({
    "messenger-gen.config.json": JSON.stringify({ contracts }),
    ...Object.fromEntries(
      names.map(([name]) => {
        const fields = '<xs:element name="text" type="xs:string"/>';
        return [`contracts/${name}.wsdl`, wsdlOf({ fields }).replaceAll(/\bSend(?=[A-Z"])/g, name)];
      }),
    ),
  });
  expect(await run(folder)).toMatchObject({ code: 0, stderr: "" });
  for (const [name, constant] of names) {
    const { code, stdout, stderr } = await run(folder, "scaffold", name);
    const [stub = "", check = ""] = stdout.split(" written\n");
    expect([code, stub, check, stderr]).toEqual([
      0,
      expect.stringMatching(/^operations\/[a-z-]+\.ts$/),
      `checks/${stub.slice("operations/".length, -".ts".length)}.test.ts`,
      "",
    ]);
    expect(readFileSync(join(folder, stub), "utf8")).toContain(`export const ${constant}: `);
  }
  await compile(folder);
  const checks = ["send-sms", "delete", "new", "test", "assert", "serve", "then"];
  const files = checks.map((check) => `dist/checks/${check}.test.js`);
  expect(await runTests(folder, ...files)).toEqual([0, String(names.length), "0"]);

  const stub = join(folder, "operations/send-sms.ts");
  const implemented = readFileSync(stub, "utf8").replace(/throw new [^;]*;/, "return;");
  writeFileSync(
    stub,
    implemented.replace("_input, call", "_input, _call").replace(/import .* from "messenger-gen.*\n/, ""),
  );
  await compile(folder);
  expect(await runTests(folder, ...files)).toEqual([1, String(names.length - 1), "1"]);
});

test("every operation of a contract with headers, one-way operations and HTTP bindings", async () => {
  const folder = project({});
  cpSync("test/golden/kitchen-sink/service.wsdl", join(folder, "service.wsdl"));
  expect((await run(folder, "service.wsdl", "--out", "src/made")).code).toBe(0);
  const functions = ["service.wsdl", "--out", "functions/made", "--client", "functions"];
  for (const words of [functions, ["scaffold", "Find", ...functions]])
    expect((await run(folder, ...words)).code).toBe(0);
  const operations = ["Put", "Note", "Find"];
  for (const name of operations) {
    const { code, stdout } = await run(folder, "scaffold", name, "service.wsdl", "--out", "src/made");
    const module = name.toLowerCase();
    expect([code, stdout]).toEqual([
      0,
      `src/server/operations/${module}.ts written\nsrc/test/operations/${module}.test.ts written\n`,
    ]);
  }
  await compile(folder);
  const files = operations.map((name) => `dist/src/test/operations/${name.toLowerCase()}.test.js`);
  files.push("dist/functions/test/operations/find.test.js");
  expect(await runTests(folder, ...files)).toEqual([0, "4", "0"]);
});

describe("scaffold", () => {
  const files = {
    "service.wsdl": wsdlOf({}),
    "messenger-gen.config.json": '{ "contracts": [{ "wsdl": "service.wsdl" }] }',
  };

  test("writes once, and nothing if one of the files exists", async () => {
    const folder = folderWith(files);
    const paths = ["server/operations/send.ts", "test/operations/send.test.ts"];
    const written = paths.map((path) => `${path} written\n`).join("");
    expect(await run(folder, "scaffold", "Send")).toEqual({ code: 0, stdout: written, stderr: "" });
    const stub = readFileSync(join(folder, paths[0] ?? ""), "utf8");
    const again = await run(folder, "scaffold", "Send");
    expect([again.code, again.stdout]).toEqual([1, ""]);
    for (const path of paths) expect(again.stderr).toContain(`${path} error MG4006: ${path} exists already`);
    const { code } = await run(folder, "scaffold", "Send", "--test", "other");
    expect([code, readFileSync(join(folder, paths[0] ?? ""), "utf8")]).toEqual([1, stub]);
  });

  test("the test names the folders of documents beside the WSDL folder", async () => {
    const folder = folderWith({
      ".git": "",
      "wsdl/a.wsdl": wsdlOf({ schema: '<xs:include schemaLocation="../xsd/b.xsd"/>' }),
      "xsd/b.xsd": '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example"/>',
    });
    expect(await run(folder, "scaffold", "Send", "wsdl/a.wsdl")).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "test/operations/send.test.ts"), "utf8")).toContain('allow: ["xsd"]');
  });

  test("folders and runner of the command line take precedence over those of the configuration", async () => {
    const scaffold = { implementation: "it's/a", test: "b", runner: "jest" };
    const config = JSON.stringify({ contracts: [{ wsdl: "service.wsdl", scaffold }] });
    const folder = folderWith({ ...files, "messenger-gen.config.json": config });
    const { stdout } = await run(folder, "scaffold", "Send", "--test", "c", "--runner", "vitest");
    expect(stdout).toBe("it's/a/send.ts written\nc/send.test.ts written\n");
    const text = readFileSync(join(folder, "c/send.test.ts"), "utf8");
    expect(text).toContain('import { test } from "vitest";\n');
    expect(text).toContain(`import { send } from "../it's/a/send.js";\n`);
  });

  test("an operation that is not in the contract", async () => {
    const { code, stderr } = await run(folderWith(files), "scaffold", "Sennd");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "MG4005: the operation Sennd is not in the contract\n  Operations of the contract: Send.",
    );
  });

  test("an operation of several contracts", async () => {
    const contracts = ["one", "two"].map((out) => ({ wsdl: "service.wsdl", out }));
    const folder = folderWith({ ...files, "messenger-gen.config.json": JSON.stringify({ contracts }) });
    const { code, stderr } = await run(folder, "scaffold", "Send");
    expect([code, stderr]).toEqual([
      1,
      "command line error MG4007: several contracts have an operation Send\n  Choose one by its output folder, with --only: one, two.\n",
    ]);
    expect((await run(folder, "scaffold", "Send", "--only", "two")).code).toBe(0);
    expect(readFileSync(join(folder, "server/operations/send.ts"), "utf8")).toContain(
      '"../../two/server.js"',
    );
  });

  test("an unknown runner, no contract", async () => {
    const folder = folderWith({});
    const unknown = await runGenerator(folder, "scaffold", "Send", "--runner", "mocha");
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("Allowed choices are")]);
    const { code, stderr } = await run(folder, "scaffold", "Send");
    expect([code, stderr]).toEqual([1, expect.stringContaining("command line error MG5001: ")]);
  });
});
