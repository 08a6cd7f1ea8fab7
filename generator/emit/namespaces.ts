import type { Plan } from "../plan/types.js";
import { indented, listed } from "./layout.js";
import { literal } from "./text.js";

/** Constants of the namespaces that these texts speak of. */
export function namespaceConstants({ namespaces }: Plan, texts: readonly string[]): readonly string[] {
  const used = new Set(
    texts.flatMap((text) => text.match(/(?<![\w$.])namespace(?:\$[A-Za-z0-9]+)?(?![\w$:])/g) ?? []),
  );
  const constants = namespaces.filter(({ constant }) => used.has(constant));
  if (constants.length === 0) return [];
  return [constants.map(({ constant, uri }) => `const ${constant} = ${literal(uri)};`).join("\n")];
}

/** The member `namespace` of a qualified name. */
export function namespaceMember(constant: string): string {
  return constant === "namespace" ? constant : `namespace: ${constant}`;
}

/** The list of the prefixes that messages declare; `head` is what stands in front of it and its bracket. */
export function prefixList(head: string, prefixes: Plan["prefixes"]): string {
  const rows = prefixes.map(
    ({ prefix, constant }) => `{ prefix: ${literal(prefix)}, ${namespaceMember(constant)} }`,
  );
  if (rows.length === 1) return listed(head, rows, "];").join("\n");
  return [head, ...indented(rows.map((row) => `${row},`)), "];"].join("\n");
}
