/** Names of members in JSON, which follow from the names of properties. */

/** `contract`: those of the contract. `camel`: in camel case. An object: the same, with these names for those of the contract. */
export type JsonNames = "contract" | "camel" | Readonly<Record<string, string>>;

/** The name in JSON of a property. */
export type JsonNameOf = (property: string) => string;

/** What `$` begins or ends is our own name. */
const generated = /^\$|\$\d*$/;

export function jsonNamesOf(names: JsonNames): JsonNameOf {
  if (names === "contract") return (property) => property;
  const given = typeof names === "string" ? {} : names;
  return (property) => {
    if (Object.hasOwn(given, property)) return given[property] ?? property;
    return generated.test(property) ? property : camelName(property);
  };
}

/** Runs of capitals are words: `TransactionID` is `transactionId`. A name without letters of words is unchanged. */
function camelName(name: string): string {
  const words = name.match(/\p{Lu}+(?!\p{Ll})[\p{M}\p{N}]*|\p{Lu}?[^\p{Lu}\p{P}\p{S}]+/gu) ?? [];
  const [first = name, ...others] = words.map((word) => word.toLowerCase());
  return first + others.map(capitalized).join("");
}

/** A word with a capital at its start. */
export function capitalized(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}
