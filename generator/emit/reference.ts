import { bodyFields } from "../plan/reach.js";
import type { FieldPlan, OperationPlan, Plan, ServicePlan } from "../plan/types.js";
import { bindingText, outputTypeOf } from "./api-types.js";
import { documentEmitter } from "./emitter.js";
import { visible } from "./text.js";
import { nillableType } from "./ts-type.js";

/** What `templates/reference/index.hbs` is given. */
export interface ReferenceView {
  readonly services: readonly ServiceView[];
}

interface ServiceView {
  readonly name: string;
  readonly namespace: string;
  readonly paragraphs: readonly string[];
  readonly operations: readonly OperationView[];
}

interface OperationView {
  readonly name: string;
  /** Of the heading, as Markdown viewers make it. */
  readonly anchor: string;
  readonly method: string;
  readonly paragraphs: readonly string[];
  readonly bindings: string;
  readonly fields: readonly FieldView[];
  /** Type of the result; empty when there is none. */
  readonly result: string;
}

interface FieldView {
  readonly name: string;
  readonly type: string;
  readonly need: "required" | "optional";
  readonly doc: string;
}

/** Every operation with its input, its result and where it can be called. */
export const referenceEmitter = documentEmitter({
  id: "reference",
  path: "reference.md",
  template: "reference/index.hbs",
  view: referenceView,
});

function referenceView({ services }: Plan): ReferenceView {
  return { services: services.map(serviceView) };
}

function serviceView({ name, namespace, doc, operations }: ServicePlan): ServiceView {
  return { name, namespace, paragraphs: doc.map(markdown), operations: operations.map(operationView) };
}

function operationView(operation: OperationPlan): OperationView {
  const { name, method, doc, bindings, input } = operation;
  return {
    name,
    anchor: name.toLowerCase(),
    method,
    paragraphs: doc.map(markdown),
    bindings: bindingText(bindings),
    fields: bodyFields(input.body).map(fieldView),
    result: outputTypeOf(operation) === "void" ? "" : plain(outputTypeOf(operation)),
  };
}

function fieldView({ name, value, nillable, required, doc }: FieldPlan): FieldView {
  const type = plain(nillableType(value, nillable, { enums: "", records: "" }));
  return { name, type, need: required ? "required" : "optional", doc: markdown(doc.join(" ")) };
}

/** Types as a reader knows them, without the names of modules; a bar would end the cell of a table. */
function plain(type: string): string {
  return type.replace(/\b[emr]\./g, "").replaceAll("|", "or");
}

/** Text that no Markdown viewer takes for markup. */
function markdown(text: string): string {
  return visible(text.replace(/[\\`*_|[\]#]/g, "\\$&"));
}
