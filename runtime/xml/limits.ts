/** How much of everything one document may have; what is above is refused. */
export interface XmlLimits {
  /** Elements open at the same time. */
  readonly depth: number;
  /** Attributes of one element, namespace declarations included. */
  readonly attributes: number;
  /** Namespace declarations in scope at the same time. */
  readonly namespaces: number;
  /** UTF-16 code units of a name, prefix and colon included. */
  readonly nameLength: number;
  /** Elements, attributes, references, comments, processing instructions and CDATA sections of the document, together. */
  readonly items: number;
}

/** For a server: what anybody may send. Length of text is limited by the size of the body alone. */
export const serverLimits: XmlLimits = {
  depth: 64,
  attributes: 64,
  namespaces: 64,
  nameLength: 256,
  items: 200_000,
};

/** For a client: answers may hold any number of rows, the size of the response is the limit. */
export const clientLimits: XmlLimits = { ...serverLimits, items: 20_000_000 };
