import { locationIn, type ContractDocuments, type SchemaDocument } from "../read/contract.js";
import { attributeOf } from "../read/xml.js";
import { schemaChildren } from "./draft.js";

/**
 * The schemas of a contract, each behind those that it includes: what a redefinition replaces may be a redefinition itself (XML Schema 1.0
 * part 1, 4.2.2).
 */
export function redefinedOrder({ schemas, targets, files }: ContractDocuments): readonly SchemaDocument[] {
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
