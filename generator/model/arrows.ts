import { attributeKey } from "./attribute-uses.js";
import { keyAt, type Owner } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import type { ComplexTypeModel, ContractModel, Id } from "./types.js";

export type Arrows = ReadonlyMap<Owner, readonly Owner[]>;

/** From each declaration and member to those that it may contain or needs, and from each message to its parts. */
export function arrowsOf(draft: ModelDraft, model: ContractModel): Arrows {
  const arrows = needsOf(draft, model, ({ base }) => [`type ${base}`]);
  addPossible(model, arrows);
  for (const { id, parts } of model.messages)
    for (const { origin } of parts) add(arrows, `message ${id}`, keyAt(origin));
  return arrows;
}

/** Adds arrows from types to those derived from them, and from elements to those that substitute them. */
export function addPossible({ complexTypes, elements }: ContractModel, arrows: Map<Owner, Owner[]>): void {
  for (const { id, derivation, anonymous } of complexTypes)
    if (derivation !== undefined && !anonymous) add(arrows, `type ${derivation.base}`, `type ${id}`);
  for (const { id, substitutes } of elements)
    if (substitutes !== undefined) add(arrows, `element ${substitutes}`, `element ${id}`);
}

/** A restriction of a complex type that inherits nothing but attributes. */
export interface Restriction {
  readonly type: ComplexTypeModel;
  readonly owner: Owner;
  readonly base: Id;
}

/**
 * From each declaration and member to what it needs.
 *
 * @param inherited what a restriction needs of its base
 */
export function needsOf(
  draft: ModelDraft,
  { complexTypes, attributeGroups }: ContractModel,
  inherited: (restriction: Restriction) => readonly Owner[],
): Map<Owner, Owner[]> {
  const arrows = new Map<Owner, Owner[]>();
  for (const { kind, id, owner, isBase } of draft.references)
    if (!isBase) add(arrows, owner, `${kind} ${id}`);
  const known = new Set(complexTypes.map(({ id }) => id));
  for (const type of complexTypes) {
    const owner = draft.owners.get(type);
    if (owner === undefined) continue;
    if (!type.anonymous) {
      add(arrows, `type ${type.id}`, owner);
      add(arrows, owner, `base ${type.id}`);
    }
    for (const { origin } of type.attributes) add(arrows, owner, keyAt(origin));
    const { derivation, content } = type;
    if (derivation === undefined) continue;
    const { base, by } = derivation;
    if (by === "restriction" && content.kind !== "simple")
      for (const each of inherited({ type, owner, base })) add(arrows, owner, each);
    else add(arrows, owner, known.has(base) ? `content ${base}` : `type ${base}`);
  }
  for (const { id, attributes } of attributeGroups)
    for (const { origin } of attributes) add(arrows, `attribute group ${id}`, keyAt(origin));
  return arrows;
}

/** What a restriction inherits: the attributes that neither it nor a base on the way declares anew or prohibits. */
export function inheritedBy(
  { type, base }: Restriction,
  types: ReadonlyMap<Id, ComplexTypeModel>,
): readonly Owner[] {
  const inherited: Owner[] = [];
  const settled = new Set<string>();
  const seen = new Set<Id>();
  const settle = ({ attributes, prohibited }: ComplexTypeModel): void => {
    for (const key of [...attributes.map(attributeKey), ...prohibited]) settled.add(key);
  };
  settle(type);
  for (let id: Id | undefined = base; id !== undefined && !seen.has(id);) {
    seen.add(id);
    inherited.push(`base ${id}`);
    const next: ComplexTypeModel | undefined = types.get(id);
    for (const use of next?.attributes ?? [])
      if (!settled.has(attributeKey(use))) inherited.push(keyAt(use.origin));
    if (next !== undefined) settle(next);
    id = next?.derivation?.base;
  }
  return inherited;
}

/** Adds an arrow. */
export function add<T>(arrows: Map<T, T[]>, from: T, to: T): void {
  const known = arrows.get(from);
  if (known === undefined) arrows.set(from, [to]);
  else known.push(to);
}

/** The items, and all that arrows lead to from them. */
export function closure<T>(start: ReadonlySet<T>, arrows: ReadonlyMap<T, readonly T[]>): ReadonlySet<T> {
  const found = new Set(start);
  for (const owner of found) for (const next of arrows.get(owner) ?? []) found.add(next);
  return found;
}

/** The arrows from their ends to their starts. */
export function reversed<T>(arrows: ReadonlyMap<T, readonly T[]>): Map<T, T[]> {
  const back = new Map<T, T[]>();
  for (const [from, all] of arrows) for (const to of all) add(back, to, from);
  return back;
}
