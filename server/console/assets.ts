import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** `templates/console/assets/` of this package, beside the compiled code. */
const folder = new URL("../templates/console/assets/", import.meta.url);
const packages = createRequire(import.meta.url);

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Hash of the content, part of the URL: browsers cache each URL permanently. */
  readonly version: string;
}

const types = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" } as const;

/** Files for browsers, by their use in the page. */
const files = {
  style: new URL("console.css", folder),
  script: new URL("console.js", folder),
  icon: new URL("icon.svg", folder),
  plots: new URL("plots.js", folder),
  plotLibrary: pathToFileURL(packages.resolve("uplot/dist/uPlot.iife.min.js")),
  plotStyle: pathToFileURL(packages.resolve("uplot/dist/uPlot.min.css")),
} as const;

type Use = keyof typeof files;

const nameOf = (file: URL): string => file.pathname.split("/").at(-1) ?? "";

function read(file: URL): Asset {
  const bytes = readFileSync(file);
  const type = types[nameOf(file).split(".").at(-1) as keyof typeof types];
  return { type: `${type}; charset=utf-8`, bytes, version: hash("sha256", bytes).slice(0, 12) };
}

let loaded: ReadonlyMap<string, Asset> | undefined;

function assets(): ReadonlyMap<string, Asset> {
  loaded ??= new Map(Object.values(files).map((file) => [nameOf(file), read(file)]));
  return loaded;
}

/** A file for browsers by its name. */
export function assetOf(name: string): Asset | undefined {
  return assets().get(name);
}

const urlOf = (name: string): string => `/console/assets/${name}?v=${assets().get(name)?.version ?? ""}`;

/** URLs of the files that pages load. */
export function assetUrls(): Readonly<Record<Use, string>> {
  const urls = Object.entries(files).map(([use, file]) => [use, urlOf(nameOf(file))]);
  return Object.fromEntries(urls) as Record<Use, string>;
}
