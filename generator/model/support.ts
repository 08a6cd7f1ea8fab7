import type { Diagnostics } from "../diagnostics.js";
import { checkBindingSupport } from "./support-bindings.js";
import type { ContractModel, ComplexTypeModel, ElementParticle, Particle } from "./types.js";

/**
 * Refuses constructs that the model represents but the plan does not: one row of the table for each, so that nothing is
 * lost silently. Remove the row when a construct becomes supported.
 */
export function checkSupport(model: ContractModel, diagnostics: Diagnostics): void {
  checkTypeSupport(model, diagnostics);
  checkBindingSupport(model, diagnostics);
}

function checkTypeSupport(model: ContractModel, diagnostics: Diagnostics): void {
  const check = new TypeSupport(diagnostics);
  for (const type of model.complexTypes) check.complexType(type);
  for (const { particle } of model.groups) if (particle !== undefined) check.particle(particle);
}

class TypeSupport {
  readonly #diagnostics: Diagnostics;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  complexType({ content }: ComplexTypeModel): void {
    if (content.kind === "particle") this.particle(content.particle);
  }

  particle(particle: Particle): void {
    if (particle.kind === "element") this.#count(particle);
    else if ("particles" in particle) for (const child of particle.particles) this.particle(child);
  }

  /** Arrays hold any number of elements. */
  #count({ name, occurs: { min, max }, origin }: ElementParticle): void {
    if (min < 2 && (max === undefined || max < 2)) return;
    this.#diagnostics.report("MG2022", origin, { element: `the number of ${name} elements` });
  }
}
