import type { FieldPlan } from "../plan/data/members.js";
import { bodyFields, resultField, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { documentEmitter } from "./emitter.js";
import type { Code, Reference } from "./printer/code.js";
import { GeneratedFile } from "./printer/generated-file.js";
import { flatText } from "./printer/layout.js";
import { visible } from "./printer/text.js";
import { bindingText } from "./type-text/api-types.js";
import { importedTypes } from "./type-text/references.js";
import { fieldType, nillableType, type TypeReferences } from "./type-text/value-types.js";

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

function referenceView(plan: Plan): ReferenceView {
  const types = importedTypes(new GeneratedFile("reference.md"), plan);
  return { services: plan.services.map((service) => serviceView(service, types)) };
}

function serviceView({ name, namespace, doc, operations }: ServicePlan, types: TypeReferences): ServiceView {
  return {
    name,
    namespace,
    paragraphs: doc.map(markdown),
    operations: operations.map((operation) => operationView(operation, types)),
  };
}

function operationView(operation: OperationPlan, types: TypeReferences): OperationView {
  const { name, method, doc, bindings, input } = operation;
  return {
    name,
    anchor: name.toLowerCase(),
    method,
    paragraphs: doc.map(markdown),
    bindings: bindingText(bindings),
    fields: bodyFields(input.body).map((field) => fieldView(field, types)),
    result: resultType(operation, types),
  };
}

function resultType({ output }: OperationPlan, types: TypeReferences): string {
  const field = resultField(output);
  if (field !== undefined) return plain(fieldType(field, types));
  return output.kind === "record" ? output.typeName : "";
}

function fieldView({ name, value, nillable, required, doc }: FieldPlan, types: TypeReferences): FieldView {
  const type = plain(nillableType(value, nillable, types));
  return { name, type, need: required ? "required" : "optional", doc: markdown(doc.join(" ")) };
}

/** Types by their names; a bar would end the cell of a table. */
function plain(type: Code): string {
  return flatText(type, nameOf).replaceAll("|", "or");
}

function nameOf({ symbol }: Reference): string {
  return symbol.kind === "member" ? `${symbol.of.name}.${symbol.name}` : symbol.name;
}

/** Text that no Markdown viewer takes for markup. */
function markdown(text: string): string {
  return visible(text.replace(/[\\`*_|[\]#]/g, "\\$&"));
}
