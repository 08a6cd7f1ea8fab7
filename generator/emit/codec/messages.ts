/** Functions that read and write the messages of the SOAP bindings. */
import type { ValueFieldPlan } from "../../plan/data/members.js";
import {
  resultField,
  type BodyPlan,
  type ElementPlan,
  type OperationPlan,
  type RepeatedPlan,
} from "../../plan/data/operations.js";
import { access, block, code, list, value as asValue, type Code, typing } from "../printer/code.js";
import { literal } from "../printer/text.js";
import { fieldType, givenType, nillableType } from "../type-text/value-types.js";
import type { CodecFile } from "./codec-file.js";
import { readField } from "./read-loop.js";
import { FieldsReader } from "./fields-reader.js";
import { readFields, signature, variableOf, type FieldsFunction } from "./read-record.js";
import { valueOf } from "./read-result.js";
import { ifNamed, readElement } from "./read-values.js";
import {
  writeAsElement,
  writeAttachment,
  writeField,
  writeFunction,
  writeOccurrences,
  type Writer,
} from "./write-values.js";

function walkOf({ kind }: BodyPlan): FieldsFunction["walk"] {
  return kind === "parts" ? "sideBySide" : "inside";
}

function functionHead(codecs: CodecFile, name: string): Code {
  return code`export function ${codecs.exported(name)}`;
}

export function readInput(codecs: CodecFile, { stem, input: { typeName, body } }: OperationPlan): Code {
  const head = functionHead(codecs, `read${stem}Input`);
  const type = codecs.message(typeName);
  if (body.kind === "bare") return readBare(codecs, head, type, body.field);
  return readFields(codecs, { head, type, members: body.fields, walk: walkOf(body) });
}

/** Undefined for a one-way operation. */
export function readOutput(codecs: CodecFile, operation: OperationPlan): Code | undefined {
  const { stem, output } = operation;
  const { body } = output;
  if (body === undefined) return undefined;
  const head = functionHead(codecs, `read${stem}Output`);
  const type = outputType(codecs, operation, fieldType);
  if (body.kind === "bare") return readBare(codecs, head, type, body.field);
  const walk = walkOf(body);
  if (output.kind === "record") return readFields(codecs, { head, type, members: body.fields, walk });
  const reader = new FieldsReader(codecs);
  const { head: signed, loop } = signature(reader, { head, type, walk });
  const field = resultField(output);
  if (field === undefined) return block(signed, [code`${loop} ${reader.r}.skip();`]);
  const result = { ...field, property: "result" };
  return block(signed, [
    variableOf(reader, result),
    block(loop, [ifNamed(reader, result.element, readField(reader, result))]),
    code`return ${valueOf(reader, result)};`,
  ]);
}

/** Reads the content of a header or of the detail of a fault. */
export function readHeld(codecs: CodecFile, { stem, field }: ElementPlan): Code {
  const head = functionHead(codecs, `read${stem}Element`);
  return readBare(codecs, head, fieldType(field, codecs.types), field);
}

/** Writes the content of a header or of the detail of a fault. */
export function writeHeld(codecs: CodecFile, { stem, field }: ElementPlan): Code {
  const head = functionHead(codecs, `write${stem}Element`);
  return writeFunction(codecs, head, fieldType(field, codecs.types), (writer, v) =>
    writeAsElement(writer, field, v),
  );
}

/** Function for an item of a response that a client reads item by item. */
export function readItem(codecs: CodecFile, { reader, item }: RepeatedPlan): Code {
  const type = nillableType(item.value, item.nillable, codecs.types);
  return readBare(codecs, functionHead(codecs, `read${reader}`), type, item);
}

function readBare(codecs: CodecFile, head: Code, type: Code, field: Parameters<typeof readElement>[1]): Code {
  const r = asValue(codecs.scope().local("r"));
  return block(
    list(code`${head}(`, [code`${r}${typing`: ${codecs.type("XmlReader")}`}`], code`)${typing`: ${type}`}`),
    [code`return ${readElement({ codecs, r }, field)};`],
  );
}

/** The TypeScript type of the result of an operation, for a codec that reads it (`fieldType`) or writes it (`givenType`). */
function outputType(codecs: CodecFile, { output }: OperationPlan, typeOf: typeof fieldType): Code {
  const field = resultField(output);
  if (field !== undefined) return typeOf(field, codecs.types);
  return output.kind === "record" ? codecs.message(output.typeName) : "void";
}

/** Undefined for an input without fields. */
export function writeInput(codecs: CodecFile, operation: OperationPlan): Code | undefined {
  const { stem, input } = operation;
  return writeMessage(codecs, `write${stem}Input`, codecs.message(input.typeName), input.body, writeMembers);
}

/** Undefined for an empty output. */
export function writeOutput(codecs: CodecFile, operation: OperationPlan): Code | undefined {
  const { stem, output } = operation;
  if (output.body === undefined) return undefined;
  const write = resultField(output) === undefined ? writeMembers : writeResult;
  const type = outputType(codecs, operation, givenType);
  return writeMessage(codecs, `write${stem}Output`, type, output.body, write);
}

function writeMessage(
  codecs: CodecFile,
  name: string,
  type: Code,
  body: BodyPlan,
  write: (writer: Writer, body: BodyPlan, v: Code) => readonly Code[],
): Code | undefined {
  if (body.kind !== "bare" && body.fields.length === 0) return undefined;
  return writeFunction(codecs, functionHead(codecs, name), type, (writer, v) => write(writer, body, v));
}

/** The value is a record of the fields, or the only one. */
function writeMembers(writer: Writer, body: BodyPlan, v: Code): readonly Code[] {
  if (body.kind === "bare") return writeAsElement(writer, body.field, v);
  if (body.kind === "wrapped") return body.fields.flatMap((field) => writeField(writer, field, v));
  return body.fields.flatMap((field) =>
    field.kind === "attachment"
      ? [writeAttachment(writer, field, v)]
      : writePart(writer, field, access(v, field.property)),
  );
}

/** The value is that of the one field. */
function writeResult(writer: Writer, body: BodyPlan, v: Code): readonly Code[] {
  if (body.kind === "bare") return writeAsElement(writer, body.field, v);
  return body.fields.flatMap((field) =>
    body.kind === "wrapped" ? writeOccurrences(writer, field, v) : writePart(writer, field, v),
  );
}

/** A part is a root of its own: Body declares prefixes, but no default namespace. */
function writePart(writer: Writer, field: ValueFieldPlan, v: Code): readonly Code[] {
  const { w, codecs } = writer;
  const { namespace, name, tag } = field.element;
  const isPrefixed = tag !== name || namespace === "";
  const open = isPrefixed
    ? code`${w}.open(${literal(tag)});`
    : code`${w}.openRoot(${literal(tag)}, ${codecs.namespaces.of(namespace)});`;
  return [open, ...writeAsElement(writer, field, v), code`${w}.close(${literal(tag)});`];
}
