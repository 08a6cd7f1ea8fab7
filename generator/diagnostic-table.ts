import { configurationTable } from "./configuration-table.js";
import { jsonTable } from "./json-table.js";
import { readingTable, type Rows } from "./reading-table.js";

/**
 * Every finding the generator can report: MG1xxx read, MG2xxx model, MG3xxx plan, MG4xxx write, MG5xxx configuration.
 * The table is closed;
 * `docs/reference/diagnostics.md` has one section for each row, and a test compares the two.
 *
 * Words in braces are filled in by the caller of `Diagnostics.report`, checked by the compiler.
 */
export const diagnosticTable = {
  ...readingTable,

  // --- model: names and structure ------------------------------------------------------------------------
  MG2001: {
    severity: "error",
    message: "the type {name} is not declared",
    hint: "Declare it, import its schema, or correct the name or its prefix; --lenient corrects the case of a built-in type, and treats others as xs:any content.",
  },
  MG2002: {
    severity: "error",
    message: "the element {name} is not declared",
    hint: "Declare it at the top level of a schema, import its schema, or correct the name or its prefix; --lenient treats it as xs:any content.",
  },
  MG2003: {
    severity: "error",
    message: "the {kind} {name} is not declared",
    hint: "Declare it, import its document, or correct the name or its prefix; --lenient omits the operations that need it, with warnings.",
  },
  MG2004: {
    severity: "error",
    message: "the message {message} has no part {part}",
    hint: "Correct the name of the part, or add the part to the message; --lenient omits the operation, with warnings.",
  },
  MG2005: {
    severity: "error",
    message: "the prefix {prefix} in {attribute} is not bound to a namespace",
    hint: 'Add xmlns:{prefix}="..." to this element or to one of its ancestors.',
  },
  MG2006: {
    severity: "error",
    message: '"{value}" is not a valid name of {what}',
    hint: "A name starts with a letter or underscore and continues with letters, digits, dots, hyphens and underscores.",
  },
  MG2007: {
    severity: "error",
    message: "{element} has no {attribute}",
    hint: "Add it: the specification requires it here.",
  },
  MG2008: {
    severity: "error",
    message: '{attribute}="{value}" is invalid; expected {wanted}',
    hint: "Correct the value.",
  },
  MG2009: {
    severity: "error",
    message: "the {kind} {name} is declared twice, first at {first}",
    hint: "Remove or rename one of the two; --lenient takes the first of two types, elements or the like.",
  },
  MG2010: {
    severity: "error",
    message: "{child} is not allowed in {parent}",
    hint: "Remove it, or move it to a place where the specification allows it.",
  },
  MG2011: {
    severity: "warning",
    message: "the attribute {attribute} is not defined for {element}; it is ignored",
    hint: "Check the spelling of the attribute, or remove it.",
  },
  MG2012: {
    severity: "error",
    message: "{element} has both {first} and {second}",
    hint: "Keep one of the two; --lenient accepts a reference that also has a name.",
  },
  MG2013: {
    severity: "error",
    message: "the {kind} {name} is circular: {cycle}",
    hint: "Break the cycle. A type may contain itself through an element, but may not be derived from itself.",
  },
  MG2014: {
    severity: "error",
    message: "{name} is a {found}; expected a {wanted}",
    hint: "Refer to a {wanted}.",
  },
  MG2015: {
    severity: "warning",
    message: "the pattern {pattern} is not a regular expression of XML Schema and is not validated: {reason}",
    hint: "Correct the pattern. A pattern always matches the whole value and has no anchors.",
  },
  MG2016: {
    severity: "error",
    message: "minOccurs {min} is greater than maxOccurs {max}",
    hint: "Correct one of the two; the default of each is 1.",
  },
  MG2017: {
    severity: "error",
    message: "the port type {portType} has no operation {operation}",
    hint: "Correct the name, or add the operation to the port type.",
  },
  MG2018: {
    severity: "warning",
    message: "the binding {binding} does not offer the operation {operation}",
    hint: "Add the operation to the binding, or remove it from the port type.",
  },
  MG2019: {
    severity: "warning",
    message: "the binding {binding} is neither SOAP nor HTTP GET or POST; it is omitted",
    hint: "Remove it, or bind the port type with the SOAP 1.1, SOAP 1.2 or HTTP extension of WSDL.",
  },
  MG2020: {
    severity: "error",
    message: "the contract has no operation that a client can call over SOAP or HTTP",
    hint: "Add a port type with an operation that starts with an input, and a binding for it.",
  },
  MG2021: {
    severity: "warning",
    message: "not used: {declarations}",
    hint: "Remove them, or refer to them.",
  },
  MG2022: {
    severity: "warning",
    message: "{element} is not validated by generated code",
    hint: "Validate this rule in the service.",
  },
  MG2023: {
    severity: "warning",
    message: "the abstract type {name} has no concrete derived type; its values are any content",
    hint: "Import the schema that derives a concrete type from it; values name that type in xsi:type.",
  },
  MG2024: {
    severity: "error",
    message: "the required extension {name} is not supported",
    hint: 'Remove it, or its wsdl:required="true" if clients can work without it.',
  },
  MG2031: {
    severity: "warning",
    message:
      "the name {name} is in the WSDL namespace, which has no such declaration; it is treated as a name in {taken}",
    hint: "Add the prefix of the target namespace to the name.",
  },
  MG2032: {
    severity: "warning",
    message: "text in {parent} is ignored",
    hint: "Remove it, or move it to a documentation element.",
  },
  MG2033: {
    severity: "warning",
    message: "the {kind} {name} is not declared; it is treated as xs:any content",
    hint: "Declare it, import its schema, or correct the name or its prefix.",
  },

  MG2025: {
    severity: "warning",
    message: "no service contains the port type {portType}; a service is derived from its bindings",
    hint: "Add a service with a port for each binding.",
  },
  MG2026: {
    severity: "warning",
    message: "the port type {portType} has no binding; a service over SOAP 1.1 and 1.2 is derived",
    hint: "Add a binding and a service: they define the layout of the messages.",
  },
  MG2027: {
    severity: "warning",
    message: "the {style} operation {operation} is omitted: the service would be the caller",
    hint: "Describe it in a WSDL of the client, as an operation that the service calls.",
  },
  MG2034: {
    severity: "warning",
    message: "the message {message} has no part {part}; the whole message is used",
    hint: "Correct the name of the part in the binding.",
  },
  MG2035: {
    severity: "error",
    message: "the content of {name} has more than {limit} elements when its groups are expanded",
    hint: "Look for groups that refer to other groups several times. A contract of this size is most likely the wrong file.",
  },

  MG2036: {
    severity: "warning",
    message:
      "the operation {operation} is omitted from the binding {binding}; other bindings contain it: {reason}",
    hint: "Correct it as {code} describes, or remove it from the binding.",
  },

  MG2037: {
    severity: "warning",
    message: "the {kind} {name} is not declared; {taken} is used, the only declaration that it can refer to",
    hint: "Correct the name or its prefix.",
  },
  MG2038: {
    severity: "warning",
    message:
      "the {kind} {name} is not declared; the declarations that refer to it are omitted, because no operation uses them",
    hint: "Declare it, or remove the references to it.",
  },
  MG2039: {
    severity: "warning",
    message:
      "the binding {name} is declared twice, first at {first}, for another transport; the first is used",
    hint: "Give the binding of the other transport another name.",
  },
  MG2040: {
    severity: "warning",
    message:
      "the binding {binding} does not define the messages of the operation {operation}; a literal soap:body is assumed",
    hint: "Add an input and an output with a soap:body to the operation of the binding.",
  },
  MG2041: {
    severity: "warning",
    message: "{what} is ignored: {reason}",
    hint: "Remove it, or correct it.",
  },
  MG2042: {
    severity: "warning",
    message: "{what} is treated as {taken}",
    hint: "Correct the document.",
  },
  MG2043: {
    severity: "error",
    message: "the {kind} {name} depends on a chain of more than {limit} declarations",
    hint: "Shorten the chain. A contract with a chain of this length is most likely the wrong file.",
  },
  MG2044: {
    severity: "error",
    message:
      "base types, groups and substitution groups expand to more than {limit} elements and attributes, {name} alone to {count}",
    hint: "Split the contract, or refer to shared content by an element instead of a base type or group.",
  },

  MG2045: {
    severity: "error",
    message: "the name {name} has more than {limit} characters",
    hint: "Shorten it: a name in a message has at most 256 characters, including its prefix.",
  },

  MG2046: {
    severity: "error",
    message: "the operation {operation} of the port type {portType} is omitted because of {code} at {place}",
    hint: "Correct the contract. --lenient turns this error and its causes into warnings.",
  },

  MG2047: {
    severity: "error",
    message: "the {kind} {name} is not in the contract",
    hint: "Names of the contract, among the selected services and ports: {known}.",
  },
  MG2048: {
    severity: "warning",
    message: "the policy requires {name}, which the client does not apply by itself",
    hint: "Give the client what applies it: `addressing` for WS-Addressing, https for transport security, `nodeSoapSecurity` for WS-Security, or an interceptor.",
  },

  MG2527: {
    severity: "error",
    message: "{content} is not supported yet: {operation}",
    hint: "Use http:urlEncoded or urlReplacement for GET, forms or one XML document for POST, mime:mimeXml or mime:content for responses.",
  },
  MG2528: {
    severity: "error",
    message: "the part {part} has a type that is not supported yet in a query or form",
    hint: "Declare it as xsd:string; the SOAP field of the same name in the operation of the same name determines its type.",
  },

  // --- plan ----------------------------------------------------------------------------------------------
  MG3002: {
    severity: "error",
    message: "the part {part} does not correspond to a field of the element {element}",
    hint: "Give it the name of the field in the SOAP message: all bindings of an operation share one input.",
  },
  MG3003: {
    severity: "error",
    message: "the part {part} cannot carry the field of that name in {element}, which is not a single value",
    hint: "Omit the operation from the HTTP bindings, or give it flat fields.",
  },
  MG3004: {
    severity: "error",
    message: "the messages {first} and {second} do not have the same parts",
    hint: "Give the HTTP GET and POST messages of an operation the same parts in the same order.",
  },
  MG3005: {
    severity: "error",
    message: "no part carries the field {field}, which {element} requires",
    hint: "Add a part of that name to the HTTP messages, or make the field optional.",
  },
  MG3006: {
    severity: "error",
    message: "the response {message} does not have the content of the SOAP response of {operation}",
    hint: "Let the part refer to a global element of the result type, or to xsd:anyType if the result is any content.",
  },
  MG3008: {
    severity: "error",
    message: "the pattern {pattern} of {name} contains a character block that does not exist",
    hint: "Correct the name of the block, or write a range from its first to its last character.",
  },
  MG3009: {
    severity: "error",
    message: "a facet of {name} has a value that its base type does not allow: {reason}",
    hint: "Correct the bound or the enumeration. A pattern may have 20,000 characters after its counts are expanded.",
  },
  MG3010: {
    severity: "error",
    message: "the content of {owner} has an element {name} of {other}, and one of {one} at {first}",
    hint: "Refer to one named type in both places, or rename one of the elements (XML Schema 1.0 part 1, 3.8.6).",
  },
  MG3011: {
    severity: "error",
    message:
      "the content of {owner} has an element {name} with another default or fixed value than at {first}",
    hint: "Give both the same default or fixed value, or rename one of the elements.",
  },
  MG3012: {
    severity: "error",
    message: "{owner} has an attribute {name} that differs from the one at {first}",
    hint: "Remove or rename one of the two; one of them may come from a group or a base type.",
  },
  MG3013: {
    severity: "warning",
    message: "the operations {first} and {operation} have equal requests; a server calls {first} for both",
    hint: "Give one of them another SOAP action, or another element in its Body. Clients can call both.",
  },
  ...jsonTable,
  MG3020: {
    severity: "warning",
    message: "values of {name} may have more than {digits} digits; with plain values they are rounded",
    hint: "Keep decimals exact with --decimal Decimal or --decimal string, if the last digits matter.",
  },
  MG3021: {
    severity: "warning",
    message: "values of {name} may be beyond 2^53 - 1; with plain values they are refused",
    hint: "Keep large integers with --long bigint or --long string, if there are such values.",
  },
  MG3022: {
    severity: "warning",
    message: "values of {name} have {loss}",
    hint: "Keep dates as they are written with --dates XsdDateTime, if that matters.",
  },

  // --- write ---------------------------------------------------------------------------------------------
  MG4001: {
    severity: "error",
    message: "the output path {path} is not allowed",
    hint: "Output paths consist of lower-case letters, digits, dots and hyphens, and are below the output folder.",
  },
  MG4002: {
    severity: "error",
    message: "{path} leads outside the output folder, or is not a regular file",
    hint: "Remove the link or the special file; output is only written to regular files below the output folder.",
  },
  MG4003: {
    severity: "error",
    message: "{path} was not written by messenger-gen and would be overwritten",
    hint: "Move the file away, or choose another folder with --out.",
  },
  MG4004: {
    severity: "error",
    message: "{path} cannot be written: {reason}",
    hint: "Correct the permissions of the output folder, or choose another with --out.",
  },
  MG4005: {
    severity: "error",
    message: "the operation {operation} is not in the contract",
    hint: "Operations of the contract: {known}.",
  },
  MG4006: {
    severity: "error",
    message: "{path} exists already; a scaffold is written only once",
    hint: "Edit the file, or remove it first.",
  },
  MG4007: {
    severity: "error",
    message: "several contracts have an operation {operation}",
    hint: "Choose one by its output folder, with --only: {known}.",
  },

  ...configurationTable,
} as const satisfies Rows;

export type DiagnosticCode = keyof typeof diagnosticTable;

/** The words in braces of a text. */
export type Words<Template extends string> = Template extends `${string}{${infer Word}}${infer Rest}`
  ? Word | Words<Rest>
  : never;

/** Parameters of the texts of a row. */
export type Values<C extends DiagnosticCode> = Record<
  Words<(typeof diagnosticTable)[C]["message"] | (typeof diagnosticTable)[C]["hint"]>,
  string
>;
