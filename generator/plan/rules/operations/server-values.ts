/** Values that a server gets or gives in another form than a client: options of the configuration. */
import type { Diagnostics } from "../../../diagnostics.js";
import type { FieldPlan, ValueFieldPlan, ValuePlan } from "../../data/members.js";
import { bodyFields, resultField, type BodyPlan, type OperationPlan } from "../../data/operations.js";
import { uniqueNames } from "./json-calls.js";

type Operation = Omit<OperationPlan, "json" | "functionName">;

/** Names of operations, those that several have with a number as over JSON. */
export interface ServerValues {
  /** Operations whose server decodes the bytes of its input itself (default: none). */
  readonly lazyBytes?: readonly string[] | undefined;
  /** Operations whose server may give its result, a text, in pieces (default: none). */
  readonly textPieces?: readonly string[] | undefined;
}

/**
 * The operations, with the values that their server handles in parts.
 * @param hasBytes true for fields that hold bytes at any depth
 */
export function withServerValues(
  operations: readonly Operation[],
  { lazyBytes = [], textPieces = [] }: ServerValues,
  hasBytes: (fields: readonly FieldPlan[]) => boolean,
  diagnostics: Diagnostics,
): readonly Operation[] {
  if (lazyBytes.length + textPieces.length === 0) return operations;
  const names = uniqueNames(operations.map(({ name }) => name));
  const refuse = (option: string, operation: string, reason: string): void => {
    diagnostics.reportFile("MG5018", "configuration", { option, operation, reason });
  };
  for (const [option, given] of Object.entries({ lazyBytes, textPieces }))
    for (const operation of given)
      if (!names.includes(operation))
        diagnostics.reportFile("MG5013", "configuration", { option, operation, known: names.join(", ") });
  return operations.map((operation, at) => {
    const name = names[at] ?? "";
    const isLazy = lazyBytes.includes(name);
    if (isLazy && !hasBytes(bodyFields(operation.input.body)))
      refuse("lazyBytes", name, "its input has no xs:base64Binary");
    const decoded = { ...operation, lazyBytes: isLazy };
    if (!textPieces.includes(name)) return decoded;
    const reason = reasonAgainst(operation);
    if (reason !== undefined) refuse("textPieces", name, reason);
    return inPieces(decoded);
  });
}

/** Why the result is not a text that can be written in pieces; undefined where it is. */
function reasonAgainst({ output, http }: Operation): string | undefined {
  const field = resultField(output);
  if (field === undefined || field.repeated || !isText(field.value)) return "its result is no xs:string";
  return http?.answer?.media === undefined ? undefined : `over HTTP its result is ${http.answer.media}`;
}

function isText(value: ValuePlan): boolean {
  if (value.kind !== "simple" || value.constraint !== undefined) return false;
  return value.constant === "string" && value.narrowed === undefined;
}

/** The operation whose result may be in pieces, in every document that holds it. */
function inPieces(operation: Operation): Operation {
  const { output, http } = operation;
  const { body } = output;
  if (body === undefined) return operation;
  const answer = http?.answer;
  const pieces = <V extends ValuePlan>(value: V): V =>
    value.kind === "simple" ? { ...value, inPieces: true } : value;
  return {
    ...operation,
    output: { ...output, body: withFields(body, (field) => ({ ...field, value: pieces(field.value) })) },
    ...(http === undefined || answer?.value === undefined
      ? {}
      : { http: { ...http, answer: { ...answer, value: pieces(answer.value) } } }),
  };
}

function withFields(body: BodyPlan, changed: (field: ValueFieldPlan) => ValueFieldPlan): BodyPlan {
  return body.kind === "bare"
    ? { ...body, field: changed(body.field) }
    : { ...body, fields: body.fields.map(changed) };
}
