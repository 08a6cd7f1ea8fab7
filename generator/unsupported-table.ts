/** Rows of the table of diagnostics. */
export type Rows = Readonly<
  Record<
    `MG${number}`,
    { readonly severity: "error" | "warning"; readonly message: string; readonly hint: string }
  >
>;

/** MG25xx: what the model understands, but the plan has no form for yet. Each goes when its construct is learned. */
export const unsupportedTable = {
  MG2501: {
    severity: "error",
    message: "attributes are not supported yet: {name}",
    hint: "Carry the value in an element.",
  },
  MG2502: {
    severity: "error",
    message: "{construct} is not supported yet",
    hint: "Use a sequence of elements, of which some may be optional.",
  },
  MG2503: {
    severity: "error",
    message: "references to groups are not supported yet: {name}",
    hint: "Write the elements of the group where they are used, or share them by an extension.",
  },
  MG2504: {
    severity: "error",
    message: "restriction of complex types is not supported yet: {name}",
    hint: "Give the smaller type its own sequence.",
  },
  MG2505: {
    severity: "error",
    message: "simple content is not supported yet: {name}",
    hint: "Put the text in an element of its own.",
  },
  MG2506: {
    severity: "error",
    message: "{construct} types are not supported yet: {name}",
    hint: "Use repeated elements instead of a list, and one wider type instead of a union.",
  },
  MG2507: {
    severity: "error",
    message: "{facet} is not supported yet: {name}",
    hint: "Use an enumeration or a pattern, or check the limit in the service itself.",
  },
  MG2508: {
    severity: "error",
    message: "substitution groups and abstract elements are not supported yet: {name}",
    hint: "Use one element whose type has derived types.",
  },
  MG2509: {
    severity: "error",
    message: "{construct} values are not supported yet: {name}",
    hint: "Make the element optional and let the service fill in the value.",
  },
  MG2511: {
    severity: "error",
    message: "{construct} is not supported yet",
    hint: "Mixed content and xsd:any are read and written together, as one mixed type that holds one xsd:any.",
  },
  MG2512: {
    severity: "error",
    message: "the element {name} stands twice in one type, which is not supported yet",
    hint: "Give the second one another name, or use a repeated element.",
  },
  MG2513: {
    severity: "error",
    message: "the repeated element {name} is not supported here yet",
    hint: "Wrap it: a type whose only content is the repeated element becomes a list.",
  },
  MG2522: {
    severity: "error",
    message: "SOAP encoding is not supported yet: {name}",
    hint: 'Use use="literal" and types of XML Schema.',
  },
  MG2527: {
    severity: "error",
    message: "{content} is not supported yet: {operation}",
    hint: "Use http:urlEncoded for GET, the form content type for POST, mime:mimeXml or text content for answers.",
  },
  MG2528: {
    severity: "error",
    message: "the part {part} has a type that is not supported yet in a query or form",
    hint: "Declare it xsd:string; a SOAP field of the same name in the operation of the same name gives it its type.",
  },
} as const satisfies Rows;
