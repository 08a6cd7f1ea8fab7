import { freeName } from "../plan/data/identifiers.js";
import type { Plan } from "../plan/data/plan.js";
import { emitSource, wholly, type OnPrint, type SourceArtefact } from "./emitter.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ListedName } from "./printer/imports.js";
import type { Doc } from "./printer/text.js";
import { isClass } from "./runtime-names.js";
import { typeModulesOf } from "./types.js";

/** Classes of the runtime that callers catch. */
const errors = ["ClientError", "ServiceFault"];

/** Functions that make values of a type. */
const makers: ReadonlyMap<string, string> = new Map([
  ["Guid", "toGuid"],
  ["XmlContent", "element"],
  ["XmlElement", "element"],
]);

/**
 * Exports of the output: its declarations, and the runtime types that they use. A name of the runtime that the
 * contract uses too gets `$2`.
 */
export function emitIndex(plan: Plan, sources: readonly SourceArtefact[], onPrint?: OnPrint): SourceArtefact {
  const hasOperations = sources.some(({ path }) => path === "operations.ts");
  const exported = sources.filter(({ path }) => wholly.includes(path.replace(/\.ts$/, "")));
  const modules = typeModulesOf(plan);
  const shown = [...exported, ...sources.filter(({ path }) => path.startsWith("types/"))];
  const taken = new Set([
    "operations",
    ...(plan.itemsName === undefined ? [] : [plan.itemsName]),
    ...exported.flatMap((source) => source.exported),
    ...modules.map(({ exportName }) => exportName),
  ]);
  const write = (file: GeneratedFile): void => {
    file.describe(contentsOf(plan, new Set(sources.map(({ path }) => path))));
    const names = runtimeNames(shown, hasOperations ? errors : [], taken);
    if (names.length > 0) file.export(plan.runtime, { names });
    for (const name of wholly) {
      if (exported.some(({ path }) => path === `${name}.ts`)) file.export(`./${name}.js`);
      if (name !== "messages" || !hasOperations) continue;
      file.export("./operations.js", { as: "operations" });
      if (plan.itemsName !== undefined) file.export("./items.js", { as: plan.itemsName });
    }
    for (const { exportName, path } of modules) file.export(`./${path}.js`, { as: exportName });
  };
  return emitSource(plan, "index", "index.ts", write, onPrint);
}

/** Classes and functions first, then types. */
function runtimeNames(
  sources: readonly SourceArtefact[],
  caught: readonly string[],
  taken: ReadonlySet<string>,
): readonly ListedName[] {
  const inSignatures = sources
    .flatMap(({ mentioned }) => mentioned)
    .filter(({ name, use }) => use === "type" || isClass(name));
  const mentioned = new Set([...caught, ...inSignatures.map(({ name }) => name)]);
  const values = [...mentioned].flatMap((name) => makers.get(name) ?? (isClass(name) ? name : []));
  const types = [...mentioned].filter((name) => !isClass(name));
  const named = (name: string, isType: boolean): ListedName => {
    const free = freeName(name, (each) => !taken.has(each));
    return { name, as: free === name ? undefined : free, isType };
  };
  return [
    ...[...new Set(values)].toSorted().map((name) => named(name, false)),
    ...types.toSorted().map((name) => named(name, true)),
  ];
}

/** Files that the index does not export: programs without them need not load what they import. */
const apart: readonly (readonly [path: string, contents: string])[] = [
  ["samples.ts", "samples of all messages"],
  ["json.ts", "messages as JSON"],
  ["schemas.ts", "validators"],
  ["mocks.ts", "mocks for MSW"],
];

/** Paragraphs about what a program finds in the output. */
function contentsOf({ services, faults }: Plan, paths: ReadonlySet<string>): Doc {
  const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  if (!paths.has("operations.ts")) return ["The types of the contract: enumerations, records and messages."];
  const callers = paths.has("client.ts")
    ? listed(services.map(({ clientName }) => clientName))
    : `${listed(services.map(({ connectName }) => connectName))} and the functions of \`functions.ts\``;
  const interfaces = listed(services.map(({ interfaceName }) => interfaceName));
  const served = listed(services.map(({ constant }) => constant));
  return [
    "What programs import.",
    `To call: ${callers}.`,
    `To implement: ${interfaces}; a host serves ${served}.`,
    `To catch: \`ServiceFault\`, \`ClientError\`${faults.length === 0 ? "" : ", and a class for each declared fault"}.`,
    "`operations` has each operation by itself, for the smallest bundles.",
    `Imported by their own names, where they are there: ${apart.map(([path, contents]) => `\`${path}\` (${contents})`).join(", ")}. ` +
      "All other files are internal.",
  ];
}
