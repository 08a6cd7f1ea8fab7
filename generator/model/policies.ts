import { elements, type XmlElement } from "../read/xml.js";

const policyNamespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/ns/ws-policy",
  "http://schemas.xmlsoap.org/ws/2004/09/policy",
  "http://schemas.xmlsoap.org/ws/2002/12/policy",
]);

/** Assertions that messages are MTOM (WS-MTOMPolicy 1.0 and 1.1). */
const mtomAssertions: ReadonlyMap<string, string> = new Map([
  ["http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization", "OptimizedMimeSerialization"],
  ["http://www.w3.org/2007/08/soap12-mtom-policy", "MTOM"],
]);

/** Levels of operators and references that are followed. */
const deepest = 32;

/** The policies of a contract, as far as they are about MTOM (WS-Policy 1.5, WS-PolicyAttachment). */
export class Policies {
  readonly #byId = new Map<string, XmlElement>();
  /** Cached results: any number of policies may refer to a policy, including itself. */
  readonly #required = new Map<XmlElement, boolean>();
  readonly #alone = new Map<XmlElement, boolean>();

  constructor(documents: readonly XmlElement[]) {
    for (const policy of documents.flatMap(elements).filter((child) => isPolicy(child, "Policy"))) {
      for (const id of idsOf(policy)) this.#byId.set(id, policy);
    }
  }

  /** True if policies of the element require MTOM in every alternative. */
  requireMtom(element: XmlElement): boolean {
    return elements(element).some((child) => isAnyPolicy(child) && this.#requires(child, 0));
  }

  /** True for policies with assertions about MTOM only. */
  isUnderstood(policy: XmlElement): boolean {
    return isAnyPolicy(policy) && this.#isMtomAlone(policy, 0);
  }

  #requires(element: XmlElement, depth: number): boolean {
    if (depth > deepest || isOptional(element)) return false;
    return isMtom(element) || once(this.#required, element, () => this.#requiresInside(element, depth));
  }

  #requiresInside(element: XmlElement, depth: number): boolean {
    const inner = this.#inside(element);
    const required = inner.filter((child) => this.#requires(child, depth + 1)).length;
    return isPolicy(element, "ExactlyOne") ? required > 0 && required === inner.length : required > 0;
  }

  #isMtomAlone(element: XmlElement, depth: number): boolean {
    if (depth > deepest) return false;
    return isMtom(element) || once(this.#alone, element, () => this.#isMtomInside(element, depth));
  }

  #isMtomInside(element: XmlElement, depth: number): boolean {
    const inner = this.#inside(element);
    return inner.length > 0 && inner.every((child) => this.#isMtomAlone(child, depth + 1));
  }

  /** Children of an operator, or the policy of a reference. */
  #inside(element: XmlElement): readonly XmlElement[] {
    if (!isPolicy(element, "PolicyReference")) return isOperator(element) ? elements(element) : [];
    const policy = this.#byId.get(element.attributes.get("URI")?.trim() ?? "");
    return policy === undefined ? [] : [policy];
  }
}

/** A policy that is being evaluated already counts as false. */
function once(known: Map<XmlElement, boolean>, element: XmlElement, ask: () => boolean): boolean {
  const before = known.get(element);
  if (before !== undefined) return before;
  known.set(element, false);
  const answer = ask();
  known.set(element, answer);
  return answer;
}

function isPolicy({ name }: XmlElement, wanted: string): boolean {
  return policyNamespaces.has(name.namespace) && name.name === wanted;
}

function isAnyPolicy(element: XmlElement): boolean {
  return isPolicy(element, "Policy") || isPolicy(element, "PolicyReference");
}

function isOperator(element: XmlElement): boolean {
  return ["Policy", "All", "ExactlyOne"].some((name) => isPolicy(element, name));
}

function isMtom({ name }: XmlElement): boolean {
  return mtomAssertions.get(name.namespace) === name.name;
}

function isOptional({ attributes }: XmlElement): boolean {
  return [...policyNamespaces].some((namespace) =>
    /^\s*(?:true|1)\s*$/.test(attributes.get(`{${namespace}}Optional`) ?? ""),
  );
}

/** `#id` by any attribute that identifies an element, and the name, as a reference names it. */
function idsOf({ attributes }: XmlElement): readonly string[] {
  return [...attributes].flatMap(([attribute, value]) => {
    if (/^\{[^}]*\}[Ii]d$/.test(attribute)) return [`#${value.trim()}`];
    return attribute === "Name" ? [value.trim()] : [];
  });
}
