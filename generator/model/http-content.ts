import { anyType } from "./built-in.js";
import type {
  BindingMessageModel,
  BindingProtocol,
  ContractModel,
  Id,
  Particle,
  PartModel,
} from "./types.js";

type Content = BindingMessageModel["content"];

/** True for a message that is an XML document of its own: `mime:mimeXml`, or a media type of XML (RFC 7303). */
export function isXmlContent(content: Content | undefined): boolean {
  if (content?.kind === "mimeXml") return true;
  return content?.kind === "mimeContent" && xmlType.test(content.type);
}

const xmlType = /^(?:text|application)\/(?:[\w.-]+\+)?xml$/i;

/** True for parameters: in the query or the path of GET, in the body of POST (WSDL 1.1, sections 4.5 to 4.8). */
export function isFormContent(protocol: BindingProtocol, { kind }: Content): boolean {
  return kind === "form" || (protocol === "httpGet" && (kind === "urlEncoded" || kind === "urlReplacement"));
}

/** Returns which parts can be parameters of a query or form. */
export class Parameters {
  readonly #elements: ReadonlyMap<Id, Id>;
  readonly #complexTypes: ReadonlyMap<Id, ContractModel["complexTypes"][number]>;

  constructor({ elements, complexTypes }: ContractModel) {
    this.#elements = new Map(elements.map(({ id, type }) => [id, type]));
    this.#complexTypes = new Map(complexTypes.map((type) => [type.id, type]));
  }

  /** True for a part with a text; an only part may also be an element whose children have each a text. */
  holds({ element, type }: PartModel, isOnly: boolean): boolean {
    const id = element === undefined ? type : this.#elements.get(element);
    return id !== undefined && (this.#isText(id) || (isOnly && element !== undefined && this.#isFlat(id)));
  }

  #isText(type: Id): boolean {
    return type !== anyType && !this.#complexTypes.has(type);
  }

  #isFlat(id: Id): boolean {
    const type = this.#complexTypes.get(id);
    if (type === undefined || type.mixed || type.abstract || type.derivation !== undefined) return false;
    if (type.attributes.length > 0 || type.attributeGroups.length > 0 || type.anyAttribute !== undefined)
      return false;
    return (
      type.content.kind === "empty" ||
      (type.content.kind === "particle" && this.#isList(type.content.particle))
    );
  }

  #isList(particle: Particle): boolean {
    if (particle.occurs.max !== 1) return false;
    if (particle.kind === "element") return this.#isText(particle.type);
    return (
      (particle.kind === "sequence" || particle.kind === "all") &&
      particle.particles.every((each) => this.#isList(each))
    );
  }
}
