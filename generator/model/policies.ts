import type { Diagnostics } from "../diagnostics.js";
import { clark, wsdlNamespace } from "../read/names.js";
import { attributeOf, elements, type XmlElement } from "../read/xml.js";
import { contentOf } from "./assertion-content.js";
import type { AssertionModel, RequirementsModel } from "./types.js";
import type { Origin } from "../origin.js";

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

/** Assertions that messages have the headers of WS-Addressing 1.0 (its Metadata, section 3, and the candidate before). */
const addressingAssertions: ReadonlyMap<string, string> = new Map([
  ["http://www.w3.org/2007/05/addressing/metadata", "Addressing"],
  ["http://www.w3.org/2006/05/addressing/wsdl", "UsingAddressing"],
]);
const addressingNames: ReadonlySet<string> = new Set(
  [...addressingAssertions].map(([namespace, name]) => `{${namespace}}${name}`),
);
/** Assertions inside `wsam:Addressing` that every client satisfies. */
const anonymousResponses = "{http://www.w3.org/2007/05/addressing/metadata}AnonymousResponses";

const policyUris: ReadonlySet<string> = new Set([...policyNamespaces].map((uri) => `{${uri}}PolicyURIs`));

/** Levels of operators and references that are followed. */
const deepest = 32;

/** The policies of a contract (WS-Policy 1.5, WS-PolicyAttachment): assertions that generated code applies, and all others as data. */
export class Policies {
  readonly #byId = new Map<string, XmlElement>();
  /** Cached results: any number of policies may refer to a policy, including itself. */
  readonly #required = new Map<XmlElement, boolean>();
  readonly #least = new Map<XmlElement, readonly XmlElement[] | undefined>();
  readonly #reported = new Set<string>();

  constructor(documents: readonly XmlElement[]) {
    for (const policy of documents.flatMap(elements).filter((child) => isPolicy(child, "Policy"))) {
      for (const id of idsOf(policy)) this.#byId.set(id, policy);
    }
  }

  /** Requirements of a port or binding: MTOM in every alternative, WS-Addressing by policies or by an extension, and all others. */
  requirementsOf(element: XmlElement): RequirementsModel {
    const mtom = this.#attachedTo(element).some((policy) => this.#requires(policy, 0));
    return {
      mtom,
      addressing: this.#requiresAddressing(element),
      assertions: this.#assertionsIn(element, ""),
    };
  }

  /** Assertions of an element and of those of WSDL in it that generated code does not apply. */
  #assertionsIn(element: XmlElement, place: string): readonly AssertionModel[] {
    const inner = elements(element).filter(({ name }) => name.namespace === wsdlNamespace);
    const own = this.#assertionsOf(element).filter((assertion) => !appliesTo(element, clark(assertion.name)));
    return [
      ...own.map((assertion) => this.#described(assertion, place)),
      ...inner.flatMap((child) => this.#assertionsIn(child, placeIn(place, child))),
    ];
  }

  #described(assertion: XmlElement, place: string): AssertionModel {
    const content = contentOf(assertion, (operator) => this.#operands(operator));
    return { name: clark(assertion.name), place, content };
  }

  /** Children of an operator, or the policy of a reference; undefined for an assertion. */
  #operands(element: XmlElement): readonly XmlElement[] | undefined {
    return isOperator(element) || isPolicy(element, "PolicyReference") ? this.#inside(element) : undefined;
  }

