import type { Rows } from "./unsupported-table.js";

/** MG1xxx: documents become trees of elements. */
export const readingTable = {
  MG1001: {
    severity: "error",
    message: "{file} cannot be opened: {reason}",
    hint: "Correct the path. Imported files are looked for relative to the file that imports them.",
  },
  MG1002: {
    severity: "error",
    message: "{file} is not a regular file",
    hint: "Name a WSDL or XSD file; folders, devices, pipes and sockets are not opened.",
  },
  MG1003: {
    severity: "error",
    message: "{file} lies outside the folder of the WSDL",
    hint: "Move the file below the folder of the WSDL, or permit its folder with --allow DIR. Links count where they lead.",
  },
  MG1004: {
    severity: "error",
    message: "{location} is an address; nothing is fetched over a network",
    hint: "Save the document beside the WSDL and give its relative path as the location, or permit it with --allow-network.",
  },
  MG1005: {
    severity: "error",
    message: "{file} makes the contract larger than {limit}",
    hint: "Split off what the service does not need; a contract of this size is most likely a wrong file.",
  },
  MG1006: {
    severity: "error",
    message: "the bytes of the file are not {encoding}",
    hint: "Save the file as UTF-8.",
  },
  MG1007: {
    severity: "error",
    message: "the encoding {encoding} is not read",
    hint: "Save the file as UTF-8 and say so in its XML declaration.",
  },
  MG1008: {
    severity: "error",
    message: "not well-formed XML: {reason}",
    hint: "Correct the document; any XML editor shows the place.",
  },
  MG1009: {
    severity: "error",
    message: "the document has a DOCTYPE",
    hint: "Remove it. Document type declarations and their entities are never read.",
  },
  MG1010: {
    severity: "error",
    message: "the entity {entity} is not declared",
    hint: "Write the character itself, or a numeric reference such as &#160;.",
  },
  MG1011: {
    severity: "error",
    message: "the prefix {prefix} of {name} is not bound to a namespace",
    hint: 'Add xmlns:{prefix}="..." to this element or to one around it.',
  },
  MG1012: {
    severity: "error",
    message: "elements are nested deeper than {limit} levels",
    hint: "Give inner anonymous types a name of their own.",
  },
  MG1013: {
    severity: "error",
    message: "the document starts with {found} where {wanted} belongs",
    hint: "Name a WSDL 1.1 document on the command line, and XML Schema documents in schema imports. WSDL 2.0 is not read.",
  },
  MG1015: {
    severity: "error",
    message: 'the included file {file} has the target namespace "{found}" instead of "{wanted}"',
    hint: "Include only schemas of the same or of no target namespace; use import for others.",
  },
  MG1016: {
    severity: "error",
    message: "the {element} has no {attribute}",
    hint: "Give the relative path of the document.",
  },
  MG1017: {
    severity: "error",
    message: "{location} cannot be fetched: {reason}",
    hint: "Save the document beside the WSDL and give its relative path as the location.",
  },
  MG1018: {
    severity: "warning",
    message: 'the import names the namespace "{wanted}", but {file} has "{found}", under which it is taken',
    hint: "Make the namespace of the import and the targetNamespace of the file equal.",
  },
  MG1019: {
    severity: "warning",
    message: "{location} is not read: {reason}",
    hint: "Remove the import, or correct its location.",
  },
  MG1020: {
    severity: "warning",
    message: "the namespace {namespace} is that of a draft of XML Schema; it is taken for {taken}",
    hint: "Write the namespace of the recommendation, and what the draft calls by another name.",
  },
} as const satisfies Rows;
