import { textOf, elements, type XmlElement } from "../read/xml.js";

/** The children of an operator of WS-Policy, or the policy that a reference names; undefined for an assertion. */
export type OperandsOf = (element: XmlElement) => readonly XmlElement[] | undefined;

/** Levels of elements that are looked at. */
const deepest = 32;
/** Paths of one assertion that are looked at: references may multiply its content. */
const most = 1_000;

/**
 * What an assertion contains, as paths of the names of its descendants, sorted: `InitiatorToken/X509Token/WssX509V3Token10`. Attributes and texts
 * have paths too: `X509Token/@IncludeToken="..."`. Policies and their operators are no steps, apart from a choice of several alternatives.
 */
export function contentOf(assertion: XmlElement, operandsOf: OperandsOf): readonly string[] {
  const known = new Map<XmlElement, readonly string[]>();
  const pathsIn = (element: XmlElement, depth: number): readonly string[] => {
    const found = known.get(element);
    if (found !== undefined || depth > deepest) return found ?? [];
    // A policy that refers to itself has nothing more.
    known.set(element, []);
    const operands = operandsOf(element);
    const own = operands === undefined ? [...attributesOf(element), ...textIn(element)] : [];
    const inner = (operands ?? elements(element)).flatMap((child) => {
      const paths = pathsIn(child, depth + 1);
      const step = stepOf(child, operandsOf(child), assertion);
      return step === undefined ? paths : behind(step, paths);
    });
    const sorted = [...new Set([...own, ...inner])].sort().slice(0, most);
    known.set(element, sorted);
    return sorted;
  };
  return pathsIn(assertion, 0);
}

/** The local name, with its namespace if that is not the one of the whole assertion; undefined for an operator. */
function stepOf(
  { name }: XmlElement,
  operands: readonly XmlElement[] | undefined,
  whole: XmlElement,
): string | undefined {
  if (operands !== undefined)
    return name.name === "ExactlyOne" && operands.length > 1 ? name.name : undefined;
  return name.namespace === whole.name.namespace ? name.name : `{${name.namespace}}${name.name}`;
}

/** The paths behind a step, and the step itself if it leads to no further element. */
function behind(step: string, paths: readonly string[]): readonly string[] {
  const longer = paths.map((path) => (path.startsWith("=") ? step + path : `${step}/${path}`));
  return paths.every((path) => /^[@=]/.test(path)) ? [step, ...longer] : longer;
}

/** Ids only matter to references. */
function attributesOf({ attributes }: XmlElement): readonly string[] {
  const local = [...attributes].map(([key, value]) => [key.replace(/^\{.*\}/, ""), value.trim()] as const);
  return local.filter(([key]) => !/^id$/i.test(key)).map(([key, value]) => `@${key}="${value}"`);
}

function textIn(element: XmlElement): readonly string[] {
  const text = elements(element).length === 0 ? textOf(element).trim() : "";
  return text === "" ? [] : [`="${text}"`];
}
