/**
 * The types of a contract that elements of type xs:anyType may have, as a constant: an object, because the compiler compares each item of
 * a list with all others.
 */
import { isSimple, type KnownTypePlan, type OpenTypesPlan } from "../../plan/data/open-types.js";
import { code, key, object, openObject, value as asValue, type Code, typing, late } from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import type { CodecFile } from "./codec-file.js";

export function knownTypesConstant(
  codecs: CodecFile,
  self: ConstantSymbol,
  { types, knownTypes, knownSimpleTypes }: OpenTypesPlan,
  onlySimple: boolean,
): Code {
  const shown = onlySimple ? types.filter(isSimple) : types;
  const known = onlySimple ? knownSimpleTypes : (knownTypes ?? knownSimpleTypes);
  const argument = known === undefined ? "" : code`<${codecs.types.record(known)}>`;
  return [
    code`const ${asValue(self)}${typing`: ${codecs.type("KnownTypes")}${argument}`} = /* @__PURE__ */ ${codecs.runtime("knownTypes")}(`,
    openObject(
      "",
      shown.map((type) => code`${property(type.tag)}: ${knownType(codecs, type)}`),
      "});",
    ),
  ];
}

/** A name in an object literal, where `__proto__` would be the prototype. */
function property(tag: string): string {
  return tag === "__proto__" ? '["__proto__"]' : key(tag);
}

function knownType(codecs: CodecFile, { wire, isDeclared, value }: KnownTypePlan): Code {
  const isRecord = value.kind === "list" || value.kind === "fields";
  const name = [
    code`type: ${isRecord ? codecs.qualifiedName(value.type) : codecs.namespaces.qName(wire)}`,
    ...(isDeclared ? [`written: ${literal(wire.tag)}`] : []),
  ];
  switch (value.kind) {
    case "simple":
    case "enum":
      return object("", [...name, code`simple: ${codecs.text(value)}`]);
    case "list":
      return object("", [
        ...name,
        "wrapped: true",
        code`read: ${late(codecs.read(value.type))}`,
        code`write: ${late(codecs.write(value.type))}`,
      ]);
    case "fields":
      return object("", [
        ...name,
        code`read: ${late(codecs.read(value.type))}`,
        code`write: ${late(codecs.write(value.fieldsType))}`,
      ]);
  }
}
