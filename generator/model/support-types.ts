import type { Diagnostics } from "../diagnostics.js";
import { xsdNamespace } from "../read/load.js";
import { isSoapEncoded } from "./built-in.js";
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
  for (const element of model.elements) check.value(element);
  for (const { particle } of model.groups) if (particle !== undefined) check.particle(particle);
}

type Value = Pick<ElementParticle, "name" | "type" | "origin">;

class TypeSupport {
  readonly #diagnostics: Diagnostics;
  readonly #simpleTypes: ReadonlyMap<Id, SimpleTypeModel>;
  constructor(model: ContractModel, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#simpleTypes = new Map(model.simpleTypes.map((type) => [type.id, type]));
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
    this.value({ name, type: variety.base, origin });
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

  complexType({ name, origin, derivation, content, attributes }: ComplexTypeModel): void {
    if (derivation !== undefined && isSoapEncoded(derivation.base)) {
      this.#diagnostics.report("MG2522", origin, { name });
      return;
    }
    if (content.kind === "particle") this.particle(content.particle);
    for (const attribute of attributes) this.value(attribute);
  }

  particle(particle: Particle): void {
    if (particle.kind === "element") {
      this.value(particle);
      this.#count(particle);
    } else if ("particles" in particle) for (const child of particle.particles) this.particle(child);
  }

  /** Arrays hold any number of elements. */
  #count({ name, occurs: { min, max }, origin }: ElementParticle): void {
    if (min < 2 && (max === undefined || max < 2)) return;
    this.#diagnostics.report("MG2022", origin, { element: `the number of ${name} elements` });
  }

  /** What every place with a value shares. */
  value({ name, type, origin }: Value): void {
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
