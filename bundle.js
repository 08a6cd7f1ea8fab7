// Bundles the `messenger` command and the threads of the store: a process or thread loads hundreds of modules one by one slowly.
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { build } from "esbuild";

const dist = "server/dist";

/** @param {string} folder below `dist` @param {import("esbuild").BuildOptions} options */
async function bundle(folder, options) {
  const outdir = `${dist}/${folder}`;
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryNames: "[name]",
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    plugins: [ownUrls(outdir)],
    ...options,
  });
}

/** Modules find their data beside their own file, not beside the bundle. */
const ownUrls = (outdir) => ({
  name: "own-urls",
  setup: (esbuild) => {
    esbuild.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const own = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
      return { contents: text.replaceAll("import.meta.url", own), loader: "js" };
    });
  },
});

await bundle("program", { entryPoints: [`${dist}/cli/main.js`], packages: "external" });
await bundle("threads", {
  entryPoints: [`${dist}/storage/sqlite/writer.js`, `${dist}/storage/sqlite/counter.js`],
  external: ["better-sqlite3"],
});
