/** Examples of lists and unions: the parts that read the items of a text. */
import type { Id } from "../../../model/types.js";
import type { EnumValuePlan, SimpleValuePlan } from "../../data/simple-types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { simpleBase } from "./ancestors.js";
import { isValue, runtimeType } from "./checked-types.js";

type SimpleValue = SimpleValuePlan | EnumValuePlan;

/** The value of a part of a list or union. */
export type PartValue = (contract: NamedContract, id: Id) => SimpleValue;

/** A value of the type with this text as its example. */
export function withExample(
  contract: NamedContract,
  given: { readonly id: Id; readonly value: SimpleValue },
  text: string,
  partValue: PartValue,
): SimpleValue {
  const { id, value } = given;
  if (value.kind === "enum")
    return { ...value, constraint: { name: "", kind: "fixed", lexical: text.trim() } };
  if (value.shape === undefined) return { ...value, sample: text };
  const part = (partId: Id, partText: string): SimpleValue =>
    withExample(contract, { id: partId, value: partValue(contract, partId) }, partText, partValue);
  if (value.shape.kind === "list") {
    const texts = text.split(/[ \t\n\r]+/).filter((each) => each !== "");
    const item = itemOf(contract, id);
    return { ...value, examples: item === undefined ? [] : texts.map((each) => part(item, each)) };
  }
  const member = membersOf(contract, id).find((each) => isValue(runtimeType(contract, each), text));
  return member === undefined ? value : { ...value, examples: [part(member, text)] };
}

/** The type of the items of a list; undefined for another type. */
export function itemOf(contract: NamedContract, declared: Id): Id | undefined {
  const variety = contract.simpleType(simpleBase(contract, declared))?.variety;
  if (variety?.kind === "restriction") return itemOf(contract, variety.base);
  return variety?.kind === "list" ? variety.item : undefined;
}

/** The types of a union, those of its unions included, in their order; empty for another type. */
export function membersOf(contract: NamedContract, declared: Id): readonly Id[] {
  const variety = contract.simpleType(simpleBase(contract, declared))?.variety;
  if (variety?.kind === "restriction") return membersOf(contract, variety.base);
  if (variety?.kind !== "union") return [];
  return variety.members.flatMap((member) => {
    const inner = contract.simpleType(simpleBase(contract, member));
    return inner?.variety.kind === "union" ? membersOf(contract, member) : [member];
  });
}
