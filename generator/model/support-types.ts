import type { Diagnostics } from "../diagnostics.js";
import { xsdNamespace } from "../read/load.js";
import { isSoapEncoded } from "./built-in.js";
import { shortName } from "./references.js";
import type {
  ComplexTypeModel,
  ContractModel,
  ElementParticle,
  Facets,
  Id,
  Particle,
  SimpleTypeModel,
} from "./types.js";

export function checkTypeSupport(model: ContractModel, diagnostics: Diagnostics): void {
  const check = new TypeSupport(model, diagnostics);
  for (const type of model.simpleTypes) check.simpleType(type);
  for (const type of model.complexTypes) check.complexType(type);
  for (const { name, abstract, substitutes, origin, ...rules } of model.elements) {
    if (abstract || substitutes !== undefined) diagnostics.report("MG2508", origin, { name });
    check.value({ name, origin, ...rules });
  }
}

type Value = Pick<ElementParticle, "name" | "type" | "default" | "fixed" | "origin">;

class TypeSupport {
  readonly #diagnostics: Diagnostics;
  readonly #simpleTypes: ReadonlyMap<Id, SimpleTypeModel>;
  readonly #complexTypes: ReadonlyMap<Id, ComplexTypeModel>;
  readonly #bases: ReadonlySet<Id | undefined>;
  /** Types of message elements: their children are fields of an operation. */
  readonly #messages: ReadonlySet<Id>;

  constructor(model: ContractModel, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#simpleTypes = new Map(model.simpleTypes.map((type) => [type.id, type]));
    this.#complexTypes = new Map(model.complexTypes.map((type) => [type.id, type]));
    this.#bases = new Set(model.complexTypes.map((type) => type.derivation?.base));
    const parts = new Set(model.messages.flatMap((message) => message.parts.map((part) => part.element)));
    this.#messages = new Set(model.elements.filter(({ id }) => parts.has(id)).map((element) => element.type));
  }

  simpleType(type: SimpleTypeModel): void {
    const { variety, facets, origin, name } = type;
    if (variety.kind !== "restriction") {
      this.#diagnostics.report("MG2506", origin, { construct: variety.kind, name });
      return;
    }
    const refuse = (facet: string): void => {
      this.#diagnostics.report("MG2507", origin, { facet, name });
    };
    for (const facet of limits) if (facets[facet] !== undefined) refuse(`the facet ${facet}`);
    const root = this.#rootOf(variety.base);
    const enumerated = this.#isEnumerated(variety.base);
    if (facets.enumeration.length > 0 && root !== `{${xsdNamespace}}string`)
      refuse("an enumeration of anything but xsd:string");
    if (facets.patterns.length > 0 && (enumerated || facets.enumeration.length > 0))
      refuse("a pattern on an enumeration");
    this.value({ name, type: variety.base, default: undefined, fixed: undefined, origin });
  }

