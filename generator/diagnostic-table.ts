import { configurationTable } from "./config/configuration-table.js";
import { readingTable } from "./reading-table.js";
import { unsupportedTable, type Rows } from "./unsupported-table.js";

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
    hint: "Declare it, import the schema that does, or correct the name or its prefix; --lenient takes it as open content.",
  },
  MG2002: {
    severity: "error",
    message: "the element {name} is not declared",
    hint:
      "Declare it at the top of a schema, import the schema that does, or correct the name or its prefix; " +
      "--lenient takes it as open content.",
  },
  MG2003: {
    severity: "error",
    message: "the {kind} {name} is not declared",
    hint: "Declare it, import the document that does, or correct the name or its prefix.",
  },
  MG2004: {
    severity: "error",
    message: "the message {message} has no part {part}",
    hint: "Correct the name of the part, or add the part to the message.",
  },
  MG2005: {
    severity: "error",
    message: "the prefix {prefix} in {attribute} is not bound to a namespace",
    hint: 'Add xmlns:{prefix}="..." to this element or to one around it.',
  },
  MG2006: {
    severity: "error",
    message: '"{value}" cannot be the name of {what}',
    hint: "A name begins with a letter or underscore and goes on with letters, digits, dots, dashes and underscores.",
  },
  MG2007: {
    severity: "error",
    message: "{element} has no {attribute}",
    hint: "Add the attribute.",
  },
  MG2008: {
    severity: "error",
    message: '{attribute}="{value}" is not {wanted}',
    hint: "Correct the value.",
  },
  MG2009: {
    severity: "error",
    message: "the {kind} {name} is declared twice, first at {first}",
    hint: "Remove or rename one of the two.",
  },
  MG2010: {
    severity: "error",
    message: "{child} cannot stand in {parent}",
    hint: "Remove it, or move it to where the specification has it.",
  },
  MG2011: {
    severity: "warning",
    message: "the attribute {attribute} means nothing on {element}",
    hint: "Look for a misspelling; the attribute is ignored.",
  },
  MG2012: {
    severity: "error",
    message: "{element} has both {first} and {second}",
    hint: "Keep one of the two; --lenient takes a reference that has a name.",
  },
  MG2013: {
    severity: "error",
    message: "the {kind} {name} goes round in a circle: {cycle}",
    hint: "Break the circle; a type may contain itself through an element, but not be derived from itself.",
  },
  MG2014: {
    severity: "error",
    message: "{name} is a {found}, where a {wanted} is needed",
    hint: "Refer to a {wanted}.",
  },
  MG2015: {
    severity: "warning",
    message: "the pattern {pattern} is not a regular expression of XML Schema, and not checked: {reason}",
    hint: "Correct the pattern; it always covers the whole value and has no anchors.",
  },
  MG2016: {
    severity: "error",
    message: "minOccurs {min} is greater than maxOccurs {max}",
    hint: "Correct one of the two; each is 1 when it is not given.",
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
    message: "the binding {binding} is neither SOAP nor HTTP GET or POST; it is left out",
    hint: "Remove it, or bind the port type with the SOAP 1.1, SOAP 1.2 or HTTP extension of WSDL.",
  },
  MG2020: {
    severity: "error",
    message: "the contract has no operation that a client could call over SOAP or HTTP",
    hint: "Add a port type with an operation that begins with an input, and a binding for it.",
  },
  MG2021: {
    severity: "warning",
    message: "the {kind} {name} is not used",
    hint: "Remove it, or refer to it.",
  },
  MG2022: {
    severity: "warning",
    message: "{element} is not checked by generated code",
    hint: "Check this rule in the service itself.",
  },
  MG2023: {
    severity: "error",
    message: "the abstract type {name} has nothing derived from it that is not abstract",
    hint: "Derive a type from it, or make it concrete: as it is, no value can be sent; --lenient takes it for concrete.",
  },
  MG2024: {
    severity: "error",
    message: "the extension {name} is required, but not understood",
    hint: 'Remove it, or its wsdl:required="true" when a client may do without.',
  },
  MG2031: {
    severity: "warning",
    message:
      "the name {name} is of the namespace of WSDL, which declares nothing; it is taken for one of {taken}",
    hint: "Write the prefix of the target namespace before the name.",
  },
  MG2032: {
    severity: "warning",
    message: "there is text in {parent}; it is ignored",
    hint: "Remove it, or put it in a documentation element.",
  },
  MG2033: {
    severity: "warning",
    message: "the {kind} {name} is not declared; it is taken as open content",
    hint: "Declare it, import the schema that does, or correct the name or its prefix.",
  },

  MG2025: {
    severity: "warning",
    message:
      "no service offers the port type {portType}; it is taken for a service whose ports are its bindings",
    hint: "Add a service with a port for each binding.",
  },
  MG2026: {
    severity: "warning",
    message: "no binding offers the port type {portType}; it is taken for a service over SOAP 1.1 and 1.2",
    hint: "Add a binding and a service: without them nobody knows how the messages are laid out.",
  },
  MG2027: {
    severity: "warning",
    message: "the {style} operation {operation} is left out: in it the service calls its clients",
    hint: "Describe it in a WSDL of the clients, as an operation that the service calls there.",
  },
  MG2034: {
    severity: "warning",
    message: "the message {message} has no part {part}; the whole message is taken",
    hint: "Correct the name of the part in the binding.",
  },
  MG2035: {
    severity: "error",
    message: "the content of {name} has more than {limit} elements when its groups are written out",
    hint: "Look for groups that name others several times; a contract of this size is most likely a wrong file.",
  },

  MG2036: {
    severity: "warning",
    message: "the operation {operation} of the binding {binding} is left out of it; other bindings offer it",
    hint: "Give it a layout that MG2527 and MG2528 name, or remove it from the binding.",
  },

  MG2037: {
    severity: "warning",
    message: "the {kind} {name} is not declared; it is taken for {taken}, the only one that can be meant",
    hint: "Correct the name or its prefix.",
  },
  MG2038: {
    severity: "warning",
    message: "the {kind} {name} is not declared; what refers to it is left out, no operation uses that",
    hint: "Declare it, or remove what refers to it.",
  },
  MG2039: {
    severity: "warning",
    message:
      "the binding {name} is declared twice, first at {first}, for another transport; the first is taken",
    hint: "Give the binding of the other transport a name of its own.",
  },
  MG2040: {
    severity: "warning",
    message:
      "the binding {binding} does not say how the operation {operation} is laid out; it is taken for a literal soap:body",
    hint: "Add an input and an output with a soap:body to the operation of the binding.",
  },
  MG2041: {
    severity: "warning",
    message: "{what} is ignored: {reason}",
    hint: "Remove it, or correct what it says.",
  },
  MG2042: {
    severity: "warning",
    message: "{what} is taken for {taken}",
    hint: "Write what is meant.",
  },
  MG2043: {
    severity: "error",
    message: "the {kind} {name} builds on more than {limit} others, each on the next",
    hint: "Shorten the chain; a contract with one of this length is most likely a wrong file.",
  },
  MG2044: {
    severity: "error",
    message:
      "types have more than {limit} elements and attributes of their bases, groups and substitution groups, {name} alone {count}",
    hint: "Split the contract, or refer to what many types hold by an element instead of a base or group.",
  },

  MG2045: {
    severity: "error",
    message: "the name {name} has more than {limit} characters",
    hint: "Shorten it: a name in a message has at most 256 characters, its prefix included.",
  },

  ...unsupportedTable,

  // --- plan ----------------------------------------------------------------------------------------------
  MG3002: {
    severity: "error",
    message: "the part {part} stands for no field of the element {element}",
    hint: "Call it as the field of the SOAP message is called: one input serves all bindings of an operation.",
  },
  MG3003: {
    severity: "error",
    message: "the part {part} cannot hold the field of that name in {element}, which is no single value",
    hint: "Leave the operation out of the HTTP bindings, or give it flat fields.",
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
    message: "the answer {message} does not hold what the SOAP response of {operation} holds",
    hint: "Let the part name a global element of the result type, or xsd:anyType where the result is open.",
  },
  MG3008: {
    severity: "error",
    message: "the pattern {pattern} of {name} names a block of characters that does not exist",
    hint: "Correct the name of the block, or write it as a range of its first and last character.",
  },
  MG3009: {
    severity: "error",
    message: "a facet of {name} has a value that its base type does not have: {reason}",
    hint: "Correct the bound or the enumeration; a pattern may have 20,000 characters with its counts written out.",
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
    hint: "Remove or rename one of the two; a group or a base type may hold it.",
  },

  // --- write ---------------------------------------------------------------------------------------------
  MG4001: {
    severity: "error",
    message: "the output path {path} is not allowed",
    hint: "Output names have small letters, digits, dots and dashes, and lie below the output folder.",
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

type Words<Template extends string> = Template extends `${string}{${infer Word}}${infer Rest}`
  ? Word | Words<Rest>
  : never;

/** What the texts of a row need to be filled in. */
export type Values<C extends DiagnosticCode> = Record<
  Words<(typeof diagnosticTable)[C]["message"] | (typeof diagnosticTable)[C]["hint"]>,
  string
>;
