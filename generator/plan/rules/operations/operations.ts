import type { BindingProtocol } from "../../../model/types.js";
import type { Origin } from "../../../origin.js";
import type { ValueFieldPlan } from "../../data/members.js";
import {
  bodyFields,
  messageFields,
  type BodyPlan,
  type InputPlan,
  type OperationPlan,
  type OutputPlan,
} from "../../data/operations.js";
import { isEncoded } from "../contract/contract-index.js";
import { addressingAction } from "./addressing.js";
import { planBody } from "./bodies.js";
import type { OperationContext, TypedMessage } from "./context.js";
import { respondsWithElement, isSoap, takesElement, type Exposure } from "./exposure.js";
import { planHttp } from "./http-messages.js";
import type { ExposedOperation } from "./offered.js";

export function planOperation(
  context: OperationContext,
  exposed: ExposedOperation,
): Omit<OperationPlan, "json" | "functionName"> {
  const { name, stem, method, exposures } = exposed;
  const soap = exposures.filter(isSoap);
  const [first] = soap;
  const http = exposures.filter((exposure) => !isSoap(exposure));
  const typed = first ?? http.find((exposure) => takesElement(context.contract, exposure));
  const message = typed === undefined ? {} : typedMessage(context, typed, stem);
  const diagnostics = context.diagnostics.about(http.map(({ bound }) => bound.origin));
  const form = planHttp({ ...context, diagnostics }, http, message);
  const messages = {
    input: message.input ?? flatInput(context, name, stem, form?.parameters ?? []),
    output: message.output ?? flatOutput(context, name, stem, form?.result),
    headers: {
      input: context.elements.headersOf(exposures, "input", stem),
      output: context.elements.headersOf(exposures, "output", stem),
    },
    faults: context.elements.faultsOf(exposures),
    headerFaults: context.elements.headerFaultsOf(exposures),
  };
  const encoded = soap.some(({ bound }) => isEncoded(bound));
  return {
    name,
    stem,
    method,
    origin: originOf(exposures),
    doc: exposures.find(({ operation }) => operation.doc.length > 0)?.operation.doc ?? [],
    bindings: exposures.map(({ binding }) => binding.protocol),
    action: first?.bound.action,
    actions: differentActions(soap),
    addressingAction: addressingAction(context.contract, soap),
    ...messages,
    lazyBytes: false,
    encoded,
    repeated: soap.length === 0 || encoded ? [] : context.repeatedIn(stem, messages.output),
    multipart: soap.length > 0 && context.hasBytes(messageFields(messages)),
    http:
      form === undefined
        ? undefined
        : {
            parameters: form.parameters,
            answer: form.answer,
            document: form.document,
            locations: form.locations,
          },
  };
}

/** The place of the first declaration in a port type. */
function originOf([first]: readonly Exposure[]): Origin {
  if (first === undefined) throw new Error("An operation is in some binding.");
  return first.operation.origin;
}

function typedMessage(context: OperationContext, typed: Exposure, stem: string): TypedMessage {
  const { bound, operation } = typed;
  const input = { typeName: `${stem}Input`, body: planBody(context, bound, "input", operation) };
  if (!isSoap(typed) && !respondsWithElement(context.contract, typed)) return { input };
  if (operation.output === undefined) {
    return { input, output: { kind: "oneWay", typeName: `${stem}Output`, body: undefined, hasRows: false } };
  }
  return { input, output: planOutput(context, planBody(context, bound, "output", operation), stem) };
}

function planOutput(context: OperationContext, body: BodyPlan, stem: string): OutputPlan {
  return {
    kind: outputKind(body),
    typeName: `${stem}Output`,
    body,
    hasRows: context.hasRows(bodyFields(body)),
  };
}

function outputKind(body: BodyPlan): OutputPlan["kind"] {
  if (body.kind === "bare") return "result";
  const { fields } = body;
  if (fields.length === 0) return "nothing";
  return fields.length > 1 || fields.some(({ kind }) => kind === "attachment") ? "record" : "result";
}

/** Undefined where all versions of SOAP have one action. */
function differentActions(soap: readonly Exposure[]): OperationPlan["actions"] {
  const actions = soap.map(({ binding, bound }): [BindingProtocol, string] => [
    binding.protocol,
    bound.action ?? "",
  ]);
  return new Set(actions.map(([, action]) => action)).size < 2 ? undefined : Object.fromEntries(actions);
}

/** Without a SOAP binding no message names the elements: they are called as a SOAP binding would call them. */
function flatInput(
  { contract }: OperationContext,
  name: string,
  stem: string,
  fields: readonly ValueFieldPlan[],
): InputPlan {
  const element = contract.qName({ namespace: contract.model.targetNamespace, name });
  return { typeName: `${stem}Input`, body: { kind: "wrapped", element, fields } };
}

function flatOutput(
  context: OperationContext,
  name: string,
  stem: string,
  field: ValueFieldPlan | undefined,
): OutputPlan {
  const { contract } = context;
  const namespace = contract.model.targetNamespace;
  const element = contract.qName({ namespace, name: `${name}Response` });
  return planOutput(context, { kind: "wrapped", element, fields: field === undefined ? [] : [field] }, stem);
}
