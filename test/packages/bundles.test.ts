import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { temporaryFolder } from "../storage/fixtures.js";

const scripts = ["tools/build/bundle.js", "tools/build/bundle-inputs.js", "jest.config.js"];
const shared = "server/dist/shared.js";

/** Modules that are bundled, and their bundles. */
const bundled: Readonly<Record<string, string>> = {
  "generator/dist/cli.js": "generator/dist/program/cli.js",
  "generator/dist/index.js": "generator/dist/program/index.js",
  "generator/dist/live/live.js": "generator/dist/program/live.js",
  "generator/dist/vite.js": "generator/dist/program/vite.js",
  "server/dist/cli/main.js": "server/dist/program/main.cjs",
  "server/dist/storage/sqlite/writer.js": "server/dist/threads/writer.cjs",
  "server/dist/storage/sqlite/counter.js": "server/dist/threads/counter.cjs",
  "server/dist/storage/sqlite/reader.js": "server/dist/threads/reader.cjs",
};
const bundles = Object.values(bundled);

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
  // Modules that the configuration of Jest names must exist.
  cpSync("dist/tools/jest", join(folder, "dist/tools/jest"), { recursive: true });
  for (const name of ["setup", "teardown"])
    compile(`dist/test/storage/postgres-${name}.js`, "export default () => {};");
  compile("dist/test/storage/local-server.js", "export const programs = () => undefined;");
  for (const path of Object.keys(bundled)) compile(path, `export { text } from "${join(folder, shared)}";`);
});
afterEach(() => {
  temporary.remove();
});

function compile(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const bundle = (): void => {
  expect(spawnSync(process.execPath, ["tools/build/bundle.js"], { cwd: folder }).status).toBe(0);
};

/** The value that a bundled program exports. */
function textOf(path: string): string {
  const script = `process.stdout.write((await import(${JSON.stringify(join(folder, path))})).text)`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout;
}

/** Lists the tests, as each run of Jest does first. */
function listTests(): { readonly status: number | null; readonly stderr: string } {
  const args = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--listTests"];
  // There are no kill loops in the folder.
  const env = { ...process.env, MESSENGER_ENDURANCE: "" };
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
}

/** Names of the packages that a bundle loads, apart from those of Node. */
function packagesIn(text: string): readonly string[] {
  const imports = /(?:^import (?:.* from )?|\bimport\(|\brequire(?:\.resolve)?\()"([^".][^"]*)"/gmu;
  return [...text.matchAll(imports)]
    .map(([, path = ""]) => path)
    .filter((path) => !path.startsWith("node:") && !isBuiltin(path))
    .map((path) => path.split("/")[0] ?? "");
}

describe("bundles", () => {
  test("are made of the commands, the library of the generator, and the threads of the store", () => {
    bundle();
    expect(bundles.map((path) => [path, textOf(path)])).toEqual(bundles.map((path) => [path, "old"]));
  });

  test.each([
    { name: "generator", folders: ["program"], some: ["commander", "fast-xml-parser", "ts-morph"] },
    { name: "server", folders: ["program", "threads"], some: ["commander", "pino", "soap"] },
  ])(
    "of the $name load only packages that the manifest names: others may be out of reach",
    ({ name, folders, some }) => {
      const manifest = JSON.parse(readFileSync(`${name}/package.json`, "utf8")) as Record<string, object>;
      const declared = ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
      const loaded = folders.flatMap((folder) =>
        readdirSync(`${name}/dist/${folder}`)
          .filter((file) => !file.endsWith(".map"))
          .flatMap((file) => packagesIn(readFileSync(join(name, "dist", folder, file), "utf8"))),
      );
      expect([...new Set(loaded)].filter((each) => !declared.includes(each))).toEqual([]);
      expect(loaded).toEqual(expect.arrayContaining(some));
    },
  );

  test("that are older than a compiled file keep tests from running", () => {
    bundle();
    expect(listTests().status).toBe(0);
    compile(shared, 'export const text = "new";');
    const refused = listTests();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(new RegExp(`older than ${shared}.*npm run build`, "u"));
    bundle();
    expect(listTests().status).toBe(0);
    for (const path of bundles) expect(textOf(path)).toBe("new");
  });

  test("of a package that a build leaves out stay as they are, and keep tests from running if a module of theirs is gone", () => {
    bundle();
    const one = "server/dist/cli/main.js";
    const server = bundles.filter((path) => path.startsWith("server/"));
    rmSync(join(folder, one));
    compile(shared, 'export const text = "new";');
    expect(spawnSync(process.execPath, ["tools/build/bundle.js", "generator"], { cwd: folder }).status).toBe(
      0,
    );
    expect(bundles.map((path) => [path, textOf(path)])).toEqual(
      bundles.map((path) => [path, server.includes(path) ? "old" : "new"]),
    );
    expect(listTests().stderr).toMatch(/older than server\/dist\/.*npm run build/u);
  });

  test("are there at any time while new ones are made, and nothing is left of the old ones", async () => {
    bundle();
    const names = (): readonly string[] => readdirSync(join(folder, "server/dist/threads")).sort();
    const before = names();
    writeFileSync(join(folder, "server/dist/threads/chunk-OLD.js"), "");
    compile(shared, 'export const text = "newer";');
    const child = spawn(process.execPath, ["tools/build/bundle.js"], { cwd: folder });
    let isDone = false;
    child.once("close", () => (isDone = true));
    const missing = new Set<string>();
    while (!isDone) {
      for (const path of bundles.map((each) => join(folder, each)))
        if (!existsSync(path) || !readFileSync(path, "utf8").includes("export")) missing.add(path);
      await new Promise((next) => setImmediate(next));
    }
    expect(child.exitCode).toBe(0);
    expect([...missing]).toEqual([]);
    expect(names()).toHaveLength(before.length);
    expect(names()).not.toContain("chunk-OLD.js");
    for (const path of bundles) expect(textOf(path)).toBe("newer");
  });
});
