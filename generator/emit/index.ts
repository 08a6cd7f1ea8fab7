import { StructureKind, type ExportDeclarationStructure } from "ts-morph";
import { sourceEmitter } from "./emitter.js";

/** What users of the output import. */
export const indexEmitter = sourceEmitter({
  id: "index",
  purpose: "Index: all that users import.",
  statements: () => [
    exported("./client.js"),
    exported("./enums.js"),
    exported("./messages.js"),
    exported("./operations.js", "operations"),
    exported("./records.js"),
    exported("./server.js"),
  ],
});

function exported(moduleSpecifier: string, namespaceExport?: string): ExportDeclarationStructure {
  if (namespaceExport === undefined) return { kind: StructureKind.ExportDeclaration, moduleSpecifier };
  return { kind: StructureKind.ExportDeclaration, moduleSpecifier, namespaceExport };
}
