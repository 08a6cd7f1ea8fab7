import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "@jest/globals";
import { packages } from "../linked-packages.js";

const run = promisify(execFile);
const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n");

/** Whether the context of the image has a file: patterns are a path, or a name in any folder. */
function isSent(path: string): boolean {
  return !ignored.some((pattern) =>
    pattern.startsWith("**/") ? `/${path}`.endsWith(pattern.slice(2)) : path === pattern,
  );
}

const folder = mkdtempSync(join(tmpdir(), "messenger-copy-"));
cpSync(".", folder, { recursive: true, filter: (source) => isSent(relative(".", source)) });
// What `npm ci` installs: the packages of others, and links to those of the copy.
const modules = join(folder, "node_modules");
mkdirSync(modules);
for (const name of readdirSync("node_modules"))
  if (!(name in packages)) symlinkSync(resolve("node_modules", name), join(modules, name));
for (const [name, place] of Object.entries(packages)) symlinkSync(join("..", place), join(modules, name));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What compiles the server without the tests: `npm start`, and the Dockerfile. */
const builds = [
  ["npm start", /"start": "node (tools\/build\/build\.js [^"&]*) && /u, "package.json"],
  ["the image", /node (tools\/build\/build\.js [a-z ]*[a-z])/u, "deploy/docker/Dockerfile"],
] as const;

describe("a copy of the files that the context of the image has, without anything compiled", () => {
  test.each(builds)("is built by the command of %s, with the documentation", async (_, pattern, file) => {
    for (const place of [".", ...Object.values(packages)])
      rmSync(join(folder, place, "dist"), { recursive: true, force: true });
    const [, command = ""] = pattern.exec(readFileSync(file, "utf8")) ?? [];
    await run(process.execPath, command.split(" "), { cwd: folder });
    expect(readdirSync(join(folder, "server/dist/docs"))).toContain("index.html");
    const { stdout } = await run(process.execPath, ["bin/messenger.js", "start", "--help"], { cwd: folder });
    expect(stdout).toContain("Usage: messenger start");
    expect(existsSync(join(folder, "dist/test"))).toBe(false);
  });
});
