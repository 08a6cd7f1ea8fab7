import { headerBlocks } from "../model/bound-operation.js";
import type {
  AttachmentModel,
  BindingMessageModel,
  BindingOperationModel,
  ComplexTypeModel,
  ElementModel,
  Id,
  OperationModel,
  Particle,
  PartModel,
} from "../model/types.js";
import type { Contents } from "./content.js";
import type { Contract } from "./contract.js";
import { answersElement, takesElement } from "./documents.js";
import { isSoap, type Exposure } from "./exposure.js";
import type { ExposedService } from "./exposures.js";
import { propertyName } from "./names.js";
import type { BodyPlan, FieldPlan, ValuePlan } from "./types.js";
import { isUnordered, type Node } from "./particles.js";
import { attachmentValue } from "./simple-types.js";
import { planContent, planValue } from "./values.js";

export interface BodyContext {
  readonly contract: Contract;
  readonly contents: Contents;
}

/** How a message of a SOAP binding stands in Body. */
export function planBody(
  context: BodyContext,
  bound: BindingOperationModel,
  side: "input" | "output",
  operation: OperationModel,
): BodyPlan {
  const parts = bodyParts(context.contract, operation[side], bound[side]);
  const attachments = (bound[side]?.attachments ?? []).map((each) => attachmentField(context, each));
  const besides = (): readonly FieldPlan[] => [
    ...parts.map((part) => partField(context, part)),
    ...attachments,
  ];
  if (bound.style === "rpc") {
    const name = side === "input" ? operation.name : `${operation.name}Response`;
    const element = context.contract.qName({ namespace: bound[side]?.namespace ?? "", name });
    return { kind: "wrapped", element, fields: besides() };
  }
  if (attachments.length > 0) return { kind: "parts", element: undefined, fields: besides() };
  const [part, ...others] = parts;
  if (part === undefined) return { kind: "parts", element: undefined, fields: [] };
  if (others.length > 0 || part.element === undefined) {
    return { kind: "parts", element: undefined, fields: parts.map((each) => partField(context, each)) };
  }
  const element = context.contract.element(part.element);
  const type = wrapperType(context.contract, element);
  const wire = context.contract.qName(element);
  if (type === undefined) return { kind: "bare", element: wire, field: bareField(context, element) };
  return { kind: "wrapped", element: wire, fields: fieldsOf(context, type) };
}

/** The parts in Body: those that `parts` names, or all that stand nowhere else (WSDL 1.1, section 3.5). */
export function bodyParts(
  contract: Contract,
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

function fieldsOf({ contents }: BodyContext, type: ComplexTypeModel): readonly FieldPlan[] {
  return contents.of(type).all.filter((member): member is FieldPlan => member.kind === "element");
}

/** An element that is the whole message is a field of its own making: its value is what callers give and get. */
function bareField({ contract }: BodyContext, element: ElementModel): FieldPlan {
  const { name, doc, nillable } = element;
  return {
    kind: "element",
    name,
    element: contract.qName(element),
    property: propertyName(name),
    doc,
    value: planContent(contract, element),
    required: true,
    nillable,
    repeated: false,
    absent: undefined,
  };
}

/** A part beside the message; what type it has does not matter, as its bytes are what they are. */
function attachmentField({ contract }: BodyContext, { part, type }: AttachmentModel): FieldPlan {
  return {
    kind: "attachment",
    name: part,
    element: contract.qName({ namespace: "", name: part }),
    property: propertyName(part),
    doc: [],
    value: attachmentValue(/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined),
    required: true,
    nillable: false,
    repeated: false,
    absent: undefined,
  };
}

/** A part that names a type is an element of the part's name without a namespace. */
export function partField({ contract }: BodyContext, part: PartModel): FieldPlan {
  const element = part.element === undefined ? undefined : contract.element(part.element);
  return {
    kind: "element",
    name: element?.name ?? part.name,
    element: contract.qName(element ?? { namespace: "", name: part.name }),
    property: propertyName(part.name),
    doc: element?.doc ?? [],
    value: partValue(contract, part, element),
    required: true,
    nillable: element?.nillable ?? false,
    repeated: false,
    absent: undefined,
  };
}

function partValue(contract: Contract, { type }: PartModel, element: ElementModel | undefined): ValuePlan {
  if (element !== undefined) return planContent(contract, element);
  return type === undefined ? { kind: "content" } : planValue(contract, type);
}

/** The type of an element whose children are the fields of a message; undefined when it is more than a flat sequence. */
export function wrapperType(contract: Contract, element: ElementModel): ComplexTypeModel | undefined {
  const type = contract.complexType(element.type);
  if (type === undefined || element.nillable || element.abstract) return undefined;
  if (type.abstract || type.mixed || type.derivation !== undefined) return undefined;
  if (type.attributes.length > 0 || type.attributeGroups.length > 0 || type.anyAttribute) return undefined;
  if (contract.derived(type.id).length > 0 || type.content.kind === "simple") return undefined;
  if (type.content.kind === "empty") return type;
  const node = contract.resolved(type.content.particle);
  return isFlat(node) && isUnordered(node) ? type : undefined;
}

function isFlat(node: Node): boolean {
  if (node.kind === "element") return true;
  const { min, max } = node.occurs;
  return node.kind === "sequence" && min === 1 && max === 1 && node.nodes.every(isFlat);
}

/**
 * Ids of the anonymous types of elements that are nothing but wrappers of messages: they are no records but inputs and
 * outputs.
 */
export function wrapperTypes(contract: Contract, services: readonly ExposedService[]): ReadonlySet<Id> {
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
  contract: Contract,
  exposure: Exposure,
): readonly (readonly [Id | undefined, BindingMessageModel | undefined, boolean])[] {
  const { bound, operation } = exposure;
  const takes = isSoap(exposure) || takesElement(contract, exposure);
  return [
    [operation.input, bound.input, takes],
    [operation.output, bound.output, takes && (isSoap(exposure) || answersElement(contract, exposure))],
  ];
}

/** Elements of headers and faults. */
function otherElements(contract: Contract): readonly Id[] {
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
function elementTypes({ model }: Contract): readonly Id[] {
  const contents = model.complexTypes.flatMap(({ content }) =>
    content.kind === "particle" ? [content.particle] : [],
  );
  return [...contents, ...model.groups.flatMap(({ particle }) => particle ?? [])].flatMap(typesIn);
}

function typesIn(particle: Particle): readonly Id[] {
  if (particle.kind === "element") return [particle.type];
  return "particles" in particle ? particle.particles.flatMap(typesIn) : [];
}
