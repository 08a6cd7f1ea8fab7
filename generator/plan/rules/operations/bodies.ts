import { anyType } from "../../../model/built-in.js";
import type {
  AttachmentModel,
  BindingOperationModel,
  ComplexTypeModel,
  ElementModel,
  OperationModel,
  PartModel,
} from "../../../model/types.js";
import type { ValueFieldPlan, ValuePlan } from "../../data/members.js";
import type { BodyPlan } from "../../data/operations.js";
import type { Contents } from "../content/record-content.js";
import { planElementValue, planValue } from "../content/values.js";
import type { NamedContract } from "../contract/named-contract.js";
import { withFreeProperties } from "../names/property-names.js";
import { attachmentValue } from "../simple-types/simple-values.js";
import { bodyParts, wrapperType } from "./wrappers.js";

export interface BodyContext {
  readonly contract: NamedContract;
  readonly contents: Contents;
}

/** Layout of a message of a SOAP binding in Body. */
export function planBody(
  context: BodyContext,
  bound: BindingOperationModel,
  side: "input" | "output",
  operation: OperationModel,
): BodyPlan {
  const parts = bodyParts(context.contract, operation[side], bound[side]);
  /** Accessors, which may be nil or absent (SOAP 1.1 section 5.1, rule 9). */
  const isEncoded = bound[side]?.use === "encoded";
  const attachments = (bound[side]?.attachments ?? []).map((each) => attachmentField(context, each));
  const besides = (): readonly ValueFieldPlan[] =>
    withFreeProperties([
      ...parts.map((part) => {
        const field = partField(context, part);
        return isEncoded ? { ...field, required: false, nillable: true } : field;
      }),
      ...attachments,
    ]);
  if (bound.style === "rpc") {
    const name = side === "input" ? operation.name : `${operation.name}Response`;
    const element = context.contract.qName({ namespace: bound[side]?.namespace ?? "", name });
    return { kind: "wrapped", element, fields: besides() };
  }
  if (attachments.length > 0) return { kind: "parts", element: undefined, fields: besides() };
  const [part, ...others] = parts;
  if (part === undefined) return { kind: "parts", element: undefined, fields: [] };
  if (others.length > 0 || part.element === undefined) {
    const fields = withFreeProperties(parts.map((each) => partField(context, each)));
    return { kind: "parts", element: undefined, fields };
  }
  const element = context.contract.element(part.element);
  const type = wrapperType(context.contract, element);
  const wire = context.contract.qName(element);
  if (type === undefined) return { kind: "bare", element: wire, field: bareField(context, element) };
  return { kind: "wrapped", element: wire, fields: fieldsOf(context, type) };
}

function fieldsOf({ contents }: BodyContext, type: ComplexTypeModel): readonly ValueFieldPlan[] {
  return contents.of(type).all.filter((member): member is ValueFieldPlan => member.kind === "element");
}

/** An element that is the whole message is a single field: callers pass and receive its value. */
function bareField({ contract }: BodyContext, element: ElementModel): ValueFieldPlan {
  const { name, doc, nillable } = element;
  return {
    kind: "element",
    name,
    element: contract.qName(element),
    property: contract.propertyName(name),
    doc,
    value: planElementValue(contract, element),
    required: true,
    nillable,
    repeated: false,
    absent: undefined,
  };
}

/** A MIME part beside the message; its declared type does not matter, because its bytes are not converted. */
function attachmentField({ contract }: BodyContext, { part, type }: AttachmentModel): ValueFieldPlan {
  return {
    kind: "attachment",
    name: part,
    element: contract.qName({ namespace: "", name: part }),
    property: contract.propertyName(part),
    doc: [],
    value: attachmentValue(/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined),
    required: true,
    nillable: false,
    repeated: false,
    absent: undefined,
  };
}

/** A part that names a type is an element of the part's name without a namespace. */
export function partField({ contract }: BodyContext, part: PartModel): ValueFieldPlan {
  const element = part.element === undefined ? undefined : contract.element(part.element);
  return {
    kind: "element",
    name: element?.name ?? part.name,
    element: contract.qName(element ?? { namespace: "", name: part.name }),
    property: contract.propertyName(part.name),
    doc: element?.doc ?? [],
    value: partValue(contract, part, element),
    required: true,
    nillable: element?.nillable ?? false,
    repeated: false,
    absent: undefined,
  };
}

function partValue(
  contract: NamedContract,
  { type }: PartModel,
  element: ElementModel | undefined,
): ValuePlan {
  if (element !== undefined) return planElementValue(contract, element);
  return planValue(contract, type ?? anyType);
}
