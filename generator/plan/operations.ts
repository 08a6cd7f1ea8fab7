import type { Diagnostics } from "../diagnostics.js";
import type { BindingProtocol } from "../model/types.js";
import { planBody } from "./bodies.js";
import type { Contents } from "./content.js";
import { isEncoded, type Contract } from "./contract.js";
import type { Elements } from "./elements.js";
import { answersElement, takesElement } from "./documents.js";
import { isSoap, type Exposure } from "./exposure.js";
import type { ExposedOperation } from "./exposures.js";
import { planHttp, type AnswerStems } from "./forms.js";
import type { BodyPlan, FieldPlan, InputPlan, OperationPlan, OutputPlan } from "./types.js";

export interface OperationContext {
  readonly contract: Contract;
  readonly contents: Contents;
  readonly diagnostics: Diagnostics;
  readonly elements: Elements;
  readonly answers: AnswerStems;
}

export function planOperation(context: OperationContext, exposed: ExposedOperation): OperationPlan {
  const { name, stem, method, exposures } = exposed;
  const soap = exposures.filter(isSoap);
  const [first] = soap;
  const http = exposures.filter((exposure) => !isSoap(exposure));
  const typed = first ?? http.find((exposure) => takesElement(context.contract, exposure));
  const message = typed === undefined ? {} : typedMessage(context, typed, stem);
  const form = planHttp(context, http, message);
  return {
    name,
    stem,
    method,
    doc: exposures.find(({ operation }) => operation.doc.length > 0)?.operation.doc ?? [],
    bindings: exposures.map(({ binding }) => binding.protocol),
    action: first?.bound.action,
    actions: differentActions(soap),
    input: message.input ?? flatInput(context, name, stem, form?.parameters ?? []),
    output: message.output ?? flatOutput(context, name, stem, form?.result),
    encoded: soap.some(({ bound }) => isEncoded(bound)),
    headers: {
      input: context.elements.headersOf(exposures, "input", stem),
      output: context.elements.headersOf(exposures, "output", stem),
    },
    faults: context.elements.faultsOf(exposures),
    headerFaults: context.elements.headerFaultsOf(exposures),
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

/** What SOAP, or an element that an HTTP binding carries, makes of the messages. */
export interface TypedMessage {
  readonly input?: InputPlan;
  readonly output?: OutputPlan;
}

function typedMessage(context: OperationContext, typed: Exposure, stem: string): TypedMessage {
  const { bound, operation } = typed;
  const input = { typeName: `${stem}Input`, body: planBody(context, bound, "input", operation) };
  if (!isSoap(typed) && !answersElement(context.contract, typed)) return { input };
  if (operation.output === undefined) {
    return { input, output: { kind: "oneWay", typeName: `${stem}Output`, body: undefined } };
  }
  return { input, output: planOutput(planBody(context, bound, "output", operation), stem) };
}

function planOutput(body: BodyPlan, stem: string): OutputPlan {
  const typeName = `${stem}Output`;
  if (body.kind === "bare") return { kind: "result", typeName, body };
  const { fields } = body;
  const isRecord = fields.length > 1 || fields.some(({ kind }) => kind === "attachment");
  return { kind: fields.length === 0 ? "nothing" : isRecord ? "record" : "result", typeName, body };
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
  fields: readonly FieldPlan[],
): InputPlan {
  const element = contract.qName({ namespace: contract.model.targetNamespace, name });
  return { typeName: `${stem}Input`, body: { kind: "wrapped", element, fields } };
}

function flatOutput(
  { contract }: OperationContext,
  name: string,
  stem: string,
  field: FieldPlan | undefined,
): OutputPlan {
  const namespace = contract.model.targetNamespace;
  const element = contract.qName({ namespace, name: `${name}Response` });
  return planOutput({ kind: "wrapped", element, fields: field === undefined ? [] : [field] }, stem);
}
