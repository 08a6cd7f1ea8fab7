import { execFile } from "node:child_process";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "@jest/globals";
import { edited } from "./edits.js";
import { snippetsOf } from "./snippets.js";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "messenger-change-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Copies this project with what is compiled, so that a build there compiles what changed; packages of others are links. */
function copyProject(): void {
  const left = new Set([".git", "node_modules", "site", "release"]);
  for (const name of readdirSync(".").filter((each) => !left.has(each)))
    cpSync(name, join(folder, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith("/node_modules"),
    });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    const path = join("node_modules", name);
    const target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : resolve(path);
    symlinkSync(target, join(folder, path));
  }
}

/** What a script prints in the copy. */
async function shell(script: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:JEST_|NODE_OPTIONS$)/u.test(name));
  const options = { cwd: folder, env: Object.fromEntries(own), maxBuffer: 67_108_864 };
  const { stdout, stderr } = await run("sh", ["-euc", script], options).catch((error: unknown) => {
    throw new Error(`${script}${JSON.stringify(error)}`);
  });
  return stdout + stderr;
}

const page = "docs/first-change.md";
const snippets = snippetsOf(page);
const edits = snippets.filter(({ language }) => language === "diff");

test("the edits of the page are made in a copy of the project, whose tests then pass", async () => {
  copyProject();
  for (const { language, attributes, text } of snippets) {
    if (language === "sh") {
      await shell(text);
      continue;
    }
    const file = join(folder, attributes.get("file") ?? "");
    writeFileSync(file, edited(readFileSync(file, "utf8"), text));
  }
  const files = [...new Set(edits.flatMap(({ attributes }) => attributes.get("file") ?? []))];
  await shell(`npx eslint ${files.filter((file) => file.endsWith(".ts")).join(" ")}`);
  await shell(`npx prettier --check ${files.join(" ")}`);
  expect(edits.length).toBeGreaterThan(5);
}, 900_000);
