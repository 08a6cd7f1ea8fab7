/** Types of a contract that values of xs:anyType and xs:anySimpleType may have. */
import { isSoapEncodingNamespace } from "../../../model/built-in.js";
import type { ComplexTypeModel, SimpleTypeModel } from "../../../model/types.js";
import {
  isSimple,
  type KnownTypePlan,
  type KnownValuePlan,
  type OpenTypesPlan,
} from "../../data/open-types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { asRepresented, withNames } from "../simple-types/represented.js";
import { planSimpleValue } from "../simple-types/simple-values.js";
import { isOpenContent } from "./lists.js";
import { fieldsType } from "./records.js";
import { planLiteralValue } from "./values.js";

/** Undefined for a contract that uses neither. */
export function planOpenTypes(contract: NamedContract): OpenTypesPlan | undefined {
  const { openTypes } = contract;
  const name = (wanted: "AnyType" | "AnySimpleType") =>
    openTypes.has(wanted) ? openTypes.of(wanted) : undefined;
  const [anyType, anySimpleType] = [name("AnyType"), name("AnySimpleType")];
  if (anyType === undefined && anySimpleType === undefined) return undefined;
  const { simpleTypes, complexTypes } = contract.model;
  const declared = [...simpleTypes, ...(anyType === undefined ? [] : complexTypes)];
  const types = withTags(contract, declared.filter(isNamed));
  const simple = types.filter(isSimple);
  return {
    anyType,
    anySimpleType,
    knownSimpleTypes: simple.length > 0 ? openTypes.of("KnownSimpleTypes") : undefined,
    knownTypes: types.length > simple.length ? openTypes.of("KnownTypes") : undefined,
    types,
  };
}

/** Types of the SOAP encodings are read as those of XML Schema. */
function isNamed({ anonymous, namespace }: SimpleTypeModel | ComplexTypeModel): boolean {
  return !anonymous && !isSoapEncodingNamespace(namespace);
}

/** `$type` is the name of the type, made different where two types share it, as for derived types. */
function withTags(
  contract: NamedContract,
  declared: readonly (SimpleTypeModel | ComplexTypeModel)[],
): readonly KnownTypePlan[] {
  const found = declared.flatMap((type) => {
    const value = knownValue(contract, type);
    return value === undefined ? [] : [{ type, value }];
  });
  const counts = new Map<string, number>();
  for (const { type } of found) {
    const { name } = contract.typeName(type);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const prefixed = new Set(contract.namespaces.prefixed.map(({ uri }) => uri));
  return found.map(({ type, value }) => {
    const { name, unique } = contract.typeName(type);
    const wire = contract.qName(type);
    const isDeclared = prefixed.has(type.namespace) || isDefault(contract, type.namespace);
    return { tag: counts.get(name) === 1 ? name : unique, wire, isDeclared, value };
  });
}

/** True for the namespace of names without a prefix. */
function isDefault({ namespaces }: NamedContract, uri: string): boolean {
  return uri === namespaces.main.uri && namespaces.main.prefix === "" && uri !== "";
}

/** Undefined for a type that no value has, or that is XML. */
function knownValue(
  contract: NamedContract,
  type: SimpleTypeModel | ComplexTypeModel,
): KnownValuePlan | undefined {
  if (!("abstract" in type)) {
    const value = planSimpleValue(contract, type.id);
    if (value === undefined || (value.kind === "simple" && value.constant === "swaRef")) return undefined;
    const { representations } = contract;
    if (representations.values === "plain") return asRepresented(value, representations);
    return representations.qnames === "resolved" ? withNames(value) : value;
  }
  if (type.abstract || type.soapArray || isOpenContent(contract, type)) return undefined;
  const value = planLiteralValue(contract, type.id);
  if (value.kind === "list") return value;
  if (value.kind !== "record") return undefined;
  return { kind: "fields", type: value.type, fieldsType: fieldsType(contract, type) };
}
