import { edited, markupOf, type Edit, type MarkupAttribute, type MarkupElement } from "./markup.js";
import { namesIn, wsdlNamespace, type WsdlNames } from "./wsdl-names.js";

export const schemaNamespace = "http://www.w3.org/2001/XMLSchema";
export const soap11Binding = "http://schemas.xmlsoap.org/wsdl/soap/";
export const soap12Binding = "http://schemas.xmlsoap.org/wsdl/soap12/";

/** A WSDL or schema document that is served. */
export class WsdlDocument {
  readonly text: string;
  readonly names: WsdlNames;
  readonly #links: ReadonlyMap<string, string>;
  #found: readonly MarkupElement[] | undefined;

  /**
   * @param text parts of documents that are well-formed
   * @param main the elements of the document before schemas were put into it, or the names in them
   * @param links query string of a document, by the location that refers to it
   */
  constructor(
    text: string,
    main: readonly MarkupElement[] | WsdlNames,
    links: ReadonlyMap<string, string> = new Map(),
  ) {
    this.text = text;
    this.names = "ports" in main ? main : namesIn(main);
    this.#links = links;
  }

  /** Found when a document is requested: to find them takes longer than the other work of a start. */
  get #elements(): readonly MarkupElement[] {
    return (this.#found ??= markupOf(this.text).elements);
  }

  /** The text with the given URL in every `address`, and in every reference to a document that is served with it. */
  at(url: string): string {
    const location = escapeAttribute(url);
    const addresses = this.#elements
      .filter(isAddress)
      .flatMap(({ attributes }) => attributes.filter(isLocation))
      .map((attribute) => valueEdit(attribute, location));
    return this.#edited([...addresses, ...(this.#links.size === 0 ? [] : this.#references(location))]);
  }

  #references(location: string): readonly Edit[] {
    const attributes = this.#elements
      .filter(({ name }) => name === "import" || name === "include" || name === "redefine")
      .flatMap((element) => element.attributes)
      .filter(({ name }) => name === "location" || name === "schemaLocation");
    return attributes.flatMap((attribute) => {
      const query = this.#links.get(attribute.value);
      return query === undefined ? [] : [valueEdit(attribute, location + query)];
    });
  }

  /** The document with a different target namespace, also at the start of SOAP actions. */
  renamed(from: string, to: string): WsdlDocument {
    if (from === to) return this;
    const edits: Edit[] = [];
    const name = escapeAttribute(to);
    for (const { attributes } of this.#elements) {
      for (const attribute of attributes) {
        const { value } = attribute;
        if (value === from) edits.push(valueEdit(attribute, name));
        else if (attribute.name === "soapAction" && value.startsWith(from)) {
          edits.push(valueEdit(attribute, name + value.slice(from.length)));
        }
      }
    }
    return new WsdlDocument(this.#edited(edits), this.names, this.#links);
  }

  #edited(edits: readonly Edit[]): string {
    return edited(this.text, 0, this.text.length, edits);
  }
}

/** True for an element of that namespace and name. */
export function isElement(element: MarkupElement, namespace: string, name: string): boolean {
  return element.name === name && element.namespace === namespace;
}

function isAddress(element: MarkupElement): boolean {
  return element.name === "address" && element.namespace.startsWith(wsdlNamespace);
}

function isLocation({ name }: MarkupAttribute): boolean {
  return name === "location";
}

function valueEdit(attribute: MarkupAttribute, value: string): Edit {
  return { start: attribute.valueStart, end: attribute.end - 1, text: value };
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
