import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { temporaryFolder } from "../storage/fixtures.js";

const scripts = ["bundle.js", "bundle-inputs.js", "jest.config.js"];
const shared = "server/dist/shared.js";

/** Modules that are bundled, as `bundle.js` names them, and their bundles. */
const modules = [...readFileSync("bundle.js", "utf8").matchAll(/`\$\{dist\}\/(.+?\.js)`/gu)].map(
  ([, path = ""]) => path,
);
const entries = modules.map(
  (path) => `${path.startsWith("cli/") ? "program" : "threads"}/${basename(path, ".js")}.cjs`,
);

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;

/** A small project: some programs with one module. */
beforeEach(() => {
  temporary = temporaryFolder();
  folder = temporary.path;
  for (const name of scripts) cpSync(name, join(folder, name));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "dist/test"), { recursive: true });
  compile(shared, 'export const text = "old";');
  for (const path of modules)
    compile(`server/dist/${path}`, `export { text } from "${join(folder, shared)}";`);
});
afterEach(() => {
  temporary.remove();
});

function compile(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const bundle = (): void => {
  expect(spawnSync(process.execPath, ["bundle.js"], { cwd: folder }).status).toBe(0);
};

const bundled = (path: string): string => join(folder, "server/dist", path);

/** The value that a bundled program exports. */
function textOf(path: string): string {
  const script = `process.stdout.write((await import(${JSON.stringify(bundled(path))})).text)`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout;
}

/** Lists the tests, as each run of Jest does first. */
function listTests(): { readonly status: number | null; readonly stderr: string } {
  const args = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--listTests"];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
}

describe("bundles of the server", () => {
  test("are one of the command and two of threads", () => {
    bundle();
    expect(entries.map((path) => [path, textOf(path)])).toEqual([
      ["program/main.cjs", "old"],
      ["threads/writer.cjs", "old"],
      [expect.stringMatching(/^threads\//u), "old"],
    ]);
  });

  test("load only packages that the manifest names: others may be out of reach", () => {
    const manifest = JSON.parse(readFileSync("server/package.json", "utf8")) as Record<string, object>;
    const declared = ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const texts = ["program", "threads"].flatMap((name) =>
      readdirSync(`server/dist/${name}`)
        .filter((file) => file.endsWith(".cjs"))
        .map((file) => readFileSync(join("server/dist", name, file), "utf8")),
    );
    const loaded = texts.flatMap((text) =>
      [...text.matchAll(/require(?:\.resolve)?\("([^".][^"]*)"\)/gu)].map(([, path = ""]) => path),
    );
    const others = loaded
      .filter((path) => !path.startsWith("node:") && !isBuiltin(path))
      .map((path) => path.split("/")[0] ?? "");
    expect([...new Set(others)].filter((name) => !declared.includes(name))).toEqual([]);
    expect(others).toEqual(expect.arrayContaining(["commander", "pino", "soap"]));
  });

  test("that are older than a compiled file keep tests from running", () => {
    bundle();
    expect(listTests().status).toBe(0);
    compile(shared, 'export const text = "new";');
    const refused = listTests();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(new RegExp(`older than ${shared}.*npm run build`, "u"));
    bundle();
    expect(listTests().status).toBe(0);
    for (const path of entries) expect(textOf(path)).toBe("new");
  });

  test("are there at any time while new ones are made, and nothing is left of the old ones", async () => {
    bundle();
    const names = (): readonly string[] => readdirSync(bundled("threads")).sort();
    const before = names();
    writeFileSync(bundled("threads/chunk-OLD.js"), "");
    compile(shared, 'export const text = "newer";');
    const child = spawn(process.execPath, ["bundle.js"], { cwd: folder });
    let isDone = false;
    child.once("close", () => (isDone = true));
    const missing = new Set<string>();
    while (!isDone) {
      for (const path of entries)
        if (!existsSync(bundled(path)) || !readFileSync(bundled(path), "utf8").includes("export"))
          missing.add(path);
      await new Promise((next) => setImmediate(next));
    }
    expect(child.exitCode).toBe(0);
    expect([...missing]).toEqual([]);
    expect(names()).toHaveLength(before.length);
    expect(names()).not.toContain("chunk-OLD.js");
    for (const path of entries) expect(textOf(path)).toBe("newer");
  });
});
