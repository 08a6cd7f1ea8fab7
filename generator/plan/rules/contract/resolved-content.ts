import type { ElementParticle, Id, Occurs, Particle } from "../../../model/types.js";
import type { ContentBranch, ContentNode } from "../../data/content-tree.js";
import type { ContractIndex } from "./contract-index.js";

const once: Occurs = { min: 1, max: 1 };

/** `xsd:all` is a sequence here, with a mark: order is free in reading, and schema order in writing is one of those it allows. */
export function resolved(contract: ContractIndex, particle: Particle): ContentNode {
  switch (particle.kind) {
    case "any":
      return particle;
    case "element":
      return substituted(contract, particle);
    case "group": {
      const inner = contract.group(particle.group).particle;
      if (inner === undefined) return { kind: "sequence", occurs: particle.occurs, nodes: [] };
      const node = resolved(contract, inner);
      const nodes = isPlain(node) ? node.nodes : [node];
      return { kind: "sequence", ...anyOrder(inner), occurs: particle.occurs, nodes };
    }
    case "sequence":
    case "all":
    case "choice": {
      const kind = particle.kind === "choice" ? "choice" : "sequence";
      return {
        kind,
        ...anyOrder(particle),
        occurs: particle.occurs,
        nodes: particle.particles.flatMap((each) => {
          const node = resolved(contract, each);
          return kind === "sequence" && isPlain(node) ? node.nodes : [node];
        }),
      };
    }
  }
}

function anyOrder({ kind }: Particle): Pick<ContentBranch, "anyOrder"> {
  return kind === "all" ? { anyOrder: true } : {};
}

/** A sequence that occurs once is merged into the enclosing one. */
function isPlain(node: ContentNode): node is ContentBranch {
  return node.kind === "sequence" && node.occurs.min === 1 && node.occurs.max === 1;
}

/** The head of a substitution group is a choice of all its members (XML Schema 1.0 part 1, 3.3.4). */
function substituted(contract: ContractIndex, head: ElementParticle): ContentNode {
  const members = head.ref === undefined ? [] : contract.substitutes(head.ref);
  if (head.ref === undefined || (members.length === 0 && !contract.element(head.ref).abstract)) return head;
  const all = contract.element(head.ref).abstract ? [] : [{ ...head, occurs: once }];
  const others = members.map((id) => memberElement(contract, id, head));
  return { kind: "choice", occurs: head.occurs, nodes: [...all, ...others] };
}

function memberElement(contract: ContractIndex, id: Id, head: ElementParticle): ElementParticle {
  const { name, namespace, type, nillable, default: standard, fixed, mediaType, doc } = contract.element(id);
  const { origin } = head;
  return {
    kind: "element",
    name,
    namespace,
    type,
    ref: id,
    nillable,
    default: standard,
    fixed,
    mediaType,
    occurs: once,
    doc,
    origin,
  };
}
