/** A folder in which tools of OpenAPI run, and programs with the types that they make. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { test } from "@jest/globals";

const run = promisify(execFile);

/** Where CI has installed the tools; not set, the tests are skipped. */
export const tools = process.env["MESSENGER_OPENAPI_TOOLS"];

/** A test that needs the tools. */
export function testWithTools(title: string, body: () => Promise<void>): void {
  const testOrSkip = tools === undefined ? test.skip : test;
  testOrSkip(title, body);
}

export interface OpenApiProject {
  readonly folder: string;
  write(file: string, text: string): void;
  /** Runs a command of the tools; rejects with its output if it fails. */
  tool(name: string, ...args: readonly string[]): Promise<{ readonly stdout: string }>;
  /** What the compiler of TypeScript prints about files, with options besides `strict`; without errors their scripts are in `dist`. */
  compile(files: readonly string[], options?: object): Promise<string>;
  /** What a compiled program prints. */
  node(script: string, ...args: readonly string[]): Promise<string>;
  remove(): void;
}

const strict = {
  target: "es2023",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  preserveSymlinks: true,
};
const emitting = { module: "nodenext", noEmitOnError: true, outDir: "dist" };

/** A project with openapi-fetch. */
export function openApiProject(): OpenApiProject {
  const folder = mkdtempSync(join(tmpdir(), "openapi-"));
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };
  write("package.json", '{ "type": "module" }');
  for (const [name, from] of [
    ["openapi-fetch", tools ?? ""],
    ["openapi-typescript-helpers", tools ?? ""],
    ["@types/node", "node_modules"],
  ] as const) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve(from, name), link);
  }
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return {
    folder,
    write,
    tool: (name, ...args) =>
      run(join(resolve(tools ?? ""), ".bin", name), args, { cwd: folder, env, timeout: 150_000 }),
    compile: async (files, options = emitting) => {
      const compilerOptions = { ...strict, ...options };
      write("tsconfig.json", JSON.stringify({ compilerOptions, include: files }));
      const tsc = resolve("node_modules/typescript-native/bin/tsc");
      const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch(
        (error: unknown) => error as { readonly stdout: string },
      );
      return stdout;
    },
    node: async (script, ...args) =>
      (await run(process.execPath, [join("dist", script), ...args], { cwd: folder })).stdout,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
