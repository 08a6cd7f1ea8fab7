/** Generated files compiled in the memory of this process: to compare what they do with what calls of a contract do. */
import { transform } from "esbuild";
import type { Artefact } from "#generator/emit/emitter.js";

/** The exports of a module. */
export type Exports = Readonly<Record<string, unknown>>;

/** Loads a file of the output, with those that it imports: `client` for `client.ts`. */
export type LoadModule = (name: string) => Exports;

/**
 * What generated modules import besides each other. Dynamic imports, so that the bundle of the command loads the installed packages too:
 * classes of errors are the same for the host and for programs.
 */
const packages: Readonly<Record<string, () => Promise<object>>> = {
  "messenger-gen-runtime": () => import("messenger-gen-runtime"),
  "messenger-gen-runtime/codec": () => import("messenger-gen-runtime/codec"),
  "messenger-gen-runtime/interceptors": () => import("messenger-gen-runtime/interceptors"),
  "messenger-gen-runtime/items": () => import("messenger-gen-runtime/items"),
  "messenger-gen-runtime/json": () => import("messenger-gen-runtime/json"),
};

/** Scripts in CommonJS by the paths of their sources. */
export type Scripts = Readonly<Record<string, string>>;

/** Compiles the TypeScript files of an output; a module runs when it is loaded first. */
export async function compileModules(artefacts: readonly Artefact[]): Promise<LoadModule> {
  return loaderOf(await scriptsOf(artefacts));
}

export async function scriptsOf(artefacts: readonly Artefact[]): Promise<Scripts> {
  const sources = artefacts.filter(({ path }) => path.endsWith(".ts"));
  return Object.fromEntries(await Promise.all(sources.map(scriptOf)));
}

export async function loaderOf(compiled: Scripts): Promise<LoadModule> {
  const scripts = new Map(Object.entries(compiled));
  const runtime = new Map<string, Exports>();
  // One after the other: test runners lose modules that two imports at the same time have in common.
  for (const [name, importPackage] of Object.entries(packages))
    runtime.set(name, withValues(await importPackage()));
  const loaded = new Map<string, { exports: Exports }>();
  const load = (path: string): Exports => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const script = scripts.get(path);
    if (script === undefined) throw new Error(`No generated file is called ${path}.`);
    const module: { exports: Exports } = { exports: {} };
    loaded.set(path, module);
    scriptFunction(path, script)((name: string) => runtime.get(name) ?? load(pathOf(name, path)), module);
    return module.exports;
  };
  return (name) => load(`${name}.ts`);
}

type Run = (require: (name: string) => Exports, module: { exports: Exports }) => void;

/**
 * The function of a script. Not by `node:vm`: the code must be in the realm of the runtime, also where a test runner has realms of its own,
 * for `instanceof` to hold. The script is the output of this generator.
 */
function scriptFunction(path: string, script: string): Run {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- see above
  return new Function("require", "module", `${script}\n//# sourceURL=generated/${path}`) as Run;
}

/** The path of a file and its script in CommonJS. */
async function scriptOf({ path, text }: Artefact): Promise<readonly [path: string, script: string]> {
  const { code } = await transform(text, {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: path,
  });
  return [path, code];
}

/** Values in place of the getters of a namespace, which take longer. */
function withValues(namespace: object): Exports {
  return { __esModule: true, ...namespace };
}

/** The file that a relative import of another names. */
function pathOf(name: string, from: string): string {
  return new URL(name, `file:///${from}`).pathname.slice(1).replace(/\.js$/, ".ts");
}
