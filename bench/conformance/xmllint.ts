import { spawnSync } from "node:child_process";

/** Errors that xmllint reports for documents. */
export interface Validity {
  /** Why the schema was not read; then nothing was checked. */
  readonly unreadable: string | undefined;
  /** Documents that are not valid, with the first reason. */
  readonly invalid: ReadonlyMap<string, string>;
}

/** Documents that one run of xmllint is given. */
const atOnce = 1000;
const timeLimitMs = 120_000;

/** Validates documents with libxml2. */
export function validate(schema: string, documents: readonly string[]): Validity {
  const invalid = new Map<string, string>();
  for (let at = 0; at < documents.length; at += atOnce) {
    const some = documents.slice(at, at + atOnce);
    const { status, stderr, error } = spawnSync(
      "xmllint",
      ["--noout", "--nonet", "--schema", schema, ...some],
      {
        encoding: "utf8",
        maxBuffer: 256 * 1024 * 1024,
        timeout: timeLimitMs,
      },
    );
    if (error !== undefined) return { unreadable: error.message, invalid };
    if (status === 5 || stderr.includes("failed to compile")) {
      return {
        unreadable: stderr.split("\n").find((line) => line.includes("error")) ?? stderr.slice(0, 300),
        invalid,
      };
    }
    const reasons = new Map<string, string>();
    for (const line of stderr.split("\n")) {
      const [, file, reason] = /^(.*?\.xml):\d+: (.*)$/.exec(line) ?? [];
      if (file !== undefined && reason !== undefined && !reasons.has(file)) reasons.set(file, reason);
      const failed = line.endsWith(" fails to validate")
        ? line.slice(0, -" fails to validate".length)
        : undefined;
      if (failed !== undefined) invalid.set(failed, reasons.get(failed) ?? line);
    }
    const judged = stderr.split("\n").filter((line) => / (?:validates|fails to validate)$/.test(line)).length;
    if (judged < some.length)
      for (const file of some) if (reasons.has(file)) invalid.set(file, reasons.get(file) ?? "");
  }
  return { unreadable: undefined, invalid };
}

/** True when there is an xmllint. */
export function hasXmllint(): boolean {
  return spawnSync("xmllint", ["--version"], { stdio: "ignore" }).status === 0;
}
