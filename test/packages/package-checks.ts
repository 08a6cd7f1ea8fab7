/** Checks of packed packages by programs of others, which CI installs beside the project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "@jest/globals";

/** Where CI has installed the checks. */
const installed = process.env["MESSENGER_PACKAGE_CHECKS"];

/** Skipped where the checks are not installed; with MESSENGER_REQUIRE_PEERS=1 it fails instead. */
export function testWithChecks(title: string, body: () => Promise<void>): void {
  if (installed !== undefined) test(title, body);
  else if (process.env["MESSENGER_REQUIRE_PEERS"] === "1")
    test(title, () => {
      throw new Error("MESSENGER_PACKAGE_CHECKS is not set");
    });
  else {
    const leftOut = test.skip;
    leftOut(`${title}: left out, MESSENGER_PACKAGE_CHECKS is not set`, body);
  }
}

async function check<T>(module: string): Promise<T> {
  return (await import(pathToFileURL(join(installed ?? "", module)).href)) as T;
}

/** publint, as far as it is used. */
interface Publint {
  readonly publint: (options: {
    readonly pack: { readonly tarball: ArrayBuffer };
    readonly strict: boolean;
  }) => Promise<{ readonly messages: readonly unknown[]; readonly pkg: unknown }>;
}

interface PublintTexts {
  readonly formatMessage: (message: unknown, pkg: unknown) => string;
}

/** What publint finds wrong with the manifest of a tarball. */
export async function manifestProblems(tarball: string): Promise<readonly string[]> {
  const { publint } = await check<Publint>("publint/src/index-node.js");
  const { formatMessage } = await check<PublintTexts>("publint/src/utils.js");
  const bytes = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  return messages.map((message) => formatMessage(message, pkg));
}

/** Are the types wrong?, as far as it is used. */
interface TypeChecks {
  readonly createPackageFromTarballData: (data: Uint8Array) => unknown;
  readonly checkPackage: (
    pkg: unknown,
  ) => Promise<
    | { readonly types: false }
    | { readonly types: object; readonly problems: readonly { readonly resolutionKind?: string }[] }
  >;
}

/** Kinds of resolution that support `exports`: the packages are ESM only. */
const modern: ReadonlySet<string> = new Set(["node16-esm", "bundler"]);

/** What is wrong with the types of a tarball. */
export async function typeProblems(tarball: string): Promise<readonly unknown[]> {
  const { checkPackage, createPackageFromTarballData } = await check<TypeChecks>(
    "@arethetypeswrong/core/dist/index.js",
  );
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (analysis.types === false) return ["no types"];
  return analysis.problems.filter(
    ({ resolutionKind }) => resolutionKind === undefined || modern.has(resolutionKind),
  );
}
