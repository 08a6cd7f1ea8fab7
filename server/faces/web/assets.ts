import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** `templates/web/assets/` of this package, beside the compiled code. */
const folder = new URL("../../templates/web/assets/", import.meta.url);

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Hash of the content, part of the URL: browsers cache each URL permanently. */
  readonly version: string;
}

const types = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" } as const;

/** Files for browsers, by their use in the page; several files of one use are sent as one. */
const files = {
  style: [
    "tokens.css",
    "base.css",
    "frame.css",
    "components.css",
    "tables.css",
    "forms.css",
    "charts.css",
    "portal.css",
  ],
  script: ["site.js", "crosshair.js"],
  live: ["live.js"],
  icon: ["icon.svg"],
} as const;

type Use = keyof typeof files;

const urlNames: Readonly<Record<Use, string>> = {
  style: "site.css",
  script: "site.js",
  live: "live.js",
  icon: "icon.svg",
};

function read(names: readonly string[], urlName: string): Asset {
  const bytes = Buffer.concat(names.map((name) => readFileSync(new URL(name, folder))));
  const type = types[urlName.split(".").at(-1) as keyof typeof types];
  return { type: `${type}; charset=utf-8`, bytes, version: hash("sha256", bytes).slice(0, 12) };
}

const uses = Object.keys(files) as readonly Use[];

/** Modules that browsers run unchanged: the rules by which a text is divided into parts. */
const textModules = [
  "digits",
  "gsm-alphabet",
  "normal-form",
  "sms-parts",
  "sms-text",
  "text-size",
  "typography",
] as const;

const compiled = new URL("../../domain/text/", import.meta.url);

/** The counter of the characters of a text and its modules, in a folder whose name has the hash of all: they import each other. */
function counterModules(): readonly (readonly [name: string, asset: Asset])[] {
  const places = textModules.map((name) => [`${name}.js`, new URL(`${name}.js`, compiled)] as const);
  const modules = [["counter.js", new URL("counter.js", folder)] as const, ...places].map(
    ([name, place]) =>
      [name, readFileSync(place, "utf8").replace(/^\/\/# sourceMappingURL.*$/mu, "")] as const,
  );
  const version = hash("sha256", JSON.stringify(modules)).slice(0, 12);
  const type = `${types.js}; charset=utf-8`;
  return modules.map(([name, text]) => [
    `text-${version}/${name}`,
    { type, bytes: Buffer.from(text), version },
  ]);
}

const counter = counterModules();

const assets: ReadonlyMap<string, Asset> = new Map([
  ...uses.map((use) => [urlNames[use], read(files[use], urlNames[use])] as const),
  ...counter,
]);

/** A file for browsers by its name, that of a module with its folder. */
export function assetOf(name: string): Asset | undefined {
  return assets.get(name);
}

const urlOf = (base: string, name: string): string =>
  `${base}/assets/${name}?v=${assets.get(name)?.version ?? ""}`;

/** URLs of the files that pages load. */
export function assetUrls(base: string): Readonly<Record<Use | "counter", string>> {
  const { style, script, live, icon } = urlNames;
  return {
    style: urlOf(base, style),
    script: urlOf(base, script),
    live: urlOf(base, live),
    icon: urlOf(base, icon),
    counter: `${base}/assets/${counter[0]?.[0] ?? ""}`,
  };
}
