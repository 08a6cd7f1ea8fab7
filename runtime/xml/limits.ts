/** Limits of one document; a larger one is refused. */
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

/** Limits for untrusted documents, for a server. Only the size of the body limits the length of text. */
export const serverLimits: XmlLimits = {
  depth: 64,
  attributes: 64,
  namespaces: 64,
  nameLength: 256,
  items: 200_000,
};

/** Limits for a client: a response may have any number of items; its size is limited. */
export const clientLimits: XmlLimits = { ...serverLimits, items: 20_000_000 };
