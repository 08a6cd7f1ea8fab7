/** Bundle of an output of which one operation is called. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "./installed.js";

/** Bundles of one output, minified. */
export interface Shaken {
  /** Bytes with the client class, which calls every operation. */
  readonly client: number;
  /** Bytes with one operation. */
  readonly single: number;
  /** Operations of which the bundle with one operation holds a codec. */
  readonly kept: readonly string[];
}

/** Bundles an output twice with esbuild, which is installed for it. */
export function shake(scratch: string, out: string): Shaken {
  const esbuild = join(installed(join(scratch, "bundler"), ["esbuild"]), ".bin", "esbuild");
  const operations = readFileSync(join(out, "operations.ts"), "utf8");
  const stems = [...operations.matchAll(/^export const ([\w$]+): Operation</gm)].map(([, stem = ""]) => stem);
  const [client = ""] = /(?<=^export class )[\w$]+/m.exec(readFileSync(join(out, "client.ts"), "utf8")) ?? [];
  const [first = ""] = stems;
  const [service = ""] = /(?<=^export const )[\w$]+(?=: ServiceContract<)/m.exec(operations) ?? [];
  const bundle = (name: string, source: string, ...options: readonly string[]): string => {
    const file = join(out, "..", `${name}.ts`);
    writeFileSync(file, source);
    const target = join(out, "..", `${name}.bundle.js`);
    execFileSync(esbuild, [
      file,
      "--bundle",
      "--format=esm",
      "--log-level=error",
      `--outfile=${target}`,
      ...options,
    ]);
    return target;
  };
  const whole = `import { ${client} } from "./out/client.js";\nconsole.log(new ${client}({ transport: undefined as never }));\n`;
  const single = [
    'import { caller } from "messenger-gen-runtime";',
    `import { ${first}, ${service} } from "./out/operations.js";`,
    `console.log(caller(${service}, { transport: undefined as never }).call(${first}, {} as never));\n`,
  ].join("\n");
  const text = readFileSync(bundle("single-read", single), "utf8");
  return {
    client: statSync(bundle("client", whole, "--minify")).size,
    single: statSync(bundle("single", single, "--minify")).size,
    kept: stems.filter((stem) =>
      new RegExp(`function (?:read|write)${stem.replaceAll("$", "\\$")}(?:Input|Output)\\b`).test(text),
    ),
  };
}

export function shakenText({ client, single, kept }: Shaken): string {
  return `bundled: ${client} bytes with the client, ${single} with one operation, which holds the codecs of ${kept.join(", ")}`;
}
