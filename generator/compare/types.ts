/** Changes of types, and of the elements and attributes that have them. */
import { allUses, attributeKey } from "../model/attribute-uses.js";
import { anyType } from "../model/built-in.js";
import type {
  AttributeUseModel,
  ComplexTypeModel,
  ElementParticle,
  Id,
  ValueConstraint,
} from "../model/types.js";
import type { Origin } from "../origin.js";
import { resolved } from "../plan/rules/contract/resolved-content.js";
import type { ContractIndex } from "../plan/rules/contract/contract-index.js";
import type { ContentNode } from "../plan/data/content-tree.js";
import { unclark } from "../read/names.js";
import { compareContents } from "./content.js";
import type { Pair, Places } from "./pairs.js";
import { compareSimpleTypes, textTypeOf } from "./simple-types.js";
import { typeLabel, type Versions } from "./versions.js";

/** Where two types are used. */
export interface TypeUse {
  /** Of the declaration that uses them. */
  readonly pair: Pair;
  readonly places: Places;
  /** How messages call what has the type, and the type or schema that it is in. */
  readonly element: string;
  readonly owner: string;
}

/** Two elements, declared globally or in a type. */
type Elements = Pick<ElementParticle, "name" | "type" | "nillable" | "mediaType" | "origin"> &
  ValueConstraint;

export class TypeComparison {
  readonly #versions: Versions;

  constructor(versions: Versions) {
    this.#versions = versions;
  }

