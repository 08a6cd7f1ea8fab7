// Bundles the commands and the threads of the store: a process or thread loads hundreds of modules one by one slowly. The
// packages of this project are part of a bundle; those of others are not, so that a user can replace one that has a known vulnerability.
// Arguments name the packages whose bundles are made, by default all.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build, transform } from "esbuild";
import { recordInputs } from "./bundle-inputs.js";

/** Texts of all files in the bundles of a package, by path. */
const inputs = new Map();

/** @type {import("esbuild").BuildOptions} */
const common = {
  write: false,
  entryNames: "[name]",
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
};

const inCommonJs = { ...common, format: "cjs", outExtension: { ".js": ".cjs" } };
const inParts = { ...common, format: "esm", splitting: true };

/**
 * One file per entry.
 *
 * @param {string} outdir @param {readonly string[]} entryPoints
 */
async function bundle(outdir, entryPoints) {
  const plugins = [ownPackages, ownUrls(outdir, urlInCommonJs)];
  const { outputFiles } = await build({ ...inCommonJs, plugins, outdir, entryPoints, sourcemap: true });
  replaceFiles(outdir, outputFiles);
}

/**
 * An entry, and files that it loads when it needs them. CommonJS too, into which esbuild cannot split: the loader of ES modules takes
 * longer, mostly because it parses each CommonJS module of a package to find its exports.
 *
 * @param {string} outdir @param {string} entry
 */
async function bundleInParts(outdir, entry) {
  const plugins = [ownPackages, ownUrls(outdir, urlInCommonJs)];
  const options = { ...inParts, outExtension: { ".js": ".cjs" }, plugins, outdir, entryPoints: [entry] };
  const { outputFiles } = await build({ ...options, sourcemap: "inline" });
  replaceFiles(outdir, entriesLast((await Promise.all(outputFiles.map(asCommonJs))).flat(), [entry]));
}

/**
 * The same as ES modules, for a program that imports files of its users, which import its package: `require` could not load them, and
 * all entries have their code in common.
 *
 * @param {string} outdir @param {readonly string[]} entryPoints
 */
async function bundleModules(outdir, entryPoints) {
  const plugins = [ownPackages, ownUrls(outdir, urlInModule)];
  const { outputFiles } = await build({ ...inParts, plugins, outdir, entryPoints, sourcemap: true });
  replaceFiles(outdir, entriesLast(outputFiles, entryPoints));
}

/** @param {readonly { readonly path: string }[]} files @param {readonly string[]} entries */
function entriesLast(files, entries) {
  const names = entries.map((entry) => `${basename(entry, ".js")}.`);
  const isEntry = ({ path }) => names.some((name) => basename(path).startsWith(name));
  return [...files.filter((file) => !isEntry(file)), ...files.filter(isEntry)];
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
      // A package that is loaded later is the installed one, which programs and other packages have too.
      const isLater = kind === "require-resolve" || kind === "dynamic-import";
      const isPart = kind === "entry-point" || (!isLater && path.startsWith("messenger-"));
      return isPart ? undefined : { path, external: true };
    });
  },
};

/** Folders of our packages that have data, by the first part of a path. */
const packageNames = { host: "messenger-gen-host" };

/** A file of `server` has a fixed place beside the bundle; that of another package is where the package is installed. */
function urlInCommonJs(path, outdir) {
  const [folder = "", ...rest] = relative(".", path).split("/");
  const name = packageNames[folder];
  const file = name === undefined ? "__filename" : `require.resolve("${name}/package.json")`;
  const way = name === undefined ? relative(outdir, path) : rest.join("/");
  return `new URL(${JSON.stringify(way)}, require("node:url").pathToFileURL(${file})).href`;
}

/** Only files of `generator` use their place. */
function urlInModule(path, outdir) {
  return `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
}

/** Modules find their data beside their own file, not beside the bundle. @returns {import("esbuild").Plugin} */
const ownUrls = (outdir, urlOf) => ({
  name: "own-urls",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      inputs.set(relative(".", path), text);
      return { contents: text.replaceAll("import.meta.url", urlOf(path, outdir)), loader: "js" };
    });
  },
});

/** Makes the bundles of a package. */
const makers = {
  generator: () =>
    bundleModules("generator/dist/program", [
      "generator/dist/cli.js",
      "generator/dist/index.js",
      "generator/dist/live/live.js",
      "generator/dist/vite.js",
    ]),
  server: async () => {
    await bundleInParts("server/dist/program", "server/dist/cli/main.js");
    await bundle(
      "server/dist/threads",
      ["writer", "counter", "reader"].map((name) => `server/dist/storage/sqlite/${name}.js`),
    );
  },
};

// A build of single packages leaves the others as they are: what it has not compiled may be of another revision.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
for (const [name, make] of Object.entries(makers)) {
  if (named.length > 0 && !named.includes(name)) continue;
  inputs.clear();
  await make();
  recordInputs(name, inputs);
}
