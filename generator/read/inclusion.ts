/** Which elements of a schema are for a processor like this one (conditional inclusion, XSD 1.1 part 1, section 4.2.2). */
import { builtInTypes } from "messenger-gen-runtime/xsd";
import { clark, splitName, xsdNamespace } from "./names.js";
import type { XmlElement } from "./xml.js";

const version = 1.1;
const inXsd = (names: string): ReadonlySet<string> =>
  new Set(names.split(" ").map((name) => clark({ namespace: xsdNamespace, name })));

/** Types that are known without a declaration. */
const types = inXsd(
  `${builtInTypes.map(({ xsdName }) => xsdName).join(" ")} anyType anyAtomicType dateTimeStamp dayTimeDuration yearMonthDuration`,
);

/** Facets that are read, the last two without being validated. */
const facets = inXsd(
  "length minLength maxLength pattern enumeration whiteSpace maxInclusive maxExclusive minExclusive minInclusive " +
    "totalDigits fractionDigits assertion explicitTimezone",
);

/** For each attribute, whether an element with this value is read. */
const conditions: Readonly<Record<string, (value: string, element: XmlElement) => boolean>> = {
  minVersion: (value) => !(Number(value) > version),
  maxVersion: (value) => !(Number(value) <= version),
  typeAvailable: (value, element) => namesIn(value, element).every((name) => types.has(name)),
  typeUnavailable: (value, element) => !namesIn(value, element).every((name) => types.has(name)),
  facetAvailable: (value, element) => namesIn(value, element).every((name) => facets.has(name)),
  facetUnavailable: (value, element) => !namesIn(value, element).every((name) => facets.has(name)),
};

const tests = Object.entries(conditions).map(([name, isMet]) => {
  const attribute = clark({ namespace: "http://www.w3.org/2007/XMLSchema-versioning", name });
  return { attribute, isMet };
});

/** False for an element of a schema that is for other processors, with all that is in it. */
export function isIncluded(element: XmlElement): boolean {
  if (element.name.namespace !== xsdNamespace) return true;
  return tests.every(({ attribute, isMet }) => {
    const value = element.attributes.get(attribute);
    return value === undefined || isMet(value, element);
  });
}

/** The names in a list; those with a prefix that is not declared are of no namespace, which has no types or facets. */
function namesIn(value: string, { scope }: XmlElement): readonly string[] {
  const names = value.split(/[ \t\r\n]+/).filter((name) => name !== "");
  return names.map((name) => {
    const { prefix, local } = splitName(name);
    return clark({ namespace: scope.get(prefix) ?? "", name: local });
  });
}