  /** Compares two global elements. */
  globalElements(old: Id, fresh: Id): Pair {
    const { pairs } = this.#versions;
    return pairs.of(`element ${old} ${fresh}`, (pair) => {
      const [one, other] = [this.#versions.old.element(old), this.#versions.new.element(fresh)];
      this.#elements(one, other, pair, other.namespace || "the schema without a namespace");
    });
  }

  /** Compares two named types. */
  namedTypes(old: Id, fresh: Id): Pair {
    const { pairs } = this.#versions;
    return pairs.of(`type ${old} ${fresh}`, (pair) => {
      this.#types(old, fresh, pair);
    });
  }

  /** Compares the types of something that messages have in the same place. */
  used(old: Id, fresh: Id, use: TypeUse): void {
    if (old === fresh && this.#declared(this.#versions.old, old) === undefined) return;
    const { pair, places, element, owner } = use;
    const inner = this.#isInline(old, fresh) ? this.#inline(old, fresh, use) : this.namedTypes(old, fresh);
    if (!this.#isReplaced(old, fresh)) {
      pair.uses.add(inner);
      return;
    }
    const values = { element, owner, old: typeLabel(old), new: typeLabel(fresh) };
    pair.reportDerived("MD3012", places, values, inner);
  }

  /** The comparison of a type that is built in with another one, for a single use: no declaration has a place of its own. */
  #inline(old: Id, fresh: Id, { element, owner, places }: TypeUse): Pair {
    const at = places.new ?? places.old;
    const key = `use ${old} ${fresh} ${at?.file ?? ""}:${at?.line ?? 0}:${at?.column ?? 0} ${element}`;
    return this.#versions.pairs.of(key, (pair) => {
      const simple = { owner: `${element} of ${owner}`, places, pair };
      this.#values(old, fresh, simple);
    });
  }

  #isInline(old: Id, fresh: Id): boolean {
    const { old: before, new: after } = this.#versions;
    const isSimple = before.complexType(old) === undefined && after.complexType(fresh) === undefined;
    const isBuiltIn = [this.#declared(before, old), this.#declared(after, fresh)].includes(undefined);
    return isSimple && isBuiltIn;
  }

  /** True if the element has another declared type, and not the same one under another name. */
  #isReplaced(old: Id, fresh: Id): boolean {
    const { old: before, new: after, id } = this.#versions;
    const [one, other] = [this.#declared(before, old), this.#declared(after, fresh)];
    if (one?.anonymous === true || other?.anonymous === true || id(old) === fresh) return false;
    if (one === undefined && other === undefined) return false;
    const isKept = one === undefined || this.#declared(after, id(old)) !== undefined;
    return isKept || other === undefined || this.#versions.known.has(fresh);
  }

  #declared(contract: ContractIndex, id: Id) {
    return contract.complexType(id) ?? contract.simpleType(id);
  }

  #types(old: Id, fresh: Id, pair: Pair): void {
    const { old: before, new: after } = this.#versions;
    const [one, other] = [this.#declared(before, old), this.#declared(after, fresh)];
    const places = { old: one?.origin, new: other?.origin };
    this.#names(old, fresh, pair, places);
    const [complex, freshComplex] = [before.complexType(old), after.complexType(fresh)];
    const owner = typeLabel(other === undefined ? old : fresh);
    if (complex === undefined && freshComplex === undefined)
      this.#values(old, fresh, { owner, places, pair });
    else if (isOpen(old, complex) !== isOpen(fresh, freshComplex))
      pair.report(isOpen(fresh, freshComplex) ? "MD3118" : "MD3119", places, { owner });
    else this.#shapes(shapeOf(before, old), shapeOf(after, fresh), { owner, places, pair });
    if (complex !== undefined && freshComplex !== undefined) {
      this.#flags(complex, freshComplex, { owner, places, pair });
      this.#derived(complex, freshComplex, { owner, places, pair });
    }
  }

  /** A renamed type. Messages name one that is derived, or has derived types. */
  #names(old: Id, fresh: Id, pair: Pair, places: Places): void {
    const { old: before, new: after, id } = this.#versions;
    const [one, other] = [this.#declared(before, old), this.#declared(after, fresh)];
    if (one === undefined || other === undefined || id(old) === fresh) return;
    if (one.anonymous && other.anonymous) return;
    const isNamed = [before.complexType(old), after.complexType(fresh)].some(
      (type, at) =>
        type?.derivation !== undefined || [before, after][at]?.isBase(at === 0 ? old : fresh) === true,
    );
    const text = (type: typeof one): string => (type.anonymous ? "a type without a name" : type.name);
    pair.report(isNamed ? "MD3116" : "MD3115", places, { old: text(one), new: text(other) });
  }

  #values(
    old: Id,
    fresh: Id,
    on: { readonly owner: string; readonly places: Places; readonly pair: Pair },
  ): void {
    const { old: before, new: after } = this.#versions;
    const isSame = (one: Id, other: Id): boolean =>
      this.#versions.id(one) === other ||
      (unclark(one).name.includes("/") && unclark(other).name.includes("/"));
    const ids = { old: textTypeOf(before, old), new: textTypeOf(after, fresh) };
    const parts = compareSimpleTypes({ old: before, new: after }, ids, { ...on, isSame });
    for (const [one, other] of parts)
      this.used(one, other, { pair: on.pair, places: on.places, element: "the items", owner: on.owner });
  }

  #shapes(
    old: Shape,
    fresh: Shape,
    on: { readonly owner: string; readonly places: Places; readonly pair: Pair },
  ): void {
    const { owner, places, pair } = on;
    if (old.kind !== fresh.kind) {
      pair.report("MD3117", places, { owner, old: old.kind, new: fresh.kind });
    } else if (old.text !== undefined && fresh.text !== undefined) {
      this.used(old.text, fresh.text, { pair, places, element: "the text", owner });
    }
    const at = placesOf(places);
    if (at !== undefined)
      compareContents(old.nodes, fresh.nodes, {
        owner,
        pair,
        places: at,
        namespace: (name) => this.#versions.namespace(name),
        elements: (one, other) => {
          this.#localElements(one, other, pair, owner);
        },
      });
    this.#attributes(old, fresh, on);
  }

  #localElements(old: ElementParticle, fresh: ElementParticle, pair: Pair, owner: string): void {
    if (old.ref !== undefined && fresh.ref !== undefined)
      pair.uses.add(this.globalElements(old.ref, fresh.ref));
    else this.#elements(old, fresh, pair, owner);
  }

  #elements(old: Elements, fresh: Elements, pair: Pair, owner: string): void {
    const element = fresh.name;
    const places = { old: old.origin, new: fresh.origin };
    if (old.nillable !== fresh.nillable)
      pair.report(fresh.nillable ? "MD3010" : "MD3011", places, { element, owner });
    this.#constraints(old, fresh, { pair, places, element, owner });
    if (old.mediaType !== fresh.mediaType) {
      const types = { old: old.mediaType ?? "not given", new: fresh.mediaType ?? "not given" };
      pair.report("MD3028", places, { element, owner, ...types });
    }
    this.used(old.type, fresh.type, { pair, places, element, owner });
  }

  #constraints(
    old: ValueConstraint,
    fresh: ValueConstraint,
    { pair, places, element, owner }: TypeUse,
  ): void {
    const shown = (value: string | undefined): string =>
      value === undefined ? "none" : JSON.stringify(value);
    const values = { element, owner, old: shown(old.fixed), new: shown(fresh.fixed) };
    if (old.fixed !== fresh.fixed) {
      if (old.fixed === undefined) pair.report("MD3025", places, values);
      else if (fresh.fixed === undefined) pair.report("MD3026", places, values);
      else pair.report("MD3027", places, values);
    }
    if (old.default === fresh.default) return;
    const defaults = { element, owner, old: shown(old.default), new: shown(fresh.default) };
    pair.report("MD3024", places, defaults);
  }

  #attributes(
    old: Shape,
    fresh: Shape,
    { owner, places, pair }: { readonly owner: string; readonly places: Places; readonly pair: Pair },
  ): void {
    const { namespace } = this.#versions;
    const before = new Map(
      [...old.attributes].map((use) => [attributeKey({ ...use, namespace: namespace(use.namespace) }), use]),
    );
    const after = new Map([...fresh.attributes].map((use) => [attributeKey(use), use]));
    for (const [key, use] of after) {
      const attribute = use.name;
      const known = before.get(key);
      const where = { old: known?.origin ?? places.old, new: use.origin };
      if (known === undefined) {
        pair.report(use.required ? "MD3102" : "MD3101", where, { attribute, owner });
        continue;
      }
      if (known.required !== use.required)
        pair.report(use.required ? "MD3105" : "MD3106", where, { attribute, owner });
      const typed = { pair, places: where, element: `the attribute ${attribute}`, owner };
      this.#constraints(known, use, typed);
      this.used(known.type, use.type, typed);
    }
    for (const [key, { name: attribute, required, origin }] of before)
      if (!after.has(key))
        pair.report(required ? "MD3104" : "MD3103", { old: origin, new: places.new }, { attribute, owner });
    if (old.anyAttribute !== fresh.anyAttribute)
      pair.report(fresh.anyAttribute ? "MD3107" : "MD3108", places, { owner });
  }

  #flags(
    old: ComplexTypeModel,
    fresh: ComplexTypeModel,
    { owner, places, pair }: { readonly owner: string; readonly places: Places; readonly pair: Pair },
  ): void {
    if (old.mixed !== fresh.mixed) pair.report(fresh.mixed ? "MD3109" : "MD3110", places, { owner });
    if (old.abstract !== fresh.abstract) pair.report(fresh.abstract ? "MD3111" : "MD3112", places, { owner });
  }

  /** Types that values may have in place of a type. */
  #derived(
    old: ComplexTypeModel,
    fresh: ComplexTypeModel,
    { owner, places, pair }: { readonly owner: string; readonly places: Places; readonly pair: Pair },
  ): void {
    const { old: before, new: after, id } = this.#versions;
    const heirs = new Map(before.derived(old.id).map((type) => [id(type.id), type]));
    const others = new Map(after.derived(fresh.id).map((type) => [type.id, type]));
    for (const [key, { name, origin }] of others) {
      const known = heirs.get(key);
      if (known !== undefined) pair.uses.add(this.namedTypes(known.id, key));
      else pair.report("MD3113", { old: places.old, new: origin }, { type: name, owner });
    }
    for (const [key, { name, origin }] of heirs)
      if (!others.has(key)) pair.report("MD3114", { old: origin, new: places.new }, { type: name, owner });
  }
}

