/** Constants of the simple types that a contract declares. */
import {
  type EnumPlan,
  type EnumValuePlan,
  type FacetsPlan,
  hasPrefixes,
  hasQualifiedNames,
  isResolved,
  type NarrowedPlan,
  partsOf,
  type QualifiedPlan,
  type SimpleValuePlan,
} from "../../plan/data/simple-types.js";
import {
  assignedCall,
  code,
  joined,
  list,
  object,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { distinctTypes, originalType, valueType } from "../type-text/value-types.js";
import { type CodecFile, hasTranslatedNames } from "./codec-file.js";

/** Bundlers drop unused constants that are marked as free of side effects. */
const pure = "/* @__PURE__ */ ";

/** With more values, a bundle is much longer for the constant of an enumeration, which has each of them twice. */
const fewValues = 100;

export function enumConstant(codecs: CodecFile, self: ConstantSymbol, plan: EnumPlan): Code {
  const { type, wire, base, numeric, members } = plan;
  const values =
    members.length <= fewValues
      ? asValue(codecs.types.enumeration(type).symbol)
      : list(
          "[",
          members.map(({ value }) => (numeric ? String(Number(value)) : literal(value))),
          "]",
        );
  return assignedCall(
    declared(codecs, self, codecs.types.enumeration(type)),
    code`${pure}${codecs.runtime("enumeration")}`,
    [literal(wire), values, ...(base === "string" ? [] : [codecs.runtime(base)])],
  );
}

/** `const name: XsdType<values>`: with a type, so that declarations can be made from each file alone. */
function declared(
  codecs: CodecFile,
  self: ConstantSymbol,
  values: Code,
  generic: "XsdType" | "QualifiedType" = "XsdType",
): Code {
  return code`const ${asValue(self)}${typing`: ${codecs.type(generic)}<${values}>`}`;
}

export function narrowedConstant(codecs: CodecFile, self: ConstantSymbol, plan: NarrowedPlan): Code {
  const name = literal(plan.wire);
  const head = (values: Code): Code => declared(codecs, self, values);
  switch (plan.kind) {
    case "restriction":
      return assignedCall(
        head(valueType(plan.base, codecs.types)),
        code`${pure}${codecs.runtime("restriction")}`,
        [name, codecs.simple(plan.base)],
        object("", facetMembers(codecs, plan.facets)),
      );
    case "list": {
      const values = code`${codecs.type("SimpleList")}<${valueType(plan.item, codecs.types)}>`;
      return assignedCall(head(values), code`${pure}${codecs.runtime("listOf")}`, [
        name,
        codecs.simple(plan.item),
      ]);
    }
    case "union": {
      const types = joined(
        distinctTypes(plan.members).map((member) => valueType(member, codecs.types)),
        " | ",
      );
      const members = plan.members.map((member) => codecs.simple(member));
      return assignedCall(
        head(types),
        code`${pure}${codecs.runtime("unionOf")}`,
        [name],
        list("[", members, "]"),
      );
    }
  }
}

function facetMembers(
  codecs: CodecFile,
  { limits, pattern, isBounded, enumeration }: FacetsPlan,
): readonly Code[] {
  return [
    ...limits.map(({ name, value }) => `${name}: ${typeof value === "number" ? value : literal(value)}`),
    ...(pattern === undefined ? [] : [patternMember(codecs, pattern, isBounded)]),
    ...(enumeration.length === 0 ? [] : [list("enumeration: [", enumeration.map(literal), "]")]),
  ];
}

/** An automaton, and what makes it, only where the platform's engine might be slow. */
function patternMember(codecs: CodecFile, pattern: string, isBounded: boolean): Code {
  const expression = code`new ${codecs.global("RegExp")}(`;
  const values = [literal(pattern), '"v"'];
  if (isBounded) return list(code`pattern: ${expression}`, values, ")");
  return list(code`pattern: ${codecs.runtime("matcherOf")}(`, [list(expression, values, ")")], ")");
}

/** A type under the name that `xsi:type` may have, with the prefixes of its values. */
export function elementConstant(
  codecs: CodecFile,
  self: ConstantSymbol,
  value: SimpleValuePlan | EnumValuePlan,
): Code {
  const { alias } = value;
  const type = codecs.simple(value);
  const named = alias === undefined ? type : codecs.call("named", literal(alias.wire), type);
  const values = valueType(value, codecs.types);
  if (!hasTranslatedNames(value)) return [declared(codecs, self, values), " = ", pure, named, ";"];
  const head = declared(codecs, self, values, "QualifiedType");
  return assignedCall(head, code`${pure}${codecs.runtime("qualified")}`, [named, namesIn(codecs, value)]);
}

/**
 * The names in the texts of a type that the contract lists, or a type without such names.
 * @param fixed prefixes of the names in a fixed value, of which this is the type or a part
 */
function namesIn(
  codecs: CodecFile,
  value: SimpleValuePlan | EnumValuePlan,
  fixed = value.constraint?.prefixes,
): Code {
  const type =
    value.constraint?.prefixes === undefined ? codecs.unconstrained(value) : codecs.original(value);
  if (fixed === undefined && !hasQualifiedNames(value)) return type;
  if (value.kind === "enum" || value.shape === undefined) {
    const own = value.kind === "enum" ? value.qualified : undefined;
    const prefixes = prefixRows(own ?? fixed ?? []);
    return list(code`${pure}${codecs.runtime("enumeratedNames")}(`, [type, list("[", prefixes, "]")], ")");
  }
  const parts = partsOf(value.shape).map((part) => namesIn(codecs, part, fixed));
  return value.shape.kind === "list"
    ? list(code`${pure}${codecs.runtime("namesInList")}(`, [type, ...parts], ")")
    : list(code`${pure}${codecs.runtime("namesInUnion")}(`, [type, list("[", parts, "]")], ")");
}

/** A simple type whose values are represented otherwise. */
export function representedConstant(codecs: CodecFile, self: ConstantSymbol, value: SimpleValuePlan): Code {
  if (isResolved(value)) return resolvedConstant(codecs, self, value);
  const by = codecs.runtime(value.represented?.by ?? "");
  const head = declared(codecs, self, valueType(value, codecs.types));
  return assignedCall(head, code`${pure}${by}`, [codecs.original(value)]);
}

/** A type of names with their namespaces. */
function resolvedConstant(codecs: CodecFile, self: ConstantSymbol, value: SimpleValuePlan): Code {
  const { constraint, represented } = value;
  const prefixes = prefixRows(represented?.names?.prefixes ?? []);
  const options = [
    ...(codecs.hasDefaultNamespace ? [] : ["unprefixed: true"]),
    ...(prefixes.length === 0 ? [] : [list("prefixes: [", prefixes, "]")]),
    ...(constraint === undefined ? [] : [`${constraint.kind}: ${literal(constraint.lexical)}`]),
  ];
  return assignedCall(
    declared(codecs, self, valueType(value, codecs.types), "QualifiedType"),
    code`${pure}${codecs.runtime("resolved")}`,
    [codecs.unconstrained(value), resolvedType(codecs, value)],
    options.length === 0 ? undefined : object("", options),
  );
}

/** The same for each part of its values; a type without names is unchanged. */
function resolvedType(codecs: CodecFile, value: SimpleValuePlan | EnumValuePlan): Code {
  const type = codecs.unconstrained(value);
  const call = (name: string, ...values: readonly Code[]): Code =>
    list(code`${pure}${codecs.runtime(name)}(`, values, ")");
  if (value.kind === "enum")
    return hasQualifiedNames(value) ? call("resolvedEnumeration", type, namesIn(codecs, value)) : type;
  const { shape } = value;
  if (shape === undefined) return isResolved(value) ? call("resolvedName", type) : codecs.simple(value);
  if (!hasPrefixes(value)) return type;
  const parts = partsOf(shape).map((part) => resolvedType(codecs, part));
  if (shape.kind === "list") return call("resolvedList", type, ...parts);
  const types = distinctTypes(shape.members).map((member) => valueType(member, codecs.types));
  return list(
    code`${pure}${codecs.runtime("resolvedUnion")}${typing`<${joined(types, " | ")}>`}(${type}, [`,
    parts,
    "])",
  );
}

function prefixRows(prefixes: QualifiedPlan): readonly Code[] {
  return prefixes.map(
    ({ prefix, namespace }) => code`{ prefix: ${literal(prefix)}, namespace: ${literal(namespace)} }`,
  );
}

/** A simple type with a default or fixed value. */
export function constraintConstant(
  codecs: CodecFile,
  self: ConstantSymbol,
  value: SimpleValuePlan | EnumValuePlan,
): Code {
  const { kind = "default", lexical = "" } = value.constraint ?? {};
  const wrap = codecs.runtime(kind === "default" ? "withDefault" : "withFixed");
  return assignedCall(declared(codecs, self, originalType(value, codecs.types)), code`${pure}${wrap}`, [
    codecs.unconstrained(value),
    literal(lexical),
  ]);
}