  #requiresAddressing(element: XmlElement): boolean {
    const isExtension = (child: XmlElement): boolean =>
      isRequired(child) && appliesTo(element, clark(child.name));
    return (
      elements(element).some(isExtension) ||
      this.#assertionsOf(element).some(({ name }) => appliesTo(element, clark(name)))
    );
  }

  /**
   * Reports the assertions that a client has to apply because of the policies of an element, each at its first place.
   */
  report(element: XmlElement, diagnostics: Diagnostics): void {
    if (element.name.name === "definitions") return;
    for (const name of this.#assertionsOf(element).map((assertion) => clark(assertion.name)))
      if (!appliesTo(element, name)) this.#reportOnce(name, element.origin, diagnostics);
  }

  /** Reports a required extension of an element that a client has to apply; false for an unknown extension. */
  reportRequired(element: XmlElement, extension: XmlElement, diagnostics: Diagnostics): boolean {
    if (isPolicy(extension, "UsingPolicy") || appliesTo(element, clark(extension.name))) return true;
    if (extension.name.name === "UsingAddressing") {
      this.#reportOnce(clark(extension.name), extension.origin, diagnostics);
      return true;
    }
    const isKnown = isPolicy(extension, "Policy") || this.#inside(extension).length > 0;
    return isKnown && isAnyPolicy(extension) && this.#leastOf(extension, 0) !== undefined;
  }

  /** Assertions of the policies of an element. */
  #assertionsOf(element: XmlElement): readonly XmlElement[] {
    return this.#attachedTo(element).flatMap((policy) => this.#leastOf(policy, 0) ?? []);
  }

  #reportOnce(name: string, origin: Origin, diagnostics: Diagnostics): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    diagnostics.report("MG2048", origin, { name });
  }

  /** The policies in an element, and those that its attribute PolicyURIs names. */
  #attachedTo(element: XmlElement): readonly XmlElement[] {
    const uris = [...element.attributes].flatMap(([key, value]) =>
      policyUris.has(key) ? value.split(/[ \t\n\r]+/) : [],
    );
    return [...elements(element).filter(isAnyPolicy), ...uris.flatMap((uri) => this.#byId.get(uri) ?? [])];
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

  /** Assertions of the alternative with the fewest, without those about MTOM; undefined if there is no alternative. */
  #leastOf(element: XmlElement, depth: number): readonly XmlElement[] | undefined {
    if (depth > deepest || isOptional(element) || isMtom(element)) return [];
    if (addressingNames.has(clark(element.name))) return this.#leastOfAddressing(element, depth);
    if (!isOperator(element) && !isPolicy(element, "PolicyReference")) return [element];
    if (this.#least.has(element)) return this.#least.get(element);
    this.#least.set(element, []);
    const inner = this.#inside(element).map((child) => this.#leastOf(child, depth + 1));
    const known = inner.filter((assertions) => assertions !== undefined);
    const shortest = Math.min(...known.map(({ length }) => length));
    const least = isPolicy(element, "ExactlyOne")
      ? known.find(({ length }) => length === shortest)
      : known.length === inner.length
        ? [...new Set(known.flat())]
        : undefined;
    this.#least.set(element, least);
    return least;
  }

  /** The assertion, and those inside it that restrict the addresses of responses. */
  #leastOfAddressing(element: XmlElement, depth: number): readonly XmlElement[] {
    const inner = elements(element)
      .filter(isAnyPolicy)
      .flatMap((policy) => this.#leastOf(policy, depth + 1) ?? []);
    return [element, ...inner.filter(({ name }) => clark(name) !== anonymousResponses)];
  }

  /** Children of an operator, or the policy of a reference. */
  #inside(element: XmlElement): readonly XmlElement[] {
    if (!isPolicy(element, "PolicyReference")) return isOperator(element) ? elements(element) : [];
    const policy = this.#byId.get(element.attributes.get("URI")?.trim() ?? "");
    return policy === undefined ? [] : [policy];
  }
}

/** True for an extension that must not be ignored (WSDL 1.1, section 2.1.3). */
export function isRequired(extension: XmlElement): boolean {
  const required = attributeOf(extension, `{${wsdlNamespace}}required`);
  return required === "true" || required === "1";
}

/** True for an assertion that a generated client applies if this element has it. */
function appliesTo({ name }: XmlElement, assertion: string): boolean {
  const isEndpoint = name.namespace === wsdlNamespace && (name.name === "binding" || name.name === "port");
  return isEndpoint && addressingNames.has(assertion);
}

/** An element of WSDL in another one; only operations and faults are known by their names. */
function placeIn(outer: string, { name, attributes }: XmlElement): string {
  const isNamed = name.name === "operation" || name.name === "fault";
  const own = isNamed ? `${name.name} ${attributes.get("name") ?? ""}` : name.name;
  return outer === "" ? own : `${outer} ${own}`;
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
