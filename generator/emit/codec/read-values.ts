/** Expressions and functions that read values, lists and types that `xsi:type` chooses. */
import type { FieldPlan, FieldValuePlan, ValueFieldPlan, ValuePlan } from "../../plan/data/members.js";
import type { QNamePlan } from "../../plan/data/names.js";
import type { ListPlan, RecordPlan } from "../../plan/data/records.js";
import {
  assigned,
  block,
  code,
  guarded,
  indented,
  list,
  newLine,
  object,
  openList,
  value as asValue,
  type Code,
  typing,
  late,
} from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { arrayType, gridType } from "../type-text/value-types.js";
import { called, type CodecFile } from "./codec-file.js";

/** The method of the reader, or the function with a reader parameter, that reads a value, and its arguments. */
interface ReadCall {
  readonly read: Code;
  readonly values: readonly Code[];
}

/** A reader in a function, as an expression. */
export interface Reader {
  readonly codecs: CodecFile;
  readonly r: Code;
}

/** `previous` is the value that was read under the same name before. */
function readCall({ codecs, r }: Reader, value: ValuePlan, nillable: boolean, previous: Code): ReadCall {
  const method = (name: string, ...values: readonly Code[]): ReadCall => ({ read: [r, ".", name], values });
  const runtime = (name: string, ...values: readonly Code[]): ReadCall => ({
    read: codecs.runtime(name),
    values: [r, ...values],
  });
  switch (value.kind) {
    case "simple":
    case "enum":
      return nillable
        ? runtime("readNillable", codecs.element(value), previous)
        : method("value", codecs.element(value), previous);
    case "anyType": {
      const name = `read${nillable ? "Nillable" : ""}Any${value.simple ? "Simple" : ""}`;
      return runtime(name, codecs.knownTypes(value.simple), previous);
    }
    case "content":
      return runtime(nillable ? "readNillableContent" : "readContent", previous);
    case "list":
    case "record": {
      if (value.kind === "list" || !value.derived) {
        const values = [codecs.read(value.type), codecs.qualifiedName(value.type), previous];
        return nillable ? runtime("readNillableRecord", ...values) : method("record", ...values);
      }
      const declared = value.abstract ? "undefined" : codecs.qualifiedName(value.type);
      const name = nillable ? "readNillableDerived" : "readDerived";
      return runtime(name, codecs.variants(value.type), declared, previous);
    }
  }
}

/** The call as an expression. */
export function readValue(reader: Reader, value: ValuePlan, nillable: boolean): Code {
  const { read, values } = readCall(reader, value, nillable, "undefined");
  return called(read, ...values);
}

/** The statement that reads a value into a variable, which may hold one already. */
export function readInto(reader: Reader, variable: Code, { value, nillable }: ValueFieldPlan): Code {
  const { read, values } = readCall(reader, value, nillable, variable);
  return list(code`${variable} = ${read}(`, values, ");");
}

/** A required value that was absent: refused, or in lenient reading the default of its type. */
export function orAbsent(
  reader: Reader,
  { name, value, required, nillable }: FieldPlan,
  variable: Code,
): Code {
  if (!required) return variable;
  if (nillable) return reader.codecs.call("presentNillable", reader.r, variable, literal(name));
  return orRefused(reader, name, value, variable);
}

/** The value, or what stands for it when it is absent. */
function orRefused({ codecs, r }: Reader, name: string, value: FieldValuePlan, read: Code): Code {
  if (value.kind === "simple" || value.kind === "enum")
    return code`${read} ?? ${r}.absent(${literal(name)}, ${codecs.simple(value)})`;
  // For `??` the compiler compares each type of a union with all others: those of a thousand are too many for it.
  return value.kind === "anyType" || (value.kind === "record" && value.derived)
    ? code`${r}.present(${read}, ${literal(name)})`
    : code`${read} ?? ${r}.absentRecord(${literal(name)})`;
}