  /** The built-in type a simple type goes back to. */
  #rootOf(id: Id): Id {
    const variety = this.#simpleTypes.get(id)?.variety;
    return variety?.kind === "restriction" ? this.#rootOf(variety.base) : id;
  }

  #isEnumerated(id: Id): boolean {
    const type = this.#simpleTypes.get(id);
    if (type?.variety.kind !== "restriction") return false;
    return type.facets.enumeration.length > 0 || this.#isEnumerated(type.variety.base);
  }

  complexType(type: ComplexTypeModel): void {
    const { name, origin, derivation, content } = type;
    for (const { name: attribute, origin: place } of type.attributes) {
      this.#diagnostics.report("MG2501", place, { name: attribute });
    }
    const [group] = type.attributeGroups;
    if (group !== undefined)
      this.#diagnostics.report("MG2501", origin, { name: `the group ${shortName(group)}` });
    if (type.anyAttribute) this.#diagnostics.report("MG2501", origin, { name: "xsd:anyAttribute" });
    if (derivation !== undefined && isSoapEncoded(derivation.base)) {
      this.#diagnostics.report("MG2522", origin, { name });
      return;
    }
    if (content.kind === "simple") this.#diagnostics.report("MG2505", origin, { name });
    else if (derivation?.by === "restriction") this.#diagnostics.report("MG2504", origin, { name });
    else this.#content(type);
  }

  #content(type: ComplexTypeModel): void {
    const { content, mixed, derivation, origin } = type;
    const particle = content.kind === "particle" ? content.particle : undefined;
    if (particle !== undefined) this.#particle(particle, mixed);
    if (mixed && (particle === undefined || !holdsOneAny(particle) || derivation !== undefined)) {
      this.#diagnostics.report("MG2511", origin, { construct: "mixed content beside elements" });
    }
    const elements = particle === undefined ? [] : elementsIn(particle);
    this.#twice(type, elements);
    if (this.#isList(type, elements)) return;
    for (const { name, occurs, origin: place } of elements) {
      if (occurs.max !== 1) this.#diagnostics.report("MG2513", place, { name });
    }
  }

  #particle(particle: Particle, mixed: boolean): void {
    const { origin, occurs } = particle;
    switch (particle.kind) {
      case "element":
        this.value(particle);
        return;
      case "group":
        this.#diagnostics.report("MG2503", origin, { name: shortName(particle.group) });
        return;
      case "any":
        if (!mixed)
          this.#diagnostics.report("MG2511", origin, { construct: "xsd:any without mixed content" });
        return;
      case "choice":
      case "all":
        this.#diagnostics.report("MG2502", origin, { construct: `xsd:${particle.kind}` });
        return;
      case "sequence":
        if (occurs.min !== 1 || occurs.max !== 1) {
          this.#diagnostics.report("MG2502", origin, { construct: "an optional or repeated xsd:sequence" });
        }
        for (const child of particle.particles) this.#particle(child, mixed);
    }
  }

  /** Elements of the type and of the types it extends are the fields of one record. */
  #twice(type: ComplexTypeModel, elements: readonly ElementParticle[]): void {
    const names = new Set<string>();
    for (let base = this.#baseOf(type); base !== undefined; base = this.#baseOf(base)) {
      if (base.content.kind !== "particle") continue;
      for (const { name } of elementsIn(base.content.particle)) names.add(name);
    }
    for (const { name, origin } of elements) {
      if (names.has(name)) this.#diagnostics.report("MG2512", origin, { name });
      names.add(name);
    }
  }

  #baseOf(type: ComplexTypeModel): ComplexTypeModel | undefined {
    return type.derivation === undefined ? undefined : this.#complexTypes.get(type.derivation.base);
  }

  /** A type with one repeated element and nothing else. */
  #isList(type: ComplexTypeModel, elements: readonly ElementParticle[]): boolean {
    const [item, ...others] = elements;
    if (item === undefined || others.length > 0 || item.occurs.max === 1) return false;
    if (type.abstract || type.derivation !== undefined || type.mixed) return false;
    if (this.#bases.has(type.id) || this.#messages.has(type.id) || this.#holdsItself(type.id)) return false;
    const { min, max } = item.occurs;
    if (min > 0 || max !== undefined) {
      const element = `the number of ${item.name} elements`;
      this.#diagnostics.report("MG2022", item.origin, { element });
    }
    return true;
  }

  /** Through lists of lists. */
  #holdsItself(start: Id): boolean {
    const seen = new Set<Id>();
    for (let id: Id | undefined = start; id !== undefined; id = this.#itemOf(id)) {
      if (seen.has(id)) return true;
      seen.add(id);
    }
    return false;
  }

  #itemOf(id: Id): Id | undefined {
    const content = this.#complexTypes.get(id)?.content;
    const [item, ...others] = content?.kind === "particle" ? elementsIn(content.particle) : [];
    return others.length === 0 && item?.occurs.max !== 1 ? item?.type : undefined;
  }

  /** What every place with a value shares. */
  value({ name, type, default: standard, fixed, origin }: Value): void {
    if (standard !== undefined) this.#diagnostics.report("MG2509", origin, { construct: "default", name });
    if (fixed !== undefined) this.#diagnostics.report("MG2509", origin, { construct: "fixed", name });
    if (isSoapEncoded(type)) this.#diagnostics.report("MG2522", origin, { name });
  }
}

const limits: readonly Exclude<keyof Facets, "enumeration" | "patterns">[] = [
  "length",
  "minLength",
  "maxLength",
  "minInclusive",
  "minExclusive",
  "maxInclusive",
  "maxExclusive",
  "totalDigits",
  "fractionDigits",
  "whiteSpace",
];

function holdsOneAny(particle: Particle): boolean {
  if (particle.kind !== "sequence") return false;
  const [any, ...others] = particle.particles;
  return any?.kind === "any" && others.length === 0;
}

/** Elements in the order of the wire, whatever stands around them. */
function elementsIn(particle: Particle): readonly ElementParticle[] {
  if (particle.kind === "element") return [particle];
  return "particles" in particle ? particle.particles.flatMap(elementsIn) : [];
}
