/** Functions that read and write the messages of the SOAP bindings. */
import { resultField } from "../plan/reach.js";
import type { BodyPlan, ElementPlan, FieldPlan, OperationPlan } from "../plan/types.js";
import { writeAsElement } from "./codec-element.js";
import { qualifiers } from "./codec-names.js";
import { ifNamed, readElement } from "./codec-read.js";
import { readField } from "./codec-loop.js";
import { readFields, variableOf } from "./codec-record.js";
import { valueOf } from "./codec-result.js";
import { writeAttachment, writeField, writeHead, writeOccurrences } from "./codec-write.js";
import { access, indented, listed } from "./layout.js";
import { literal } from "./text.js";
import { fieldType } from "./ts-type.js";

/** How the elements are gone through: those in the element just entered, or those side by side in Body. */
const inside = { parameters: ["r: XmlReader"], loop: "while (r.child()) {" };
const sideBySide = {
  parameters: ["r: XmlReader", "entered?: boolean"],
  loop: "for (let more = entered === true; more; more = r.child()) {",
};

function walkOf({ kind }: BodyPlan): typeof inside {
  return kind === "parts" ? sideBySide : inside;
}

export function readInput({ stem, input: { typeName, body } }: OperationPlan): string {
  const name = `read${stem}Input`;
  const type = `messages.${typeName}`;
  if (body.kind === "bare") return readBare(name, type, body.field);
  return readFields({ before: "export ", name, type, fields: body.fields, ...walkOf(body) });
}

/** Undefined for an operation that is not answered. */
export function readOutput(operation: OperationPlan): string | undefined {
  const { stem, output } = operation;
  const { body } = output;
  if (body === undefined) return undefined;
  const name = `read${stem}Output`;
  const type = outputType(operation);
  if (body.kind === "bare") return readBare(name, type, body.field);
  const { parameters, loop } = walkOf(body);
  if (output.kind === "record") {
    return readFields({ before: "export ", name, type, fields: body.fields, parameters, loop });
  }
  const field = resultField(output);
  const head = listed(`export function ${name}(`, parameters, `): ${type} {`);
  if (field === undefined) return [...head, `  ${loop.replace(/ \{$/, "")} r.skip();`, "}"].join("\n");
  const result = { ...field, variable: "result" };
  return [
    ...head,
    ...indented(variableOf(result)),
    `  ${loop}`,
    ...indented(indented(ifNamed(result.element, readField(result, 6)))),
    "  }",
    `  return ${valueOf(result)};`,
    "}",
  ].join("\n");
}

/** Reading and writing what stands in a header or in the detail of a fault. */
export function elementFunctions({ stem, field }: ElementPlan): readonly string[] {
  const type = fieldType(field, qualifiers);
  const write = writeMessage(`write${stem}Element`, type, writeAsElement(field, "v", 2));
  return [readBare(`read${stem}Element`, type, field), ...(write === undefined ? [] : [write])];
}

function readBare(name: string, type: string, field: FieldPlan): string {
  return [
    ...listed(`export function ${name}(`, ["r: XmlReader"], `): ${type} {`),
    `  return ${readElement(field)};`,
    "}",
  ].join("\n");
}

/** The TypeScript type of what an operation answers, as codecs write it. */
function outputType({ output }: OperationPlan): string {
  const field = resultField(output);
  if (field !== undefined) return fieldType(field, qualifiers);
  return output.kind === "record" ? `messages.${output.typeName}` : "void";
}

/** Undefined for an input without fields. */
export function writeInput({ stem, input: { typeName, body } }: OperationPlan): string | undefined {
  return writeMessage(`write${stem}Input`, `messages.${typeName}`, statementsOf(body));
}

/** Undefined for an output that holds nothing. */
export function writeOutput(operation: OperationPlan): string | undefined {
  const { stem, output } = operation;
  if (output.body === undefined) return undefined;
  const statements =
    resultField(output) === undefined ? statementsOf(output.body) : resultStatements(output.body);
  return writeMessage(`write${stem}Output`, outputType(operation), statements);
}

function statementsOf(body: BodyPlan): readonly string[] {
  if (body.kind === "bare") return writeAsElement(body.field, "v", 2);
  if (body.kind === "wrapped") return body.fields.flatMap((field) => writeField(field, 2));
  return body.fields.flatMap((field) => writePart(field, access("v", field.property)));
}

function resultStatements(body: BodyPlan): readonly string[] {
  if (body.kind === "bare") return writeAsElement(body.field, "v", 2);
  const write =
    body.kind === "wrapped"
      ? (field: FieldPlan) => writeOccurrences(field, "v", 2)
      : (field: FieldPlan) => writePart(field, "v");
  return body.fields.flatMap(write);
}

/** A part is a root of its own: Body declares prefixes, but no default namespace. */
function writePart(field: FieldPlan, v: string): readonly string[] {
  if (field.kind === "attachment") return [writeAttachment(field)];
  const { namespace, name, tag, constant } = field.element;
  const isPrefixed = tag !== name || namespace === "";
  const open = isPrefixed ? `w.open(${literal(tag)});` : `w.openRoot(${literal(tag)}, ${constant});`;
  return [open, ...writeAsElement(field, v, 2), `w.close(${literal(tag)});`];
}

function writeMessage(name: string, type: string, statements: readonly string[]): string | undefined {
  if (statements.length === 0) return undefined;
  return [...writeHead("export ", name, type), ...indented(statements), "}"].join("\n");
}
