// Bundles the `messenger` command and the threads of the store: a process or thread loads hundreds of modules one by one slowly. The
// packages of this project are part of a bundle; those of others are not, so that a user can replace one that has a known vulnerability.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build, transform } from "esbuild";
import { recordInputs } from "./bundle-inputs.js";

const dist = "server/dist";

/** Texts of all files in bundles, by path. */
const inputs = new Map();

/** @type {import("esbuild").BuildOptions} */
const common = {
  write: false,
  entryNames: "[name]",
  bundle: true,
  outExtension: { ".js": ".cjs" },
  platform: "node",
  target: "node20",
  logLevel: "warning",
};

/**
 * One file per entry.
 *
 * @param {string} folder below `dist` @param {readonly string[]} entryPoints
 */
async function bundle(folder, entryPoints) {
  const outdir = `${dist}/${folder}`;
  const plugins = [ownPackages, ownUrls(outdir)];
  const options = { ...common, plugins, outdir, entryPoints, format: "cjs", sourcemap: true };
  const { outputFiles } = await build(options);
  replaceFiles(outdir, outputFiles);
}

/**
 * An entry, and files that it loads when it needs them. CommonJS too, into which esbuild cannot split: the loader of ES modules takes
 * longer, mostly because it parses each CommonJS module of a package to find its exports.
 *
 * @param {string} folder below `dist` @param {string} entry
 */
async function bundleInParts(folder, entry) {
  const outdir = `${dist}/${folder}`;
  const plugins = [ownPackages, ownUrls(outdir)];
  const options = { ...common, plugins, outdir, entryPoints: [entry], format: "esm", sourcemap: "inline" };
  const { outputFiles } = await build({ ...options, splitting: true });
  const files = await Promise.all(outputFiles.map(asCommonJs));
  const isEntry = ({ path }) => basename(path).startsWith(`${basename(entry, ".js")}.`);
  replaceFiles(outdir, [...files.flat().filter((file) => !isEntry(file)), ...files.flat().filter(isEntry)]);
}

/** @param {import("esbuild").OutputFile} file of ES modules @returns the same in CommonJS, and its source map */
async function asCommonJs({ path, text }) {
  const { code, map } = await transform(text, {
    ...{ format: "cjs", platform: "node", target: "node20", sourcemap: "external" },
    // What is loaded later is loaded by `require` too.
    supported: { "dynamic-import": false },
    // The name of an ES module: imports of CommonJS get what they get in Node.
    sourcefile: basename(path).replace(/cjs$/, "mjs"),
    // Values instead of esbuild's getters, two for each access from another file.
    footer: "module.exports = { __proto__: { __esModule: true }, ...module.exports };",
  });
  const contents = `${code}//# sourceMappingURL=${basename(path)}.map\n`;
  return [
    { path: `${path}.map`, contents: map },
    { path, contents },
  ];
}

/**
 * Replaces the files of a folder one by one: a process that starts meanwhile finds a complete program. One that runs since before needs
 * a restart, because it may not find what it loads later.
 *
 * @param {string} folder @param {readonly Pick<import("esbuild").OutputFile, "path" | "contents">[]} files entries last
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

/** @type {import("esbuild").Plugin} */
const ownPackages = {
  name: "own-packages",
  setup: (esbuild) => {
    esbuild.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isPart = kind === "entry-point" || (kind !== "require-resolve" && path.startsWith("messenger-"));
      return isPart ? undefined : { path, external: true };
    });
  },
};

/** Folders of our packages that have data, by the first part of a path. */
const packageNames = { host: "messenger-gen-host" };

/** A file of `server` has a fixed place beside the bundle; that of another package is where the package is installed. */
function urlOf(path, outdir) {
  const [folder = "", ...rest] = relative(".", path).split("/");
  const name = packageNames[folder];
  const file = name === undefined ? "__filename" : `require.resolve("${name}/package.json")`;
  const way = name === undefined ? relative(outdir, path) : rest.join("/");
  return `new URL(${JSON.stringify(way)}, require("node:url").pathToFileURL(${file})).href`;
}

/** Modules find their data beside their own file, not beside the bundle. @returns {import("esbuild").Plugin} */
const ownUrls = (outdir) => ({
  name: "own-urls",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      inputs.set(relative(".", path), text);
      return { contents: text.replaceAll("import.meta.url", urlOf(path, outdir)), loader: "js" };
    });
  },
});

await bundleInParts("program", `${dist}/cli/main.js`);
await bundle("threads", [`${dist}/storage/sqlite/writer.js`, `${dist}/storage/sqlite/counter.js`]);
recordInputs(inputs);
