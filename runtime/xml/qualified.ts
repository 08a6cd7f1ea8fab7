/** Enumerated values that are qualified names: a message and the schema may have other prefixes for the same namespace. */
import { LexicalError, quoted, simpleType, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";
import type { NamespacePrefix } from "./names.js";
import type { NamespaceScope } from "./namespace-scope.js";
import type { XmlWriter } from "./writer.js";

/** A type of qualified names. */
export interface QualifiedType<T> extends XsdType<T> {
  /**
   * The text of a value in a message. Its prefix is declared in the start tag written last.
   * @throws LexicalError if the value is not of the type
   */
  printIn(writer: XmlWriter, value: T): string;
}

/** The prefix under which messages declare the namespace of a value; no contract has it for its own namespaces. */
const messagePrefix = "_qn";

/**
 * A type of which texts in messages are names in the namespaces of `prefixes`, under any prefix.
 * @param prefixes those of the values; an empty one is that of names without prefix
 */
export function qualified<T>(type: XsdType<T>, prefixes: readonly NamespacePrefix[]): QualifiedType<T> {
  const received = ({ scope }: { readonly scope: NamespaceScope }, text: string): T =>
    type.parse(asInSchema(type.name, trim(text), scope, prefixes));
  return {
    ...simpleType(type.name, { ...type, received }),
    printIn(writer, value) {
      const text = type.print(value);
      const { prefix, local } = split(text);
      const known = prefixes.find((each) => each.prefix === prefix);
      if (known === undefined) return text;
      writer.declare([{ prefix: messagePrefix, namespace: known.namespace }]);
      return `${messagePrefix}:${local}`;
    },
  };
}

/** The name with the prefix of the schema. A prefix that is not declared is taken for that of the schema. */
function asInSchema(
  type: string,
  text: string,
  scope: NamespaceScope,
  prefixes: readonly NamespacePrefix[],
): string {
  const { prefix, local } = split(text);
  const namespace = prefix === "" ? scope.defaultNamespace : scope.lookUp(prefix);
  const known = prefixes.find((each) => each.namespace === namespace);
  if (known !== undefined) return known.prefix === "" ? local : `${known.prefix}:${local}`;
  if (prefix !== "" && namespace !== undefined && prefixes.some((each) => each.prefix === prefix))
    throw new LexicalError(type, `the prefix of ${quoted(text)} is declared for another namespace`);
  return text;
}

function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
}
