/** Functions of lists, of types with derived ones, of ordered content and of values of any type. */
import type { ItemsValuePlan } from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { KnownTypePlan } from "../../plan/data/open-types.js";
import type { ListPlan, RecordPlan } from "../../plan/data/records.js";
import { casePart } from "../codec/write-values.js";
import {
  block,
  code,
  key,
  list,
  object,
  openObject,
  value as asValue,
  type Code,
  typing,
  late,
} from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { gridType } from "../type-text/value-types.js";
import type { JsonFile } from "./json-file.js";
import { writeFunction } from "./write-members.js";

/** A function with the parameters reader and value. */
export function readFunction(
  json: JsonFile,
  head: Code,
  type: Code,
  statements: (r: Code, v: Code) => readonly Code[],
): Code {
  const scope = json.codecs.scope();
  const [r, v] = [asValue(scope.local("r")), asValue(scope.local("v"))];
  const parameters = [code`${r}${typing`: ${json.type("JsonReader")}`}`, code`${v}${typing`: unknown`}`];
  return block(list(code`${head}(`, parameters, code`)${typing`: ${type}`}`), statements(r, v));
}

function listParts(json: JsonFile, { item, nillable, soapArray }: ListPlan) {
  const { dimensions = 1 } = soapArray ?? {};
  const isNillable = nillable || soapArray !== undefined;
  return {
    type: gridType({ item, nillable: isNillable, dimensions }, json.codecs.types),
    functions: json.one({ value: item, nillable: isNillable }),
    dimensions,
  };
}

