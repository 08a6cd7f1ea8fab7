/** Projects with frameworks as npm has them, beside packages of this project. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test } from "@jest/globals";
import { projectGuides, snippetsOf } from "../docs/snippets.js";
import { folderWith } from "../generator/read/contract-files.js";
import { linkPackages, type PackageName } from "../linked-packages.js";

const run = promisify(execFile);

const installed = process.env["MESSENGER_FRAMEWORKS"];

/** Where CI has installed the frameworks; empty where it has not. */
export const frameworksFolder = installed ?? "";

/** Skipped where no frameworks are installed; with MESSENGER_REQUIRE_PEERS=1 it fails instead. */
export function testWithFrameworks(title: string, body: () => Promise<void>): void {
  if (installed !== undefined) test(title, body);
  else if (process.env["MESSENGER_REQUIRE_PEERS"] === "1")
    test(title, () => {
      throw new Error("MESSENGER_FRAMEWORKS is not set");
    });
  else {
    const leftOut = test.skip;
    leftOut(`${title}: left out, MESSENGER_FRAMEWORKS is not set`, body);
  }
}

/** What a module of a framework exports by default, such as `express/index.js`. */
export async function framework<T>(module: string): Promise<T> {
  const { href } = pathToFileURL(join(frameworksFolder, module));
  return ((await import(href)) as { readonly default: T }).default;
}

const compilerOptions = {
  ...{ target: "es2023", module: "nodenext", strict: true, exactOptionalPropertyTypes: true },
  ...{
    noUncheckedIndexedAccess: true,
    noEmitOnError: true,
    outDir: "dist",
    rootDir: ".",
    skipLibCheck: true,
  },
  types: ["node"],
};

interface ProjectParts {
  readonly files: Readonly<Record<string, string>>;
  readonly packages: readonly PackageName[];
  readonly frameworks: readonly string[];
}

/** A folder with the files and a `tsconfig.json`, in which the packages can be imported. */
export function frameworkProject({ files, packages, frameworks }: ProjectParts): string {
  const folder = folderWith({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, exclude: ["dist", "node_modules"] }),
    ...files,
  });
  linkPackages(folder, packages);
  const link = (name: string, target: string): void => {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(target, path);
  };
  for (const name of frameworks) link(name, join(frameworksFolder, name));
  link("@types/node", resolve("node_modules/@types/node"));
  return folder;
}

/** The files of the guide to the generator in a project, as far as its programs need no compiler. */
export function guideFiles(): Readonly<Record<string, string>> {
  const files = snippetsOf(projectGuides.generatorInAProject).flatMap(({ attributes, text }) => {
    const file = attributes.get("file");
    return file !== undefined && /wsdl$|mjs$/.test(file) ? [[file, text] as const] : [];
  });
  return Object.fromEntries(files);
}

/** What a program of a framework, or of the project, prints. @throws Error with what it printed */
export async function printedBy(
  folder: string,
  program: string,
  ...words: readonly string[]
): Promise<string> {
  const path = program.startsWith("framework:")
    ? join(frameworksFolder, program.slice("framework:".length))
    : program;
  const { stdout } = await run(process.execPath, [path, ...words], { cwd: folder });
  return stdout;
}

/** Compiles the project. @throws Error with the errors of the compiler */
export async function compileProject(folder: string): Promise<void> {
  await run(process.execPath, [resolve("node_modules/typescript-native/bin/tsc")], { cwd: folder }).catch(
    (error: unknown) => {
      throw new Error((error as { readonly stdout: string }).stdout);
    },
  );
}
