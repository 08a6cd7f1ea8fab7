/** Compilers of several versions: those with an API share parsed files between programs, the native one is a command. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type ts from "typescript";
import { installed } from "../installed.js";
import type { Cell } from "./settings.js";

type Api = typeof ts;

/** Errors of the files, of those that they import, and of the compiler's own library; empty if there are none. */
export type Compile = (cell: Cell, files: readonly string[]) => readonly string[];

/** Installs compilers in a folder of their own. @returns their `node_modules` */
export function installedCompilers(folder: string, versions: readonly string[]): string {
  return installed(
    folder,
    versions.map((version) => `typescript-${version}@npm:typescript@${version}`),
  );
}

/**
 * A compiler for the files of a project.
 *
 * @param project folder in which the packages that the files import are installed
 * @param modules `node_modules` with the compiler, see `installedCompilers`
 */
export function compilerOf(version: string, project: string, modules: string): Compile {
  const folder = join(modules, `typescript-${version}`);
  // From 7.0 on the compiler is a native program without this API.
  if (Number(version) >= 7) return nativeCompiler(join(folder, "bin", "tsc"), project);
  return apiCompiler(createRequire(import.meta.url)(join(folder, "lib", "typescript.js")) as Api, project);
}

/** A compiler with an API. Declarations of packages are parsed once for all files, sources once for each list of files. */
export function apiCompiler(api: Api, project: string): Compile {
  const parsed = new Map<string, ts.SourceFile | undefined>();
  let sources: readonly string[] = [];
  return ({ resolution, options }, files) => {
    if (files !== sources) for (const name of parsed.keys()) if (!name.endsWith(".d.ts")) parsed.delete(name);
    sources = files;
    const { options: converted, errors } = api.convertCompilerOptionsFromJson(options, project);
    const host = api.createCompilerHost(converted);
    const read = host.getSourceFile.bind(host);
    host.getCurrentDirectory = () => project;
    host.getSourceFile = (path, ...rest) => {
      // The resolution decides the format of a module, which is part of a parsed file.
      const key = `${resolution} ${path}`;
      if (!parsed.has(key)) parsed.set(key, read(path, ...rest));
      return parsed.get(key);
    };
    const program = api.createProgram({ rootNames: files, options: converted, host });
    const found = [...errors, ...api.getPreEmitDiagnostics(program)];
    return found.map((diagnostic) => textOf(api, diagnostic));
  };
}

function textOf(api: Api, { file, start, code, messageText }: ts.Diagnostic): string {
  const text = `TS${code}: ${api.flattenDiagnosticMessageText(messageText, " ").slice(0, 300)}`;
  if (file === undefined || start === undefined) return text;
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}

function nativeCompiler(script: string, project: string): Compile {
  return ({ version, set, resolution, options }, files) => {
    const config = join(project, `tsconfig.${version}.${set}.${resolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [script, "-p", config, "--pretty", "false"],
      { cwd: project, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
    );
    return status === 0 ? [] : `${stdout}${stderr}`.split("\n").filter((line) => /\S/.test(line));
  };
}
