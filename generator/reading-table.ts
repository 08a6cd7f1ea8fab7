/** Rows of the table of diagnostics. */
export type Rows = Readonly<
  Record<
    `MG${number}`,
    { readonly severity: "error" | "warning"; readonly message: string; readonly hint: string }
  >
>;

/** MG1xxx: documents become trees of elements. */
export const readingTable = {
  MG1001: {
    severity: "error",
    message: "{file} cannot be opened: {reason}",
    hint: "{beside}Correct the path. The path of an imported file is relative to the file that imports it; --map LOCATION=FILE names another file for a location.",
  },
  MG1002: {
    severity: "error",
    message: "{file} is not a regular file",
    hint: "Name a WSDL or XSD file; folders, devices, pipes and sockets are not read.",
  },
  MG1003: {
    severity: "error",
    message: "{file} is outside the WSDL folder and its checkout",
    hint: "Allow its folder with --allow {folder}, or move the file. Symbolic links are resolved first.",
  },
  MG1004: {
    severity: "error",
    message: "{location} is a URL; remote documents are not fetched by default",
    hint: "{beside}Allow fetching with --allow-network, or save the document and give its path with --map {location}=FILE.",
  },
  MG1005: {
    severity: "error",
    message: "{file} makes the contract larger than {limit}",
    hint: "Remove schemas that the service does not need. A contract of this size is most likely the wrong file.",
  },
  MG1006: {
    severity: "error",
    message: "the file is not valid {encoding}",
    hint: "Save the file as UTF-8.",
  },
  MG1007: {
    severity: "error",
    message: "the encoding {encoding} is not supported",
    hint: "Save the file as UTF-8 and declare UTF-8 in its XML declaration.",
  },
  MG1008: {
    severity: "error",
    message: "not well-formed XML: {reason}",
    hint: "Correct the document; any XML editor shows the position.",
  },
  MG1009: {
    severity: "error",
    message: "the entity {entity} is not expanded: the entities of a DOCTYPE are not supported",
    hint: "Write its text in its place; for a document that you trust, xmllint --noent FILE does that.",
  },
  MG1010: {
    severity: "error",
    message: "the entity {entity} is not declared",
    hint: "Write the character itself, or a numeric reference such as &#160;.",
  },
  MG1011: {
    severity: "error",
    message: "the prefix {prefix} of {name} is not bound to a namespace",
    hint: 'Add xmlns:{prefix}="..." to this element or to one of its ancestors.',
  },
  MG1012: {
    severity: "error",
    message: "elements are nested deeper than {limit} levels",
    hint: "Declare inner anonymous types as named types.",
  },
  MG1013: {
    severity: "error",
    message: "the root element is {found}; expected {wanted}",
    hint: "Name a WSDL 1.1 document on the command line, and XML Schema documents in schema imports. WSDL 2.0 is not supported.",
  },
  MG1015: {
    severity: "error",
    message: 'the included file {file} has the target namespace "{found}" instead of "{wanted}"',
    hint: "Include only schemas with the same target namespace or without one; use import for others.",
  },
  MG1016: {
    severity: "error",
    message: "the {element} has no {attribute}",
    hint: "Add it, with the relative path of the document.",
  },
  MG1017: {
    severity: "error",
    message: "{location} cannot be fetched: {reason}",
    hint: "{beside}Save the document and give its path with --map {location}=FILE.",
  },
  MG1018: {
    severity: "warning",
    message:
      'the import declares the namespace "{wanted}", but {file} has the target namespace "{found}", which is used',
    hint: "Make the namespace of the import and the targetNamespace of the file equal.",
  },
  MG1019: {
    severity: "warning",
    message: "{location} is not read: {reason}",
    hint: "Remove the import, or correct its location.",
  },
  MG1020: {
    severity: "warning",
    message: "the namespace {namespace} belongs to a draft of XML Schema; it is treated as {taken}",
    hint: "Use the namespace of the recommendation, and its names for constructs that were renamed.",
  },
  MG1021: {
    severity: "warning",
    message: "the DOCTYPE is ignored",
    hint: "Remove it. Its entities and default attributes are not applied.",
  },
  MG1022: {
    severity: "warning",
    message: "{file} is not read: the contract refers to no location {location}",
    hint: "Correct the location in --map or in the option map: as the document writes it, or as it is resolved. Or remove the entry.",
  },
  MG1023: {
    severity: "warning",
    message: "white space before the XML declaration is ignored",
    hint: "Remove it: the declaration starts the file.",
  },
} as const satisfies Rows;
