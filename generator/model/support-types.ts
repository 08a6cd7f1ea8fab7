import type { Diagnostics } from "../diagnostics.js";
import { isSoapEncoded } from "./built-in.js";
import type { ComplexTypeModel, ContractModel, ElementParticle, Particle, SimpleTypeModel } from "./types.js";

export function checkTypeSupport(model: ContractModel, diagnostics: Diagnostics): void {
  const check = new TypeSupport(diagnostics);
  for (const type of model.simpleTypes) check.simpleType(type);
  for (const type of model.complexTypes) check.complexType(type);
  for (const element of model.elements) check.value(element);
  for (const { particle } of model.groups) if (particle !== undefined) check.particle(particle);
}

type Value = Pick<ElementParticle, "name" | "type" | "origin">;

class TypeSupport {
  readonly #diagnostics: Diagnostics;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  simpleType({ variety, origin, name }: SimpleTypeModel): void {
    const parts =
      variety.kind === "restriction"
        ? [variety.base]
        : variety.kind === "list"
          ? [variety.item]
          : variety.members;
    for (const type of parts) this.value({ name, type, origin });
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
