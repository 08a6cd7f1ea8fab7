import { isXmlContent } from "../../../model/http-content.js";
import type { BindingProtocol, MessageModel, PartModel } from "../../../model/types.js";
import type { Origin } from "../../../origin.js";
import type { ValueFieldPlan, ValuePlan } from "../../data/members.js";
import type { QNamePlan } from "../../data/names.js";
import {
  bodyFields,
  resultField,
  type HttpPlan,
  type ParameterPlan,
  type InputPlan,
  type OutputPlan,
} from "../../data/operations.js";
import { planValue } from "../content/values.js";
import { claimProperty } from "../names/property-names.js";
import type { OperationContext, TypedMessage } from "./context.js";
import { respondsWithElement, postsDocument, takesElement, type Exposure } from "./exposure.js";

/** Common part of the HTTP GET and POST bindings of one operation. */
export interface FormPlan {
  readonly parameters: HttpPlan["parameters"];
  readonly answer: HttpPlan["answer"];
  readonly document: HttpPlan["document"];
  readonly locations: HttpPlan["locations"];
  readonly result: ValueFieldPlan | undefined;
}

/**
 * Parameters and response of the HTTP bindings. A part declared as `string` gets type, required and documentation from
 * the SOAP field of its name, so that one input serves every binding.
 */
export function planHttp(
  context: OperationContext,
  exposures: readonly Exposure[],
  typed: TypedMessage,
): FormPlan | undefined {
  const [first] = exposures;
  if (first === undefined) return undefined;
  const forms = exposures.filter((exposure) => !postsDocument(exposure));
  const document = exposures.find(postsDocument)?.bound.input.content;
  const isElement = takesElement(context.contract, first) && respondsWithElement(context.contract, first);
  return {
    parameters: planParameters(context, forms, typed.input),
    document: document === undefined ? undefined : xmlMediaType(document),
    locations: locationsOf(exposures),
    ...(isElement ? { answer: undefined, result: undefined } : planAnswer(context, first, typed.output)),
  };
}

function xmlMediaType(content: Exposure["bound"]["input"]["content"]): string {
  return content.kind === "mimeContent" ? content.type.toLowerCase() : "text/xml";
}

function planParameters(
  context: OperationContext,
  forms: readonly Exposure[],
  input: InputPlan | undefined,
): HttpPlan["parameters"] {
  const [first, ...others] = forms;
  if (first === undefined) return undefined;
  const message = inputMessage(context, first);
  if (input !== undefined && takesElement(context.contract, first))
    return elementParameters(context, message, input);
  const taken = new Set(input === undefined ? [] : bodyFields(input.body).map(({ property }) => property));
  const parameters = message.parts.map((part) => ({
    ...planParameter(context, part, input, taken),
    typed: !part.type?.endsWith("}string"),
  }));
  for (const other of others) compareParts(context, message, inputMessage(context, other));
  if (input !== undefined) refuseUnreachable(context, message.origin, parameters, input);
  return parameters;
}

/** The children of the element that is the input, or its own text under the name of the part. */
function elementParameters(
  { diagnostics }: OperationContext,
  { parts }: MessageModel,
  { body }: InputPlan,
): readonly ParameterPlan[] {
  const [part] = parts;
  if (part === undefined) return [];
  const fields = body.kind === "bare" ? [{ ...body.field, name: part.name }] : body.fields;
  if (fields.some(({ value, repeated }) => !isText(value) || repeated))
    diagnostics.report("MG2528", part.origin, { part: part.name });
  return fields.map((field) => ({ ...field, typed: true }));
}

function inputMessage({ contract }: OperationContext, { operation }: Exposure): MessageModel {
  if (operation.input === undefined)
    throw new Error(`The operation ${operation.name} without input was not refused.`);
  return contract.message(operation.input);
}

/** @param taken properties of the input, to which the parameter adds its own */
function planParameter(
  context: OperationContext,
  part: PartModel,
  input: InputPlan | undefined,
  taken: Set<string>,
): ValueFieldPlan {
  const twin =
    input === undefined ? undefined : bodyFields(input.body).find(({ name }) => name === part.name);
  if (twin !== undefined && isText(twin.value)) return twin;
  if (input !== undefined) {
    const soapElement = elementName(input);
    const code = twin === undefined ? "MG3002" : "MG3003";
    context.diagnostics.report(code, part.origin, { part: part.name, element: soapElement });
  }
  return {
    kind: "element",
    name: part.name,
    element: parameterElement(context, part.name),
    property: claimProperty(taken, context.contract.propertyName(part.name)),
    doc: [],
    value: partValue(context, part),
    required: true,
    nillable: false,
    repeated: false,
    absent: undefined,
  };
}

