import { splitName } from "../read/names.js";
import type { XmlElement } from "../read/xml.js";
import { docOf } from "./docs.js";
import { schemaChildren, type ModelDraft } from "./draft.js";
import { patternProblem } from "./pattern.js";
import type { EnumerationValue, Facets } from "./types.js";

/** Facets of a restriction; a list or union has none. */
export function facetsOf(draft: ModelDraft, restriction: XmlElement): Facets {
  const text = (name: string): string | undefined =>
    single(draft, restriction, name)?.attributes.get("value");
  const count = (name: string): number | undefined => {
    const facet = single(draft, restriction, name);
    return facet === undefined ? undefined : draft.count(facet, "value");
  };
  return {
    enumeration: enumeration(draft, restriction),
    patterns: patterns(draft, restriction),
    length: count("length"),
    minLength: count("minLength"),
    maxLength: count("maxLength"),
    minInclusive: text("minInclusive"),
    minExclusive: text("minExclusive"),
    maxInclusive: text("maxInclusive"),
    maxExclusive: text("maxExclusive"),
    totalDigits: count("totalDigits"),
    fractionDigits: count("fractionDigits"),
    whiteSpace: whiteSpace(draft, restriction),
  };
}

function single(draft: ModelDraft, restriction: XmlElement, name: string): XmlElement | undefined {
  const [first, second] = schemaChildren(restriction, name);
  if (second !== undefined) {
    draft.diagnostics.report("MG2010", second.origin, {
      child: `a second xsd:${name}`,
      parent: "xsd:restriction",
    });
  }
  if (first !== undefined) draft.required(first, "value");
  return first;
}

function enumeration(draft: ModelDraft, restriction: XmlElement): EnumerationValue[] {
  const seen = new Map<string, EnumerationValue>();
  for (const element of schemaChildren(restriction, "enumeration")) {
    if (draft.required(element, "value") === undefined) continue;
    const value = element.attributes.get("value") ?? "";
    const first = seen.get(value)?.origin;
    if (first === undefined) {
      const { prefix } = splitName(value);
      const namespace = element.scope.get(prefix) === "" ? undefined : element.scope.get(prefix);
      seen.set(value, { value, namespace, doc: docOf(element), origin: element.origin });
      continue;
    }
    const place = `${draft.diagnostics.place(first.file)}:${first.line}:${first.column}`;
    draft.diagnostics.report("MG2041", element.origin, {
      what: `the enumeration value "${value}"`,
      reason: `it repeats the value at ${place}`,
    });
  }
  return [...seen.values()];
}

/** A value has to match one of them: where one cannot be checked, none is. */
function patterns(draft: ModelDraft, restriction: XmlElement): string[] {
  const found = schemaChildren(restriction, "pattern").filter(
    (element) => draft.required(element, "value") !== undefined,
  );
  const problems = found.filter((element) => {
    const pattern = element.attributes.get("value") ?? "";
    const reason = patternProblem(pattern);
    if (reason !== undefined) draft.diagnostics.report("MG2015", element.origin, { pattern, reason });
    return reason !== undefined;
  });
  return problems.length > 0 ? [] : found.map((element) => element.attributes.get("value") ?? "");
}

type WhiteSpace = NonNullable<Facets["whiteSpace"]>;

function whiteSpace(draft: ModelDraft, restriction: XmlElement): Facets["whiteSpace"] {
  const facet = single(draft, restriction, "whiteSpace");
  if (facet === undefined || !facet.attributes.has("value")) return undefined;
  return draft.oneOf<WhiteSpace>(facet, "value", ["preserve", "replace", "collapse"], "preserve");
}
