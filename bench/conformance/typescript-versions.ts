/** The outputs under other versions of TypeScript and both ways to resolve modules. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "./installed.js";

/** Errors of one version; empty if there are none. */
export interface VersionResult {
  readonly version: string;
  readonly resolution: string;
  readonly errors: readonly string[];
}

const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;

/** Version 7 is the native compiler, which has a package of its own. */
function compilerOf(version: string): { readonly spec: string; readonly script: string } {
  if (/^7/.test(version))
    return { spec: "@typescript/native-preview", script: "@typescript/native-preview/bin/tsgo" };
  const name = `typescript-${version}`;
  return { spec: `${name}@npm:typescript@${version}`, script: join(name, "bin", "tsc") };
}

/**
 * Compiles all outputs below `scratch` as one program for each version and resolution; the declarations of the runtime are checked
 * with them.
 */
export function tryVersions(
  versions: readonly string[],
  scratch: string,
  outputs: readonly string[],
): readonly VersionResult[] {
  const compilers = versions.map((version) => ({ version, ...compilerOf(version) }));
  const modules = installed(
    join(scratch, "compilers"),
    compilers.map(({ spec }) => spec),
  );
  return compilers.flatMap(({ version, script }) =>
    Object.entries(resolutions).map(([resolution, settings]) => {
      const config = join(scratch, `tsconfig.${version}.${resolution}.json`);
      const compilerOptions = {
        ...settings,
        target: "es2022",
        lib: ["es2023", "dom"],
        strict: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        noEmit: true,
        types: [],
      };
      writeFileSync(
        config,
        JSON.stringify({ compilerOptions, include: outputs.map((out) => `${out}/**/*.ts`) }),
      );
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [join(modules, script), "-p", config, "--pretty", "false"],
        {
          encoding: "utf8",
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      const lines = `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
      return { version, resolution, errors: status === 0 ? [] : lines };
    }),
  );
}

export function versionsText(results: readonly VersionResult[], outputs: number): string {
  return results
    .map(({ version, resolution, errors }) => {
      const found =
        errors.length === 0
          ? `${outputs} outputs compile`
          : `${errors.length} errors: ${errors.slice(0, 5).join("\n  ")}`;
      return `TypeScript ${version.padEnd(4)} ${resolution.padEnd(9)} ${found}`;
    })
    .join("\n");
}
