import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** `templates/console/assets/` of this package, beside the compiled code. */
const folder = new URL("../templates/console/assets/", import.meta.url);

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Hash of the content, part of the URL: browsers cache each URL permanently. */
  readonly version: string;
}

const types = {
  "console.css": "text/css; charset=utf-8",
  "console.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

type AssetName = keyof typeof types;

function read(name: AssetName): Asset {
  const bytes = readFileSync(new URL(name, folder));
  return { type: types[name], bytes, version: hash("sha256", bytes).slice(0, 12) };
}

let loaded: ReadonlyMap<string, Asset> | undefined;

function assets(): ReadonlyMap<string, Asset> {
  loaded ??= new Map((Object.keys(types) as AssetName[]).map((name) => [name, read(name)]));
  return loaded;
}

/** A file for browsers by its name. */
export function assetOf(name: string): Asset | undefined {
  return assets().get(name);
}

const urlOf = (name: AssetName): string => `/console/assets/${name}?v=${assets().get(name)?.version ?? ""}`;

/** URLs of the files that each page loads. */
export function assetUrls(): Readonly<Record<"style" | "script" | "icon", string>> {
  return { style: urlOf("console.css"), script: urlOf("console.js"), icon: urlOf("icon.svg") };
}
