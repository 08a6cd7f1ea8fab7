import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "@jest/globals";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { linkPackages, type PackageName } from "../linked-packages.js";
import { snippetsOf, type Snippet } from "./snippets.js";
import { withCommands } from "./workplace.js";

const run = promisify(execFile);

/** A project in which the files and commands of a guide run. */
export interface GuideProject {
  readonly folder: string;
  /** In which `npx` runs the commands of installed packages. */
  readonly env: NodeJS.ProcessEnv;
  /** Writes the file that a snippet is; false for one that is none. */
  write(snippet: Snippet): boolean;
  /** What a script of the shell prints. @throws Error with the script and what it printed */
  shell(script: string, variables?: NodeJS.ProcessEnv): Promise<string>;
  /** What a program of the project prints. */
  node(...words: readonly string[]): Promise<string>;
}

/**
 * An empty project with packages installed: those of this project, and others of its `node_modules`. `npx` runs the commands of installed
 * packages. It is removed after the tests.
 */
export function guideProject(ours: readonly PackageName[], others: readonly string[] = []): GuideProject {
  const folder = mkdtempSync(join(tmpdir(), "messenger-guide-"));
  linkPackages(folder, ours);
  for (const name of ["@types/node", ...others]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const env = withCommands(folder);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    env,
    write({ attributes, text }) {
      const file = attributes.get("file");
      if (file !== undefined) writeFileSync(join(folder, file), text);
      return file !== undefined;
    },
    async shell(script, variables = {}) {
      const options = { cwd: folder, env: { ...env, ...variables } };
      const { stdout } = await run("sh", ["-euc", script], options).catch((error: unknown) => {
        throw new Error(`${script}${JSON.stringify(error)}`);
      });
      return stdout;
    },
    async node(...words) {
      return (await run(process.execPath, words, { cwd: folder })).stdout;
    },
  };
}

/**
 * Follows a guide: writes its files, runs its commands in their order, and compares what they print. A mock serves `shop.wsdl`, which may
 * stand at the end of the guide, at `$SHOP_URL`. Programs of other packages (`tools`, `before`) and texts that something else prints
 * (`printed`) are left out, and so are commands that need a registry (`console`).
 */
export async function follow(project: GuideProject, guide: string): Promise<void> {
  const wsdl = "shop.wsdl";
  let mock: RunningMock | undefined;
  let printed = "";
  try {
    const snippets = snippetsOf(guide);
    const contract = snippets.find(({ attributes }) => attributes.get("file") === wsdl);
    if (contract === undefined) throw new Error(`${guide} has no ${wsdl}`);
    project.write(contract);
    mock = await startMock(join(project.folder, wsdl), {}, 0);
    for (const snippet of snippets) {
      const { language, attributes, text } = snippet;
      const isFile = project.write(snippet);
      if (isFile || ["printed", "tools", "before"].some((each) => attributes.has(each))) continue;
      if (language === "sh") printed = await project.shell(text, { SHOP_URL: mock.url });
      else if (language === "text") expect(printed).toBe(text);
      else expect(["js", "console"]).toContain(language);
    }
  } finally {
    await mock?.close();
  }
}
