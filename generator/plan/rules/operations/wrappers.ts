/** Types of elements that wrap the fields of a message. */
import { headerBlocks } from "../../../model/bound-operation.js";
import type {
  BindingMessageModel,
  ComplexTypeModel,
  ElementModel,
  Id,
  Particle,
  PartModel,
} from "../../../model/types.js";
import type { ContentNode } from "../../data/content-tree.js";
import { isUnordered } from "../content/unordered.js";
import type { NamedContract } from "../contract/named-contract.js";
import { respondsWithElement, isSoap, takesElement, type Exposure } from "./exposure.js";
import type { ExposedService } from "./offered.js";

/** The type of an element whose children are the fields of a message; undefined when it is more than a flat sequence. */
export function wrapperType(contract: NamedContract, element: ElementModel): ComplexTypeModel | undefined {
  const type = contract.complexType(element.type);
  if (type === undefined || element.nillable || element.abstract) return undefined;
  if (type.abstract || type.mixed || type.derivation !== undefined) return undefined;
  if (type.attributes.length > 0 || type.attributeGroups.length > 0 || type.anyAttribute !== undefined)
    return undefined;
  if (contract.derived(type.id).length > 0 || type.content.kind === "simple") return undefined;
  if (type.content.kind === "empty") return type;
  const node = contract.resolved(type.content.particle);
  return isFlat(node) && isUnordered(node) ? type : undefined;
}

function isFlat(node: ContentNode): boolean {
  if (node.kind === "element") return true;
  const { min, max } = node.occurs;
  return node.kind === "sequence" && min === 1 && max === 1 && node.nodes.every(isFlat);
}

/** Ids of the anonymous types of elements that only wrap messages: they are inputs and outputs instead of records. */
export function wrapperTypes(contract: NamedContract, services: readonly ExposedService[]): ReadonlySet<Id> {
  const wrappers = new Set<Id>();
  const others = new Set<Id>(elementTypes(contract));
  for (const id of otherElements(contract)) others.add(contract.element(id).type);
  for (const { operations } of services) {
    for (const exposure of operations.flatMap(({ exposures }) => exposures)) {
      for (const [message, bound, isTyped] of messagesOf(contract, exposure)) {
        const elements = bodyParts(contract, message, bound).flatMap((part) =>
          part.element === undefined ? [] : [contract.element(part.element)],
        );
        const [only] = elements;
        const isAlone = elements.length === 1 && (bound?.attachments ?? []).length === 0;
        const alone = isAlone && exposure.bound.style === "document";
        const type = alone && only !== undefined ? wrapperType(contract, only) : undefined;
        if (type?.anonymous === true && isTyped) wrappers.add(type.id);
        else for (const element of elements) others.add(element.type);
      }
    }
  }
  return new Set([...wrappers].filter((id) => !others.has(id)));
}

/** Input and output, and whether they are typed as in Body. */
function messagesOf(
  contract: NamedContract,
  exposure: Exposure,
): readonly (readonly [Id | undefined, BindingMessageModel | undefined, boolean])[] {
  const { bound, operation } = exposure;
  const takes = isSoap(exposure) || takesElement(contract, exposure);
  return [
    [operation.input, bound.input, takes],
    [operation.output, bound.output, takes && (isSoap(exposure) || respondsWithElement(contract, exposure))],
  ];
}

/** Elements of headers and faults. */
function otherElements(contract: NamedContract): readonly Id[] {
  const { model } = contract;
  const bound = model.bindings.flatMap(({ operations }) => operations);
  const headers = bound.flatMap(headerBlocks);
  const faults = model.portTypes.flatMap(({ operations }) => operations.flatMap((each) => each.faults));
  const parts = [
    ...headers.flatMap((header) =>
      contract.message(header.message).parts.filter(({ name }) => name === header.part),
    ),
    ...faults.flatMap((fault) => contract.message(fault.message).parts),
  ];
  return parts.flatMap(({ element }) => element ?? []);
}

/** Types that elements inside other types have. */
function elementTypes({ model }: NamedContract): readonly Id[] {
  const contents = model.complexTypes.flatMap(({ content }) =>
    content.kind === "particle" ? [content.particle] : [],
  );
  return [...contents, ...model.groups.flatMap(({ particle }) => particle ?? [])].flatMap(typesIn);
}

function typesIn(particle: Particle): readonly Id[] {
  if (particle.kind === "element") return [particle.type];
  return "particles" in particle ? particle.particles.flatMap(typesIn) : [];
}

/** The parts in Body: those of `parts`, or all that are not placed elsewhere (WSDL 1.1, section 3.5). */
export function bodyParts(
  contract: NamedContract,
  message: Id | undefined,
  bound: BindingMessageModel | undefined,
): readonly PartModel[] {
  const all = message === undefined ? [] : contract.message(message).parts;
  const named = bound?.parts;
  if (named !== undefined) return all.filter(({ name }) => named.includes(name));
  const elsewhere = new Set([
    ...(bound?.headers.filter((header) => header.message === message) ?? []).map(({ part }) => part),
    ...(bound?.attachments ?? []).map(({ part }) => part),
  ]);
  return all.filter(({ name }) => !elsewhere.has(name));
}
