import type { Diagnostics } from "../../../diagnostics.js";
import type { ComplexTypeModel, ElementParticle, Id } from "../../../model/types.js";
import type { MemberPlan } from "../../data/members.js";
import type { TypeNamePlan } from "../../data/names.js";
import type {
  SoapArrayPlan,
  ListPlan,
  RecordBasePlan,
  RecordPlan,
  TypesPlan,
  VariantPlan,
} from "../../data/records.js";
import type { NamedContract } from "../contract/named-contract.js";
import { reportLosses } from "../simple-types/plain-values.js";
import { planNarrowed } from "../simple-types/simple-values.js";
import { planEnums } from "../simple-types/enumerations.js";
import { isOpenContent, listItem } from "./lists.js";
import type { Contents } from "./record-content.js";
import { planElementValue, xsiTypeOf } from "./values.js";

/** Every type of the contract, used or not, save the anonymous ones of message elements, which `messages` names. */
export function planTypes(
  contract: NamedContract,
  contents: Contents,
  diagnostics: Diagnostics,
  messages: ReadonlySet<Id>,
): TypesPlan {
  const ordered = contract.model.complexTypes
    .filter((type) => !messages.has(type.id) && !isOpenContent(contract, type))
    .map((type) => {
      const item = listItem(contract, type);
      return item === undefined ? planRecord(contract, contents, type) : planList(contract, type, item);
    });
  const narrowed = planNarrowed(contract, diagnostics);
  if (!diagnostics.hasErrors) reportLosses(contract, diagnostics);
  return {
    enums: planEnums(contract),
    records: ordered.filter((type): type is RecordPlan => !isList(type)),
    lists: ordered.filter(isList),
    narrowed,
    ordered,
  };
}

function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "item" in type;
}

function planRecord(contract: NamedContract, contents: Contents, type: ComplexTypeModel): RecordPlan {
  const { own, all, extending } = contents.of(type);
  const base = extending ? extendedType(contract, type) : undefined;
  const name = fieldsType(contract, type);
  const flat = own.some((member) => member.kind === "choice" && member.property === undefined);
  const isUnion = flat && base === undefined && own.length === 1;
  const members = isUnion ? own.map((member) => ({ ...member, type: name })) : own;
  return {
    type: contract.typeName(type),
    wire: contract.qName(type),
    doc: type.doc,
    abstract: type.abstract,
    xsiType: contract.encoded ? xsiTypeOf(contract, type.id) : undefined,
    fieldsType: name,
    interfaceType: isUnion ? undefined : flat ? contract.madeName(type, "Fields") : name,
    base: base === undefined ? undefined : planBase(contract, base, own),
    members,
    allMembers: isUnion ? members : all,
    variants: planVariants(contract, type),
  };
}

function extendedType(
  contract: NamedContract,
  { derivation }: ComplexTypeModel,
): ComplexTypeModel | undefined {
  return derivation?.by === "extension" ? contract.complexType(derivation.base) : undefined;
}

/** Attributes, declarations of prefixes and text come before all elements, so a base can write its members only before elements. */
function planBase(
  contract: NamedContract,
  type: ComplexTypeModel,
  own: readonly MemberPlan[],
): RecordBasePlan {
  const writes = own.every(
    ({ kind }) => kind !== "attribute" && kind !== "attributes" && kind !== "prefixes",
  );
  return { type: contract.typeName(type), fieldsType: fieldsType(contract, type), writes };
}

function planVariants(contract: NamedContract, type: ComplexTypeModel): readonly VariantPlan[] {
  const types = [type, ...contract.derived(type.id)].filter((variant) => !variant.abstract);
  const names = types.map((variant) => contract.typeName(variant));
  const counts = new Map<string, number>();
  for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return types.map((variant) => {
    const planned = contract.typeName(variant);
    const tag = counts.get(planned.name) === 1 ? planned.name : planned.unique;
    return { type: planned, tag, fieldsType: fieldsType(contract, variant), wire: contract.qName(variant) };
  });
}

/** The name of a type with derived types is their union; its fields have a separate interface. */
export function fieldsType(contract: NamedContract, type: ComplexTypeModel): TypeNamePlan {
  const isUnion = type.abstract || contract.derived(type.id).length > 0;
  return isUnion ? contract.madeName(type, "Fields") : contract.typeName(type);
}

/** The type of the items of an array in `soapenc:arrayType`: that of an array without a name has brackets. */
function arrayItemType(contract: NamedContract, { type }: ElementParticle): string {
  const known = xsiTypeOf(contract, type);
  const inner = contract.complexType(type);
  const item = inner?.soapArray === true ? listItem(contract, inner) : undefined;
  if (known !== undefined || inner === undefined || item === undefined) return known ?? "xsd:anyType";
  return `${arrayItemType(contract, item)}[${",".repeat((inner.dimensions ?? 1) - 1)}]`;
}

/** Arrays of several dimensions have their sizes in every message, and arrays whose attribute is required their type. */
function planSoapArray(
  contract: NamedContract,
  { id, soapArray, dimensions, namesItemType }: ComplexTypeModel,
  item: ElementParticle,
): SoapArrayPlan | undefined {
  if (!soapArray) return undefined;
  const isTyped = contract.encoded || dimensions !== undefined || namesItemType === true;
  const derived = arraysFrom(contract, id).map((type) => contract.qName(type));
  return { itemType: isTyped ? arrayItemType(contract, item) : undefined, dimensions, derived };
}

/** The arrays that are derived from one, at every depth. */
function arraysFrom(contract: NamedContract, id: Id): readonly ComplexTypeModel[] {
  const own = contract.model.complexTypes.filter(({ arrayBase }) => arrayBase === id);
  return own.flatMap((type) => [type, ...arraysFrom(contract, type.id)]);
}

export function planList(contract: NamedContract, type: ComplexTypeModel, item: ElementParticle): ListPlan {
  return {
    type: contract.typeName(type),
    wire: contract.qName(type),
    itemElement: contract.qName(item),
    item: planElementValue(contract, item),
    nillable: item.nillable,
    soapArray: planSoapArray(contract, type, item),
  };
}
