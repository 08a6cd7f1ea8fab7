/** What lenient reading makes of a text that is not a value of its type. */
import type { ForgivenKind } from "../contract/forgiven.js";
import { decimal } from "../xsd/numbers.js";
import { integer } from "../xsd/integers.js";
import { decimalNumber } from "../xsd/represented.js";
import { attempt, type XsdType } from "../xsd/type.js";
import { collapse, trim } from "../xsd/white-space.js";
import { meantValue } from "./lenient-texts.js";

/** A value, undefined where none can be read, and the departures of its text: one, or those of the items of a list. */
export interface KeptValue {
  readonly value: unknown;
  readonly departures: readonly Departure[];
}

interface Departure {
  readonly kind: ForgivenKind;
  /** Absent where it is white space. */
  readonly text?: string;
}

type Accepts = (kind: ForgivenKind) => boolean;

/**
 * The value of a text that is not a value of the type; undefined where such departures are not accepted.
 * @param type by which the text could not be read
 */
export function keptValue(type: XsdType<unknown>, text: string, accepts: Accepts): KeptValue | undefined {
  const item = itemOf(type);
  if (item !== undefined) return keptItems(item, text, accepts);
  const { kind, value } = departure(type, text);
  if (accepts(kind)) return { value, departures: [kind === "empty" ? { kind } : { kind, text }] };
  // Of a type of strings, the text itself is a value.
  const isKept = kind === "form" && typeof value === "string" && accepts("value");
  return isKept ? { value: text, departures: [{ kind: "value", text }] } : undefined;
}

/** The type of the items of a list whose texts are values by themselves. */
function itemOf({ made, received }: XsdType<unknown>): XsdType<unknown> | undefined {
  if (received !== undefined || made === undefined) return undefined;
  return made.item ?? (made.base && itemOf(made.base));
}

/** Each item as a value of its own; without departures in them, the text departs from the rules of the list. */
function keptItems(item: XsdType<unknown>, text: string, accepts: Accepts): KeptValue | undefined {
  const values: unknown[] = [];
  const departures: Departure[] = [];
  for (const part of collapse(text)
    .split(" ")
    .filter((each) => each !== "")) {
    const read = attempt(() => [item.parse(part)]);
    const kept = read === undefined ? keptValue(item, part, accepts) : { value: read[0], departures: [] };
    if (kept === undefined) return undefined;
    values.push(kept.value);
    departures.push(...kept.departures);
  }
  if (departures.length > 0) return { value: values, departures };
  return accepts("value") ? { value: values, departures: [{ kind: "value", text }] } : undefined;
}

function departure(type: XsdType<unknown>, text: string): { kind: ForgivenKind; value?: unknown } {
  const isText = isTextType(type);
  if (!isText && trim(text) === "") return { kind: "empty" };
  // The prefixes of the message are not those of the type.
  const meant = type.received === undefined ? meantValue(type, text, isText) : undefined;
  if (meant !== undefined) return { kind: "form", value: meant[0] };
  const [outside] = outsideValue(type, text) ?? [];
  return outside === undefined ? { kind: "unreadable" } : { kind: "value", value: outside };
}

/** True where any text may be a value: not for dates and other types whose values are strings as well. */
function isTextType({ initial, form, made }: XsdType<unknown>): boolean {
  if (made?.members !== undefined) return made.members.some(isTextType);
  if (made?.base !== undefined && made.read === undefined) return isTextType(made.base);
  return initial === "" || (typeof initial === "string" && Array.isArray(form));
}

/** The value of a text outside of the range, the facets, the enumeration or the members of a type, in an array. */
function outsideValue(type: XsdType<unknown>, text: string): readonly [unknown] | undefined {
  const { initial, made, received } = type;
  if (made?.members !== undefined && received === undefined) return ofMembers(made.members, text);
  if (typeof initial === "string") return [text];
  if (received !== undefined) return undefined;
  if (made?.base === undefined) return beyond(typeof initial, text);
  const { base, read } = made;
  const found =
    attempt(() => [base.parse(text)]) ?? meantValue(base, text, isTextType(base)) ?? outsideValue(base, text);
  if (found === undefined || read === undefined) return found;
  return [read(found[0] as never)];
}

/** A text is a value of any member of texts, but a number says more. */
function ofMembers(members: readonly XsdType<unknown>[], text: string): readonly [unknown] | undefined {
  for (const member of members) {
    const found = typeof member.initial === "string" ? undefined : outsideValue(member, text);
    if (found !== undefined) return found;
  }
  return members.some(({ initial }) => typeof initial === "string") ? [text] : undefined;
}

/** Numbers of any size, as far as their values are exact. */
const wider: ReadonlyMap<string, XsdType<unknown>> = new Map<string, XsdType<unknown>>([
  ["number", decimalNumber(decimal)],
  ["bigint", integer],
]);

function beyond(kind: string, text: string): readonly [unknown] | undefined {
  const type = wider.get(kind);
  return type && (attempt(() => [type.parse(text)]) ?? meantValue(type, text, false));
}
