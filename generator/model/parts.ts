/** Direct references of a declaration, which must not be circular, nor form chains that are too long. */
import type { ComplexTypeModel, ElementModel, GroupModel, Id, Particle, SimpleTypeModel } from "./types.js";

export function baseOf({ derivation }: ComplexTypeModel): readonly Id[] {
  return derivation === undefined ? [] : [derivation.base];
}

export function headOf({ substitutes }: ElementModel): readonly Id[] {
  return substitutes === undefined ? [] : [substitutes];
}

export function simpleParts({ variety }: SimpleTypeModel): readonly Id[] {
  switch (variety.kind) {
    case "restriction":
      return [variety.base];
    case "list":
      return [variety.item];
    case "union":
      return variety.members;
  }
}

export function groupParts({ particle }: GroupModel): readonly Id[] {
  return particle === undefined ? [] : groupsIn(particle);
}

function groupsIn(particle: Particle): readonly Id[] {
  if (particle.kind === "group") return [particle.group];
  return "particles" in particle ? particle.particles.flatMap(groupsIn) : [];
}
