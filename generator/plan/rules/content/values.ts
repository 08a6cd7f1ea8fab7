import { createHash } from "node:crypto";
import { anySimpleType, anyType, isSoapEncoded, isSoapEncodingNamespace } from "../../../model/built-in.js";
import type { ComplexTypeModel, ElementParticle, Id } from "../../../model/types.js";
import type { ValuePlan } from "../../data/members.js";
import {
  type ConstraintPlan,
  type EnumValuePlan,
  isResolved,
  type QualifiedPlan,
  type SimpleValuePlan,
} from "../../data/simple-types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { asRepresented, hasNames } from "../simple-types/represented.js";
import { exampled, planSimpleValue, valueOf } from "../simple-types/simple-values.js";
import { allUses } from "../../../model/attribute-uses.js";
import { itemOccurs, isOpenContent, listItem } from "./lists.js";

/** TypeScript representation of the value of an element of this type. */
export function planValue(contract: NamedContract, id: Id): ValuePlan {
  const value = planLiteralValue(contract, id);
  // A value of any type names its own one.
  if (!contract.encoded || value.kind === "anyType" || contract.complexType(id)?.soapArray === true)
    return value;
  return { ...value, xsiType: xsiTypeOf(contract, id) };
}

const xsd = "{http://www.w3.org/2001/XMLSchema}";

/** A type as `xsi:type` names it; undefined for one that messages have no name for. Those of the encoding have twins in XML Schema. */
export function xsiTypeOf(contract: NamedContract, id: Id): string | undefined {
  if (id === anyType || id === anySimpleType) return undefined;
  if (id.startsWith(xsd)) return `xsd:${id.slice(xsd.length)}`;
  const type = contract.complexType(id) ?? contract.simpleType(id);
  if (type === undefined || type.anonymous) return undefined;
  if (isSoapEncodingNamespace(type.namespace))
    return `xsd:${type.name === "base64" ? "base64Binary" : type.name}`;
  const isDeclared = contract.namespaces.prefixed.some(({ uri }) => uri === type.namespace);
  return isDeclared ? contract.qName(type).tag : undefined;
}

/** As `planValue`, without the type for `xsi:type`. */
export function planLiteralValue(contract: NamedContract, id: Id): ValuePlan {
  const complex = contract.complexType(id);
  if (complex !== undefined) return planComplexValue(contract, complex);
  if (id === anyType || isSoapEncoded(id)) return anyTypeValue(contract);
  if (id === anySimpleType)
    return { kind: "anyType", type: contract.openTypes.of("AnySimpleType"), simple: true };
  const simple = planSimpleValue(contract, id);
  if (simple === undefined) throw new Error(`No type is called ${id}.`);
  return asRepresented(simple, contract.representations);
}

function anyTypeValue({ openTypes }: NamedContract): ValuePlan {
  return { kind: "anyType", type: openTypes.of("AnyType"), simple: false };
}

function planComplexValue(contract: NamedContract, type: ComplexTypeModel): ValuePlan {
  if (type.open === true) return anyTypeValue(contract);
  if (isOpenContent(contract, type)) return { kind: "content" };
  const item = listItem(contract, type);
  const name = contract.typeName(type);
  if (item !== undefined)
    return {
      kind: "list",
      type: name,
      item: planElementValue(contract, item),
      nillable: item.nillable,
      dimensions: type.dimensions,
      occurs: itemOccurs(contract, type),
    };
  const derived = contract.derived(type.id);
  const nilType = type.abstract ? nilTypeOf(contract, derived) : undefined;
  return { kind: "record", type: name, derived: derived.length > 0, abstract: type.abstract, nilType };
}

/** A nil element holds attributes: the first concrete type that does without any, or else the first. */
function nilTypeOf(contract: NamedContract, derived: readonly ComplexTypeModel[]): string | undefined {
  const concrete = derived.filter(({ abstract }) => !abstract);
  const bare = concrete.find((type) =>
    [...allUses(contract, type).values()].every(({ required }) => !required),
  );
  const chosen = bare ?? concrete[0];
  return chosen === undefined ? undefined : contract.qName(chosen).tag;
}

/** The value of an element, and the media type of its bytes. */
export function planContent(
  contract: NamedContract,
  { type, mediaType }: Pick<ElementParticle, "type"> & Partial<Pick<ElementParticle, "mediaType">>,
): ValuePlan {
  const value = planValue(contract, type);
  return mediaType === undefined || value.kind !== "simple" ? value : { ...value, mediaType };
}

/** The value of an element or attribute: its type, combined with its default or fixed value. */
export function planElementValue(
  contract: NamedContract,
  element: Pick<ElementParticle, "type" | "default" | "fixed" | "prefixes"> &
    Partial<Pick<ElementParticle, "mediaType">>,
): ValuePlan {
  const lexical = element.fixed ?? element.default;
  return lexical === undefined ? planContent(contract, element) : planTextValue(contract, element);
}

/** The value of an attribute, which is a text, combined with its default or fixed value. */
export function planTextValue(
  contract: NamedContract,
  element: Pick<ElementParticle, "type" | "default" | "fixed" | "prefixes"> &
    Partial<Pick<ElementParticle, "mediaType">>,
): ValuePlan {
  const { default: standard, fixed, prefixes, type } = element;
  const planned = type === anySimpleType ? valueOf(contract, type) : planContent(contract, element);
  const value = withPrefixes(planned, prefixes);
  const lexical = fixed ?? standard;
  if (lexical === undefined || (value.kind !== "simple" && value.kind !== "enum")) return value;
  const base = value.kind === "enum" ? `${value.type.unique}Type` : (value.narrowed ?? value.constant);
  const kind = fixed === undefined ? "default" : "fixed";
  const name = `${base}$${kind}$${slugOf(lexical)}`;
  if (fixed === undefined) return { ...value, constraint: { name, kind, lexical } };
  const constraint = { ...fixedNames(value, prefixes, name), kind, lexical } as const;
  return exampled(contract, type, { ...value, constraint }, fixed);
}

/** The prefixes in a fixed text, which a message replaces by its own; equal texts may have names of other namespaces. */
function fixedNames(
  value: SimpleValuePlan | EnumValuePlan,
  prefixes: QualifiedPlan | undefined,
  name: string,
): Pick<ConstraintPlan, "name" | "prefixes"> {
  if (prefixes === undefined || value.kind === "enum" || isResolved(value) || !hasNames(value))
    return { name };
  return { name: `${name}$${slugOfPrefixes(prefixes)}`, prefixes };
}

/** Names in a default or fixed value have the prefixes of the schema. */
function withPrefixes(value: ValuePlan, prefixes: QualifiedPlan | undefined): ValuePlan {
  if (prefixes === undefined || value.kind !== "simple" || value.represented?.by !== "resolved") return value;
  return {
    ...value,
    represented: { ...value.represented, names: { slug: slugOfPrefixes(prefixes), prefixes } },
  };
}

function slugOfPrefixes(prefixes: QualifiedPlan): string {
  return slugOf(prefixes.map(({ prefix, namespace }) => `${prefix}=${namespace}`).join(" "));
}

/** A short word is used unchanged; any other text is represented by its hash. */
function slugOf(lexical: string): string {
  if (/^\w{1,24}$/.test(lexical)) return lexical;
  return createHash("sha256").update(lexical).digest("hex").slice(0, 12);
}
