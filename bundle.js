// Bundles the `messenger` command and the threads of the store: a process or thread loads hundreds of modules one by one slowly.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build } from "esbuild";
import { recordInputs } from "./bundle-inputs.js";

const dist = "server/dist";

/** Texts of all files in bundles, by path. */
const inputs = new Map();

/** @param {string} folder below `dist` @param {import("esbuild").BuildOptions} options */
async function bundle(folder, options) {
  const outdir = `${dist}/${folder}`;
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryNames: "[name]",
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    plugins: [ownUrls(outdir, options.format)],
    ...options,
  });
  const isEntry = ({ path }) => metafile.outputs[relative(".", path)]?.entryPoint !== undefined;
  replaceFiles(outdir, [...outputFiles.filter((file) => !isEntry(file)), ...outputFiles.filter(isEntry)]);
}

/**
 * Replaces the files of a folder one by one: a server that runs from it finds a complete program at any time.
 *
 * @param {string} folder @param {readonly import("esbuild").OutputFile[]} files entries last
 */
function replaceFiles(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of files) {
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
  }
  const names = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name));
}

/** URL of the bundle, in the code of each format. */
const bases = {
  esm: "import.meta.url",
  cjs: 'require("node:url").pathToFileURL(__filename)',
};

/** Modules find their data beside their own file, not beside the bundle. */
const ownUrls = (outdir, format) => ({
  name: "own-urls",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      inputs.set(relative(".", path), text);
      const own = `new URL(${JSON.stringify(relative(outdir, path))}, ${bases[format ?? "esm"]}).href`;
      return { contents: text.replaceAll("import.meta.url", own), loader: "js" };
    });
  },
});

await bundle("program", { entryPoints: [`${dist}/cli/main.js`], splitting: true, packages: "external" });
await bundle("threads", {
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  entryPoints: [`${dist}/storage/sqlite/writer.js`, `${dist}/storage/sqlite/counter.js`],
  external: ["better-sqlite3"],
});
recordInputs(inputs);
