import type { ExportDeclarationStructure } from "ts-morph";
import { sourceEmitter } from "./emitter.js";
import { StructureKind } from "./ts-morph.js";
import { typeModulesOf } from "./types.js";

/** What users of the output import. */
export const indexEmitter = sourceEmitter({
  id: "index",
  statements: (plan) => [
    exportNames(plan.runtime.index, ["ClientError", "ServiceFault"]),
    exportAll("./client.js"),
    exportAll("./enums.js"),
    ...(plan.faults.length > 0 ? [exportAll("./faults.js")] : []),
    exportAll("./messages.js"),
    { ...exportAll("./operations.js"), namespaceExport: "operations" },
    exportNames(
      "./operations.js",
      plan.services.map(({ constant }) => constant),
    ),
    exportAll("./records.js"),
    exportAll("./server.js"),
    ...typeModulesOf(plan).map(({ alias, path }) => ({
      ...exportAll(`./${path}.js`),
      namespaceExport: alias,
    })),
  ],
});

function exportAll(moduleSpecifier: string): ExportDeclarationStructure {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier };
}

function exportNames(moduleSpecifier: string, names: readonly string[]): ExportDeclarationStructure {
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, namedExports: [...names] };
}
