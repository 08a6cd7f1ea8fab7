import type { Diagnostics } from "../diagnostics.js";
import type {
  BindingModel,
  BindingOperationModel,
  ComplexTypeModel,
  ElementParticle,
  Id,
  OperationModel,
  ServiceModel,
} from "../model/types.js";
import type { Contract } from "./contract.js";
import { planHttp } from "./forms.js";
import { methodName, operationStem } from "./names.js";
import type { FieldPlan, InputPlan, OperationPlan, OutputPlan, QNamePlan } from "./types.js";
import { elementsOf, planField } from "./values.js";

/** One way to reach an operation: a binding, and the operation in it and in its port type. */
export interface Exposure {
  readonly binding: BindingModel;
  readonly bound: BindingOperationModel;
  readonly operation: OperationModel;
}

/** An operation of a service with every way to reach it, in the order of the ports. */
export interface ExposedOperation {
  readonly name: string;
  readonly exposures: readonly Exposure[];
}

/** Operations of the same name in the port types of a service are one operation. */
export function exposedOperations(contract: Contract, service: ServiceModel): readonly ExposedOperation[] {
  const byName = new Map<string, Exposure[]>();
  for (const port of service.ports) {
    const binding = contract.binding(port.binding);
    for (const operation of contract.portType(binding.portType).operations) {
      const bound = binding.operations.find((candidate) => candidate.name === operation.name);
      if (bound === undefined) continue;
      const exposures = byName.get(operation.name) ?? [];
      byName.set(operation.name, exposures);
      if (exposures.every((known) => known.binding.protocol !== binding.protocol)) {
        exposures.push({ binding, bound, operation });
      }
    }
  }
  return [...byName].map(([name, exposures]) => ({ name, exposures }));
}

export interface OperationContext {
  readonly contract: Contract;
  readonly taken: ReadonlySet<string>;
  readonly diagnostics: Diagnostics;
}

export function planOperation(
  context: OperationContext,
  { name, exposures }: ExposedOperation,
): OperationPlan {
  const soap = exposures.find(isSoap);
  const first = exposures[0];
  if (first === undefined) throw new Error(`No binding has the operation ${name}.`);
  const http = exposures.filter((exposure) => !isSoap(exposure));
  const stem = operationStem(name);
  const message = soap === undefined ? undefined : soapMessage(context, soap, stem);
  const form = planHttp(context, http, message);
  return {
    name,
    stem,
    method: methodName(name),
    doc: exposures.find(({ operation }) => operation.doc.length > 0)?.operation.doc ?? [],
    bindings: exposures.map(({ binding }) => binding.protocol),
    action: soap?.bound.action,
    input: message?.input ?? flatInput(context, name, stem, form?.parameters ?? []),
    output: message?.output ?? flatOutput(context, name, form?.result),
    http: form === undefined ? undefined : { parameters: form.parameters, answer: form.answer },
  };
}

/** Ids of the anonymous types of message elements: they are no records but inputs and outputs. */
export function messageTypes(contract: Contract): ReadonlySet<Id> {
  const ids = new Set<Id>();
  for (const message of contract.model.messages) {
    for (const part of message.parts) {
      const type =
        part.element === undefined ? undefined : contract.complexType(contract.element(part.element).type);
      if (type?.anonymous === true) ids.add(type.id);
    }
  }
  return ids;
}

export interface SoapMessagePlan {
  readonly input: InputPlan;
  readonly output: OutputPlan;
}

function isSoap({ binding }: Exposure): boolean {
  return binding.protocol === "soap11" || binding.protocol === "soap12";
}

function soapMessage(context: OperationContext, { operation }: Exposure, stem: string): SoapMessagePlan {
  const input = wrapper(context, operation.input);
  const output = wrapper(context, operation.output);
  return {
    input: { typeName: `${stem}Input`, element: input.element, fields: input.fields },
    output: planOutput(output.element, output.fields, stem),
  };
}

function planOutput(element: QNamePlan, fields: readonly FieldPlan[], stem: string): OutputPlan {
  const [field, ...others] = fields;
  if (field === undefined) return { kind: "nothing", element };
  return others.length === 0
    ? { kind: "value", element, field }
    : { kind: "fields", element, typeName: `${stem}Output`, fields };
}

/** The element of a document/literal wrapped message, and what stands in it. */
function wrapper(
  context: OperationContext,
  message: Id | undefined,
): { element: QNamePlan; fields: readonly FieldPlan[] } {
  const part = message === undefined ? undefined : context.contract.message(message).parts[0];
  if (part?.element === undefined)
    throw new Error(`The message ${message ?? "that is missing"} was not refused.`);
  const element = context.contract.element(part.element);
  const type = context.contract.complexType(element.type);
  return {
    element: context.contract.qName(element),
    fields: type === undefined ? [] : fieldsOf(context, type),
  };
}

function fieldsOf({ contract, taken }: OperationContext, type: ComplexTypeModel): readonly FieldPlan[] {
  return elementsOf(type.content).map((element: ElementParticle) => planField(contract, taken, element));
}

/** Without a SOAP binding no message names the elements: they are called as a SOAP binding would call them. */
function flatInput(
  context: OperationContext,
  name: string,
  stem: string,
  fields: readonly FieldPlan[],
): InputPlan {
  const namespace = context.contract.model.targetNamespace;
  return { typeName: `${stem}Input`, element: context.contract.qName({ namespace, name }), fields };
}

function flatOutput(context: OperationContext, name: string, field: FieldPlan | undefined): OutputPlan {
  const namespace = context.contract.model.targetNamespace;
  const element = context.contract.qName({ namespace, name: `${name}Response` });
  return field === undefined ? { kind: "nothing", element } : { kind: "value", element, field };
}