/** The element that was entered, as an expression. */
export function readElement(
  reader: Reader,
  { name, value, nillable }: Pick<ValueFieldPlan, "name" | "value" | "nillable">,
): Code {
  const read = readValue(reader, value, nillable);
  return nillable ? read : orRefused(reader, name, value, read);
}

/** The statement that takes an item of a list. One without a value exists in lenient reading only; the reader decides if it keeps its place. */
export function takeItem({ r }: Reader, item: Code, take: Code): Code {
  return guarded(code`${item} !== undefined || ${r}.keeps?.(${item})`, [take]);
}

/** Runs the statements for a child of that name, and passes any other. */
export function ifNamed({ codecs, r }: Reader, element: QNamePlan, statements: readonly Code[]): Code {
  const { namespace, name } = element;
  const condition = code`if (${r}.namespace === ${codecs.namespaces.of(namespace)} && ${r}.name === ${literal(name)})`;
  return [block(condition, statements, "} else {"), indented(newLine, r, ".skip();"), newLine, "}"];
}

export function readList(codecs: CodecFile, self: ConstantSymbol, plan: ListPlan): Code {
  const { itemElement, item, nillable, soapArray } = plan;
  const scope = codecs.scope();
  const r = asValue(scope.local("r"));
  const reader = { codecs, r };
  const { dimensions } = soapArray ?? {};
  const type = gridType({ item, nillable: soapArray !== undefined || nillable, dimensions }, codecs.types);
  const head = list(
    code`function ${asValue(self)}(`,
    [code`${r}${typing`: ${codecs.type("XmlReader")}`}`],
    code`)${typing`: ${type}`}`,
  );
  // Items of an array may have any name, and be at any place.
  if (soapArray !== undefined) {
    const one = code`() => ${readValue(reader, item, true)}`;
    const read =
      dimensions === undefined
        ? codecs.call("readSoapArray", r, one)
        : codecs.call("readSoapGrid", r, String(dimensions), one);
    return block(head, [code`return ${read};`]);
  }
  const items = asValue(scope.local("items"));
  const one = asValue(scope.local("item"));
  const read = readValue(reader, item, nillable);
  const add = nillable
    ? [list(code`${items}.push(`, [read], ");")]
    : [assigned(code`const ${one} =`, read), takeItem(reader, one, code`${items}.push(${one});`)];
  return block(head, [
    code`const ${items}${typing`: ${arrayType(item, nillable, codecs.types)}`} = [];`,
    block(code`while (${r}.child())`, [ifNamed(reader, itemElement, add)]),
    code`return ${items};`,
  ]);
}

/** The types that may be used where a record with derived types is declared. */
export function readChoice(codecs: CodecFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { type: declared, abstract, variants } = record;
  const readers = variants.map((variant, at) => {
    const type = code`type: ${codecs.qualifiedName(variant.type)}`;
    const read = codecs.read(variant.type);
    if (!abstract && at === 0) return object("", [type, code`read: ${late(read)}`]);
    const r = asValue(codecs.scope().local("r"));
    const tagged = [`$type: ${literal(variant.tag)}`, code`...${read}(${r})`];
    return object("", [type, object(code`read: (${r}) => (`, tagged, ")")]);
  });
  const head = code`const ${asValue(self)}${typing`: readonly ${codecs.type("TypeReader")}<${codecs.types.record(declared)}>[]`} = [`;
  return openList(head, readers, "];");
}

/** The qualified name of a record or list. */
export function typeName(codecs: CodecFile, self: ConstantSymbol, plan: RecordPlan | ListPlan): Code {
  const array = "soapArray" in plan ? plan.soapArray : undefined;
  const isArray = array !== undefined;
  const derived = (array?.derived ?? []).map((each) => codecs.namespaces.qName(each));
  return object(
    code`const ${asValue(self)}${typing`: ${codecs.type(isArray ? "SoapArrayName" : "QualifiedName")}`} = `,
    [
      codecs.namespaces.property(plan.wire.namespace),
      `name: ${literal(plan.wire.name)}`,
      ...(isArray ? [list("soapArray: [", derived, "]")] : []),
    ],
    ";",
  );
}