export function readList(json: JsonFile, self: ConstantSymbol, plan: ListPlan): Code {
  const { type, functions, dimensions } = listParts(json, plan);
  return readFunction(json, code`function ${asValue(self)}`, type, (r, v) => {
    let read = functions.read;
    for (let more = 1; more < dimensions; more++) {
      const scope = json.codecs.scope();
      const [inner, row] = [asValue(scope.local("reader")), asValue(scope.local("row"))];
      const before = read;
      read = code`(${inner}, ${row}) => ${list(code`${inner}.items(`, [before, row], ")")}`;
    }
    return [list(code`return ${r}.items(`, [read, v], ");")];
  });
}

export function writeList(json: JsonFile, self: ConstantSymbol, plan: ListPlan): Code {
  const { type, functions, dimensions } = listParts(json, plan);
  return writeFunction(json, code`function ${asValue(self)}`, type, (w, v) => [
    writeGrid(json, functions.write, dimensions, { w, v }),
  ]);
}

/** The statement that writes an array of arrays. */
function writeGrid(
  json: JsonFile,
  write: Code,
  dimensions: number,
  { w, v }: { readonly w: Code; readonly v: Code },
): Code {
  if (dimensions === 1) return list(code`${w}.items(`, [v, write], ");");
  const scope = json.codecs.scope();
  const inner = { w: asValue(scope.local("writer")), v: asValue(scope.local("row")) };
  return block(
    code`${w}.items(${v}, (${inner.w}, ${inner.v}) =>`,
    [writeGrid(json, write, dimensions - 1, inner)],
    "});",
  );
}

/** Reads a record or one derived from it, by `$type`. */
export function readDerived(json: JsonFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { type, abstract, variants } = record;
  return readFunction(json, code`function ${asValue(self)}`, json.codecs.types.record(type), (r, v) => {
    const cases = variants.map((variant, at) => {
      const read = code`${json.functions("fields", variant.type).read}(${r}, ${v})`;
      if (!abstract && at === 0) return casePart("case undefined:", [code`return ${read};`]);
      return casePart(`case ${literal(variant.tag)}:`, [
        object("return ", [`$type: ${literal(variant.tag)}`, code`...${read}`], ";"),
      ]);
    });
    const tags = variants.slice(abstract ? 0 : 1).map(({ tag }) => JSON.stringify(tag));
    const accepted = tags.length > 20 ? [...tags.slice(0, 20), "others"] : tags;
    const other = casePart("default:", [
      list(code`return ${r}.unknownType(`, [literal(accepted.join(", "))], ");"),
    ]);
    return [block(code`switch (${r}.tag(${v}))`, [...cases, other])];
  });
}

export function writeDerived(json: JsonFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { type, abstract, variants, fieldsType } = record;
  return writeFunction(json, code`function ${asValue(self)}`, json.codecs.types.record(type), (w, v) => {
    const derived = abstract ? variants : variants.slice(1);
    const cases = derived.map((variant) => {
      // Without strictNullChecks `$type` does not narrow the value.
      const fields = code`${v}${typing` as ${json.codecs.types.record(variant.fieldsType)}`}`;
      return casePart(`case ${literal(variant.tag)}:`, [
        code`${w}.first(${literal(`"$type":${JSON.stringify(variant.tag)}`)});`,
        json.writeFields(variant.type, w, fields),
        "return;",
      ]);
    });
    const itself = json.writeFields(
      type,
      w,
      code`${v}${typing` as ${json.codecs.types.record(fieldsType)}`}`,
    );
    return [
      block(code`switch (${v}.$type)`, [...cases, ...(abstract ? [] : [casePart("default:", [itself])])]),
    ];
  });
}

/** Reads one of the elements of ordered content, `{ "name": ..., "value": ... }`, or a text between them. */
export function readItem(json: JsonFile, self: ConstantSymbol, { type, items, mixed }: ItemsValuePlan): Code {
  return readFunction(json, code`function ${asValue(self)}`, json.codecs.types.record(type), (r, v) => {
    const text = mixed
      ? [code`if (typeof ${v} === "string") return ${r}.here(${json.runtime("jsonString")}, ${v});`]
      : [];
    const scope = json.codecs.scope();
    const item = asValue(scope.local("item"));
    const cases = items.map(({ tag, field }) => {
      const value = list(code`${r}.record(`, [json.one(field).read, code`${item}.value`, '"value"'], ")");
      return casePart(`case ${literal(tag)}:`, [
        object("return ", [`name: ${literal(tag)}`, code`value: ${value}`], ";"),
      ]);
    });
    if (items.length === 0) return [code`return ${r}.here(${json.runtime("jsonString")}, ${v});`];
    const tags = items.map(({ tag }) => JSON.stringify(tag)).join(", ");
    const other = casePart("default:", [list(code`return ${r}.unknownItem(`, [literal(tags)], ");")]);
    return [
      ...text,
      code`const ${item} = ${r}.item(${v});`,
      block(code`switch (${item}.name)`, [...cases, other]),
    ];
  });
}

export function writeItem(
  json: JsonFile,
  self: ConstantSymbol,
  { type, items, mixed }: ItemsValuePlan,
): Code {
  return writeFunction(json, code`function ${asValue(self)}`, json.codecs.types.record(type), (w, v) => {
    const text = mixed
      ? [
          block(code`if (typeof ${v} === "string")`, [
            code`${json.runtime("jsonString")}.write(${w}, ${v});`,
            "return;",
          ]),
        ]
      : [];
    if (items.length === 0) return [code`${json.runtime("jsonString")}.write(${w}, ${v});`];
    const cases = items.map(({ tag, field }) =>
      casePart(`case ${literal(tag)}:`, [
        code`${w}.open();`,
        code`${w}.raw(${literal(`"name":${JSON.stringify(tag)}`)});`,
        list(code`${w}.record(`, [literal('"value":'), json.one(field).write, code`${v}.value`], ");"),
        code`${w}.close();`,
        "return;",
      ]),
    );
    return [...text, block(code`switch (${v}.name)`, cases)];
  });
}

/** Codec of the values of xs:anyType, or of xs:anySimpleType. */
export function anyConstant(
  json: JsonFile,
  self: ConstantSymbol,
  value: TypeNamePlan,
  types: readonly KnownTypePlan[],
  simple: boolean,
): Code {
  const make = json.runtime(simple ? "jsonAnySimple" : "jsonAny");
  return [
    code`const ${asValue(self)}${typing`: ${json.type("AnyJson")}<${json.codecs.types.record(value)}>`} = /* @__PURE__ */ ${make}(`,
    openObject(
      "",
      types.map((type) => code`${tagKey(type.tag)}: ${knownType(json, type)}`),
      "});",
    ),
  ];
}

/** A name in an object literal, where `__proto__` would be the prototype. */
function tagKey(tag: string): string {
  return tag === "__proto__" ? '["__proto__"]' : key(tag);
}

function knownType(json: JsonFile, { value }: KnownTypePlan): Code {
  const { read, write } =
    value.kind === "fields" ? json.functions("fields", value.type) : json.one({ value, nillable: false });
  const isWrapped = value.kind !== "fields";
  return object("", [
    `wrapped: ${String(isWrapped)}`,
    code`read: ${late(read)}`,
    code`write: ${late(write)}`,
  ]);
}