/** True for a type of any content. */
function isOpen(id: Id, type: ComplexTypeModel | undefined): boolean {
  return id === anyType || type?.open === true;
}

/** What values of a type consist of. */
interface Shape {
  readonly kind: "text" | "elements" | `${number} dimensions`;
  readonly text: Id | undefined;
  readonly nodes: readonly ContentNode[];
  readonly attributes: readonly AttributeUseModel[];
  readonly anyAttribute: boolean;
}

function shapeOf(contract: ContractIndex, id: Id): Shape {
  const type = contract.complexType(id);
  if (type === undefined) return { kind: "text", text: id, nodes: [], attributes: [], anyAttribute: false };
  const { content, soapArray, dimensions = 1, anyAttribute } = type;
  const base = type.derivation?.by === "extension" ? contract.complexType(type.derivation.base) : undefined;
  const inherited = base === undefined ? undefined : shapeOf(contract, base.id);
  const own = content.kind === "particle" ? [resolved(contract, content.particle)] : [];
  return {
    kind: content.kind === "simple" ? "text" : soapArray ? `${dimensions} dimensions` : "elements",
    text: content.kind === "simple" ? textTypeOf(contract, content.type) : undefined,
    nodes: [...(inherited?.nodes ?? []), ...own],
    attributes: [...allUses(contract, type).values()],
    anyAttribute: anyAttribute !== undefined || inherited?.anyAttribute === true,
  };
}

function placesOf({ old, new: fresh }: Places): { readonly old: Origin; readonly new: Origin } | undefined {
  const [one, other] = [old ?? fresh, fresh ?? old];
  return one === undefined || other === undefined ? undefined : { old: one, new: other };
}
