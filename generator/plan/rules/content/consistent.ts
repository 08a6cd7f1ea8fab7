/** Properties that elements of one name in a content must share, and attributes of one name in a type. */
import type { Diagnostics } from "../../../diagnostics.js";
import type { AttributeUseModel, ComplexTypeModel, ElementParticle, Id } from "../../../model/types.js";
import type { Origin } from "../../../origin.js";
import { unclark } from "../../../read/names.js";
import { leafKey, leavesOf, type ContentNode } from "../../data/content-tree.js";
import type { NamedContract } from "../contract/named-contract.js";
import { allUses, attributeKey, writtenUses } from "../../../model/attribute-uses.js";

/**
 * Reports elements of one name with different types (XML Schema 1.0 part 1, section 3.8.6, element declarations
 * consistent), or with different defaults or fixed values: a message does not show which of the two an element is.
 *
 * @param inherited content of the base, which has been checked already
 */
export function checkConsistent(
  type: ComplexTypeModel,
  inherited: readonly ContentNode[],
  added: readonly ContentNode[],
  diagnostics: Diagnostics,
): void {
  const known = new Map<string, ElementParticle>();
  for (const element of elementsOf(inherited)) known.set(leafKey(element) ?? "", element);
  for (const element of elementsOf(added)) {
    const key = leafKey(element) ?? "";
    const first = known.get(key);
    if (first === undefined) known.set(key, element);
    else if (first !== element) compare(type, first, element, diagnostics);
  }
}

/** Reports attributes of one name that differ (XML Schema 1.0 part 1, section 3.4.6): a message has only one of them. */
export function checkAttributes(
  contract: NamedContract,
  type: ComplexTypeModel,
  diagnostics: Diagnostics,
): void {
  const { derivation, name: owner } = type;
  const base = derivation?.by === "extension" ? contract.complexType(derivation.base) : undefined;
  const known = new Map(base === undefined ? [] : allUses(contract, base));
  for (const attribute of writtenUses(contract, type)) {
    const key = attributeKey(attribute);
    const first = known.get(key);
    if (first === undefined) known.set(key, attribute);
    else if (!isSameUse(first, attribute)) {
      const { name, origin } = attribute;
      diagnostics.report("MG3012", origin, { name, owner, first: placeOf(first.origin, diagnostics) });
    }
  }
}

function isSameUse(one: AttributeUseModel, other: AttributeUseModel): boolean {
  return (
    one.type === other.type &&
    one.required === other.required &&
    one.default === other.default &&
    one.fixed === other.fixed
  );
}

function placeOf({ file, line, column }: Origin, diagnostics: Diagnostics): string {
  return `${diagnostics.place(file)}:${String(line)}:${String(column)}`;
}

function elementsOf(nodes: readonly ContentNode[]): readonly ElementParticle[] {
  return nodes.flatMap(leavesOf).filter((leaf) => leaf.kind === "element");
}

function compare(
  { name: owner }: ComplexTypeModel,
  first: ElementParticle,
  second: ElementParticle,
  diagnostics: Diagnostics,
): void {
  const { name, origin } = second;
  const place = placeOf(first.origin, diagnostics);
  if (first.type !== second.type) {
    const types = { one: described(first.type), other: described(second.type) };
    diagnostics.report("MG3010", origin, { name, owner, first: place, ...types });
  } else if (first.default !== second.default || first.fixed !== second.fixed) {
    diagnostics.report("MG3011", origin, { name, owner, first: place });
  }
}

function described(id: Id): string {
  return id.endsWith("/type()") ? "a type without a name" : unclark(id).name;
}
