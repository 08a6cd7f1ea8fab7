/** Puts the declarations of the schemas of a contract into the draft of its model. */
import { locationIn, type ContractDocuments, type SchemaDocument } from "../read/contract.js";
import { attributeOf } from "../read/xml.js";
import type { Context, Kind } from "./declaration.js";
import { type ModelDraft, schemaChildren } from "./draft.js";

export const schemaKinds: ReadonlyMap<string, Kind> = new Map([
  ["simpleType", "type"],
  ["complexType", "type"],
  ["element", "element"],
  ["attribute", "attribute"],
  ["group", "group"],
  ["attributeGroup", "attribute group"],
]);

/** Redefinitions come after all declarations: what they replace may be in any document. */
export function declareSchemas(draft: ModelDraft, contract: ContractDocuments): void {
  for (const schema of contract.schemas) declareSchema(draft, schema);
  for (const schema of redefinedOrder(contract)) redefineIn(draft, schema);
}

function declareSchema(draft: ModelDraft, schema: SchemaDocument): void {
  const context = contextOf(draft, schema);
  for (const element of schemaChildren(schema.root, ...schemaKinds.keys())) {
    const kind = schemaKinds.get(element.name.name);
    if (kind !== undefined) draft.declare(kind, element, context);
  }
}

function redefineIn(draft: ModelDraft, schema: SchemaDocument): void {
  for (const redefinition of schemaChildren(schema.root, "redefine", "override")) {
    for (const element of schemaChildren(redefinition, ...schemaKinds.keys())) {
      const kind = schemaKinds.get(element.name.name);
      if (kind === undefined) continue;
      if (redefinition.name.name === "redefine") draft.redefine(kind, element, contextOf(draft, schema));
      else draft.override(kind, element, contextOf(draft, schema));
    }
  }
}

function contextOf(draft: ModelDraft, { root, targetNamespace, adopted }: SchemaDocument): Context {
  const form = (attribute: string): boolean =>
    draft.oneOf(root, attribute, ["qualified", "unqualified"], "unqualified") === "qualified";
  return {
    targetNamespace,
    adopted,
    elementsQualified: form("elementFormDefault"),
    attributesQualified: form("attributeFormDefault"),
  };
}

/**
 * The schemas of a contract, each behind those that it includes: what a redefinition replaces may be a redefinition itself (XML Schema 1.0
 * part 1, 4.2.2).
 */
function redefinedOrder({ schemas, targets, files }: ContractDocuments): readonly SchemaDocument[] {
  const paths = new Map(files.map(({ file, path }) => [file, path]));
  const byPath = new Map<string, SchemaDocument[]>();
  for (const schema of schemas) {
    const path = paths.get(schema.root.origin.file) ?? "";
    byPath.set(path, [...(byPath.get(path) ?? []), schema]);
  }
  const ordered = new Set<SchemaDocument>();
  const begun = new Set<SchemaDocument>();
  const includedBy = ({ root, targetNamespace }: SchemaDocument): readonly SchemaDocument[] =>
    schemaChildren(root, "include", "redefine", "override").flatMap((element) => {
      const location = attributeOf(element, "schemaLocation") ?? "";
      const included = byPath.get(targets.get(locationIn(root.origin.file, location)) ?? "") ?? [];
      return included.filter((each) => each.targetNamespace === targetNamespace);
    });
  // Schemas include each other in circles, and in long chains.
  const stack = schemas.toReversed();
  for (let next = stack.at(-1); next !== undefined; next = stack.at(-1)) {
    if (begun.has(next)) {
      ordered.add(next);
      stack.pop();
      continue;
    }
    begun.add(next);
    stack.push(...includedBy(next).filter((each) => !begun.has(each)));
  }
  return [...ordered];
}
