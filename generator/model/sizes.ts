import type { Diagnostics } from "../diagnostics.js";
import type { ContractModel, GroupModel, Id, Particle } from "./types.js";

/** Elements of one content, groups written out, at most. */
const contentLimit = 10_000;

/** Refuses contents that a few groups, each naming another one twice, blow up beyond all use. Groups do not go round. */
export function checkSizes({ groups, complexTypes }: ContractModel, diagnostics: Diagnostics): void {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const sizes = new Map<Id, number>();
  for (const group of groups) sizeOfGroup(group, byId, sizes);
  for (const { name, origin, content } of complexTypes) {
    const size = content.kind === "particle" ? sizeOf(content.particle, sizes) : 0;
    if (size > contentLimit) diagnostics.report("MG2035", origin, { name, limit: String(contentLimit) });
  }
}

/** Without recursion from group to group: chains of them may be long. */
function sizeOfGroup(start: GroupModel, groups: ReadonlyMap<Id, GroupModel>, sizes: Map<Id, number>): void {
  const stack = [start];
  for (let group = stack.at(-1); group !== undefined; group = stack.at(-1)) {
    const missing =
      group.particle === undefined ? [] : groupsIn(group.particle).filter((id) => !sizes.has(id));
    const [next] = missing.flatMap((id) => groups.get(id) ?? []);
    if (next !== undefined && !sizes.has(group.id)) stack.push(next);
    else {
      stack.pop();
      sizes.set(group.id, group.particle === undefined ? 0 : sizeOf(group.particle, sizes));
    }
  }
}

function sizeOf(particle: Particle, groups: ReadonlyMap<Id, number>): number {
  if (particle.kind === "group") return groups.get(particle.group) ?? 0;
  if (!("particles" in particle)) return 1;
  return particle.particles.reduce((sum, each) => sum + sizeOf(each, groups), 0);
}

function groupsIn(particle: Particle): readonly Id[] {
  if (particle.kind === "group") return [particle.group];
  return "particles" in particle ? particle.particles.flatMap(groupsIn) : [];
}
