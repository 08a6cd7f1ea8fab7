/** Statements that write values: the content of an element, the element itself, each of several values. */
import type { ValueFieldPlan, ValuePlan } from "../../plan/data/members.js";
import type { ListPlan, RecordPlan } from "../../plan/data/records.js";
import { hasPrefixes, type SimpleValuePlan } from "../../plan/data/simple-types.js";
import {
  access,
  block,
  code,
  guarded,
  indented,
  joined,
  list,
  newLine,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { ConstantSymbol, Scope } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { gridType, isInPieces, valueType } from "../type-text/value-types.js";
import { isBase64, isPlainString, isReference, type CodecFile } from "./codec-file.js";

/** A function that writes, or a part of it with variables of its own. */
export class Writer {
  readonly codecs: CodecFile;
  readonly scope: Scope;
  readonly w: Code;

  constructor(codecs: CodecFile, scope: Scope, w: Code = asValue(scope.local("w"))) {
    this.codecs = codecs;
    this.scope = scope;
    this.w = w;
  }

  inner(): Writer {
    return new Writer(this.codecs, this.scope.inner(), this.w);
  }
}

/** A function with the parameters writer and value; `head` is the text before them. */
export function writeFunction(
  codecs: CodecFile,
  head: Code,
  type: Code,
  statements: (writer: Writer, v: Code) => readonly Code[],
): Code {
  const writer = new Writer(codecs, codecs.scope());
  const v = asValue(writer.scope.local("v"));
  const parameters = [
    code`${writer.w}${typing`: ${codecs.type("XmlWriter")}`}`,
    code`${v}${typing`: ${type}`}`,
  ];
  return block(list(code`${head}(`, parameters, code`)${typing`: void`}`), statements(writer, v));
}

/** Writes the value into the open element; nil is an attribute of it. */
export function writeAsElement(
  writer: Writer,
  { value, nillable }: ValueFieldPlan,
  v: Code,
): readonly Code[] {
  const written = writeContent(writer, value, v);
  if (!nillable) return [written];
  const type = nilTypeOf(value).map((name) => code`${writer.w}.attribute("xsi:type", ${literal(name)});`);
  const nil = [...type, code`${writer.w}.attribute("xsi:nil", "true");`];
  return [guarded(code`${v} === null`, nil), code`else ${written}`];
}

/** The type that a nil element names in `xsi:type`. */
function nilTypeOf(value: ValuePlan): readonly string[] {
  return value.kind === "record" && value.nilType !== undefined ? [value.nilType] : [];
}

/** The statement that writes bytes into the open element; `mediaType` is an expression for their media type. */
export function writeBytes(
  { codecs, w }: Writer,
  value: SimpleValuePlan,
  v: Code,
  mediaType = mediaTypeOf(value),
): Code {
  const write = codecs.runtime("writeBinary");
  return list(code`${write}(`, [w, codecs.simple(value), v, ...mediaType], ");");
}

/** The media type of the bytes, as an expression. */
function mediaTypeOf({ mediaType }: SimpleValuePlan): readonly Code[] {
  return mediaType === undefined ? [] : [literal(mediaType)];
}

/** The statement that writes the content of the open element. */
export function writeContent(writer: Writer, value: ValuePlan, v: Code): Code {
  const { codecs, w } = writer;
  switch (value.kind) {
    case "simple":
      if (isInPieces(value)) return code`${codecs.call("writePieces", w, v)};`;
      if (isBase64(value)) return writeBytes(writer, value, v);
      if (isReference(value)) return code`${w}.characters(${codecs.call("attach", w, v)});`;
      return code`${w}.characters(${codecs.printed(w, value, v)});`;
    case "enum":
      return code`${w}.characters(${codecs.printed(w, value, v)});`;
    case "record":
    case "list":
      return code`${codecs.write(value.type)}(${w}, ${v});`;
    case "anyType":
      return code`${codecs.call("writeAny", w, codecs.knownTypes(value.simple), v)};`;
    case "content":
      return code`${codecs.call("writeContent", w, v)};`;
  }
}

/** The statements that write a field of `v`. */
export function writeField(writer: Writer, field: ValueFieldPlan, v: Code): readonly Code[] {
  if (field.kind === "attachment") return [writeAttachment(writer, field, v)];
  return writeOccurrences(writer, field, access(v, field.property));
}

/** The statement that sends the attachment of a message. */
export function writeAttachment({ codecs, w }: Writer, { name, property }: ValueFieldPlan, v: Code): Code {
  return code`${codecs.call("attach", w, access(v, property), literal(name))};`;
}

/** The elements of a field, which may be an array of values. */
export function writeOccurrences(writer: Writer, field: ValueFieldPlan, v: Code): readonly Code[] {
  if (!field.repeated) return writeMaybe(writer, field, v);
  const each = { ...field, required: true };
  return [eachRow(writer, v, field.required, (inner, item) => writeMaybe(inner, each, item))];
}

/** Writes each of several values with these statements; none where there may be no rows. */
export function eachRow(
  writer: Writer,
  v: Code,
  required: boolean,
  statements: (inner: Writer, item: Code) => readonly Code[],
): Code {
  const inner = writer.inner();
  const item = asValue(inner.scope.local("item"));
  const rows = required ? v : code`${v} ?? []`;
  const head = code`${writer.codecs.runtime("writeEach")}(${writer.w}, ${rows}, (${item}) =>`;
  return block(head, statements(inner, item), "});");
}

/** The parts of a field that writing an element uses. */
type Written = Pick<ValueFieldPlan, "element" | "value" | "required" | "nillable">;

/** Nothing for undefined, xsi:nil for null. */
export function writeMaybe(writer: Writer, field: Written, v: Code): readonly Code[] {
  const { element, value, required, nillable } = field;
  const written = writeValue(writer, element.tag, value, v);
  if (!nillable) return required ? written : [guarded(code`${v} !== undefined`, written)];
  const names = [element.tag, ...nilTypeOf(value)].map(literal);
  const nil = code`${writer.codecs.call("writeNil", writer.w, ...names)};`;
  const first = guarded(code`${v} === null`, [nil]);
  const condition = required ? "" : code` if (${v} !== undefined)`;
  const [only, ...others] = written;
  if (only !== undefined && others.length === 0) return [first, code`else${condition} ${only}`];
  return [first, block(code`else${condition}`, written)];
}

/** Statements that write the element of a value that is there. */
function writeValue(writer: Writer, tag: string, value: ValuePlan, v: Code): readonly Code[] {
  const { codecs, w } = writer;
  const quoted = literal(tag);
  if (value.xsiType !== undefined) return writeTyped(writer, quoted, value, value.xsiType, v);
  if ((value.kind === "simple" || value.kind === "enum") && hasPrefixes(value))
    return writeOpened(writer, quoted, value, v);
  switch (value.kind) {
    case "simple":
      return isInPieces(value)
        ? writeOpened(writer, quoted, value, v)
        : [writeSimple(writer, quoted, value, v)];
    case "enum":
      return [code`${w}.text(${quoted}, ${codecs.simple(value)}.print(${v}));`];
    case "anyType":
    case "content":
    case "list":
    case "record":
      return writeOpened(writer, quoted, value, v);
  }
}

/** Statements that write the start tag, the content and the end tag one by one. */
function writeOpened(writer: Writer, quoted: string, value: ValuePlan, v: Code): readonly Code[] {
  const { w } = writer;
  return [code`${w}.open(${quoted});`, writeContent(writer, value, v), code`${w}.close(${quoted});`];
}

/** As above, with the type in `xsi:type`; the function of a type with derived ones writes it itself. */
function writeTyped(
  writer: Writer,
  quoted: string,
  value: ValuePlan,
  type: string,
  v: Code,
): readonly Code[] {
  const { w } = writer;
  const choosing = value.kind === "record" && value.derived;
  return [
    code`${w}.open(${quoted});`,
    ...(choosing ? [] : [code`${w}.attribute("xsi:type", ${literal(type)});`]),
    writeContent(writer, value, v),
    code`${w}.close(${quoted});`,
  ];
}

/** Types whose texts hold no character that needs escaping. Lists and unions may have items and members of any type. */
const plainTypes = new Set(["number", "bigint", "boolean", "Decimal", "Guid", "Uint8Array", "XsdDateTime"]);

function writeSimple({ codecs, w }: Writer, name: string, value: SimpleValuePlan, v: Code): Code {
  if (isPlainString(value)) return code`${w}.text(${name}, ${v});`;
  if (isReference(value)) return code`${w}.text(${name}, ${codecs.call("attach", w, v)});`;
  if (isBase64(value))
    return list(
      code`${codecs.runtime("writeBytes")}(`,
      [w, name, codecs.simple(value), v, ...mediaTypeOf(value)],
      ");",
    );
  const method = value.shape === undefined && plainTypes.has(value.typescript) ? "plain" : "text";
  return code`${w}.${method}(${name}, ${codecs.simple(value)}.print(${v}));`;
}

export function writeList(codecs: CodecFile, self: ConstantSymbol, plan: ListPlan): Code {
  const { itemElement, item, nillable } = plan;
  const { itemType, dimensions } = plan.soapArray ?? {};
  const written = { element: itemElement, value: item, required: true, nillable };
  return writeFunction(
    codecs,
    code`function ${asValue(self)}`,
    gridType({ item, nillable, dimensions }, codecs.types),
    (writer, v) =>
      itemType !== undefined && dimensions !== undefined
        ? [writeGrid(writer, itemType, dimensions, written, v)]
        : writeRows(writer, itemType, written, v),
  );
}

/** Statements that write the items of a list or an array of one dimension. */
function writeRows(writer: Writer, itemType: string | undefined, written: Written, v: Code): readonly Code[] {
  const typed =
    itemType === undefined
      ? []
      : [code`${writer.codecs.call("writeSoapArray", writer.w, literal(itemType), v)};`];
  return [...typed, eachRow(writer, v, true, (inner, each) => writeMaybe(inner, written, each))];
}

/** The statement that writes the items of an array of several dimensions. */
function writeGrid(writer: Writer, itemType: string, dimensions: number, written: Written, v: Code): Code {
  const inner = writer.inner();
  const item = asValue(inner.scope.local("item"));
  const values = [writer.w, literal(itemType), String(dimensions), v];
  const type = valueType(written.value, writer.codecs.types);
  const head = code`${writer.codecs.runtime("writeSoapGrid")}${typing`<${type}, ${String(dimensions)}>`}(${joined(values, ", ")}, (${item}) =>`;
  return block(head, writeMaybe(inner, written, item), "});");
}

/** Writes the `xsi:type` and the content of a value of a type with derived types, after the start tag of its element. */
export function writeChoice(codecs: CodecFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { type, abstract, xsiType, fieldsType, variants } = record;
  const derived = abstract ? variants : variants.slice(1);
  return writeFunction(codecs, code`function ${asValue(self)}`, codecs.types.record(type), ({ w }, v) => {
    const cases = derived.map((variant) =>
      casePart(`case ${literal(variant.tag)}:`, [
        code`${w}.attribute("xsi:type", ${literal(variant.wire.tag)});`,
        // Without strictNullChecks `$type` does not narrow the value.
        code`${codecs.write(variant.fieldsType)}(${w}, ${v}${typing` as ${codecs.types.record(variant.fieldsType)}`});`,
        "return;",
      ]),
    );
    const itself = (): readonly Code[] => [
      ...(xsiType === undefined ? [] : [code`${w}.attribute("xsi:type", ${literal(xsiType)});`]),
      code`${codecs.write(fieldsType)}(${w}, ${v});`,
    ];
    return [
      block(code`switch (${v}.$type)`, [...cases, ...(abstract ? [] : [casePart("default:", itself())])]),
    ];
  });
}

/** One case of a switch. */
export function casePart(head: string, statements: readonly Code[]): Code {
  return [head, indented(statements.map((each) => [newLine, each]))];
}