/** Name of the element of a parameter, as a SOAP binding would name it. */
function parameterElement({ contract }: OperationContext, name: string): QNamePlan {
  return contract.qName({ namespace: contract.model.targetNamespace, name });
}

function partValue({ contract }: OperationContext, part: PartModel): ValuePlan {
  if (part.element !== undefined) return planValue(contract, contract.element(part.element).type);
  return part.type === undefined ? { kind: "content" } : planValue(contract, part.type);
}

/** True for a value that has a text of its own. */
function isText(value: ValuePlan): boolean {
  return (value.kind === "simple" && value.constant !== "swaRef") || value.kind === "enum";
}

function compareParts(context: OperationContext, one: MessageModel, other: MessageModel): void {
  const names = (message: MessageModel): string => message.parts.map((part) => part.name).join(", ");
  if (names(one) === names(other)) return;
  context.diagnostics.report("MG3004", other.origin, { first: one.name, second: other.name });
}

/** A required field without a part could never be filled in. */
function refuseUnreachable(
  context: OperationContext,
  origin: Origin,
  parameters: readonly ValueFieldPlan[],
  input: InputPlan,
): void {
  for (const field of bodyFields(input.body)) {
    if (!field.required || parameters.some((parameter) => parameter.name === field.name)) continue;
    context.diagnostics.report("MG3005", origin, { field: field.name, element: elementName(input) });
  }
}

function elementName({ body }: InputPlan): string {
  return body.element?.name ?? "soap:Body";
}

function planAnswer(
  context: OperationContext,
  { operation, bound }: Exposure,
  output: OutputPlan | undefined,
): Pick<FormPlan, "answer" | "result"> {
  const message = operation.output === undefined ? undefined : context.contract.message(operation.output);
  const [part] = message?.parts ?? [];
  if (message === undefined || part === undefined) {
    return {
      answer: { stem: "Empty", root: undefined, value: undefined, media: undefined },
      result: undefined,
    };
  }
  const media = mediaOf(bound);
  const value = answerValue(context, part, media);
  const element = part.element === undefined ? undefined : context.contract.element(part.element);
  const result = answerField(context, operation.name, value, element?.nillable === true);
  const wanted = output === undefined ? undefined : resultField(output)?.value;
  if (output !== undefined && JSON.stringify(wanted) !== JSON.stringify(result.value)) {
    context.diagnostics.report("MG3006", part.origin, { message: message.name, operation: operation.name });
  }
  const root = element === undefined ? undefined : context.contract.qName(element);
  return { answer: { stem: context.answers.stemOf(root), root, value: result.value, media }, result };
}

/** The root element of a document without a declared element may have any name. */
function answerValue({ contract }: OperationContext, part: PartModel, media: string | undefined): ValuePlan {
  if (media !== undefined) return planValue(contract, mediaType(media));
  return part.element === undefined
    ? { kind: "content" }
    : planValue(contract, contract.element(part.element).type);
}

/** The media type of `mime:content` other than XML; without one, or with a range, any bytes. */
function mediaOf({ output }: Exposure["bound"]): string | undefined {
  if (output?.content.kind !== "mimeContent") return undefined;
  const type = output.content.type.toLowerCase();
  if (isXmlContent(output.content)) return undefined;
  return type.includes("*") ? "application/octet-stream" : type;
}

function mediaType(media: string): string {
  return `{http://www.w3.org/2001/XMLSchema}${media.startsWith("text/") ? "string" : "base64Binary"}`;
}

/** Locations that are not the name of the operation. */
function locationsOf(exposures: readonly Exposure[]): FormPlan["locations"] {
  const entries = exposures.flatMap(({ binding, bound, operation }): [BindingProtocol, string][] => {
    const { location = "" } = bound;
    return location.replace(/^\//, "") === operation.name ? [] : [[binding.protocol, location]];
  });
  return Object.fromEntries(entries);
}

/** The result of an operation without a SOAP binding; a nil root element is null. */
function answerField(
  context: OperationContext,
  operation: string,
  value: ValuePlan,
  nillable: boolean,
): ValueFieldPlan {
  const name = `${operation}Result`;
  return {
    kind: "element",
    name,
    element: parameterElement(context, name),
    property: context.contract.propertyName(name),
    doc: [],
    value,
    required: true,
    nillable,
    repeated: false,
    absent: undefined,
  };
}
