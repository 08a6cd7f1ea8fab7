import { builtInTypes } from "#runtime/xsd/built-in.js";

/** A value of it is a name whose prefix the message has to declare, and no message of ours declares one for values. */
const leftOut = new Set(["NOTATION"]);

/** Everything that a contract can be made of: values of all of them go round. */
export const constructs: readonly string[] = [
  ...builtInTypes.map(({ constant }) => `type: ${constant}`).filter((name) => !leftOut.has(name.slice(6))),
  ...["guid", "swaRef", "list", "union", "itself", "derived"].map((each) => `type: ${each}`),
  ...["length", "minLength", "maxLength", "pattern", "enumeration", "whiteSpace"].map(
    (each) => `facet: ${each}`,
  ),
  ...["minInclusive", "maxInclusive", "minExclusive", "maxExclusive"].map((each) => `facet: ${each}`),
  ...["totalDigits", "fractionDigits"].map((each) => `facet: ${each}`),
  ...["default", "fixed", "nil"],
  ...["element", "attribute", "any", "attributes"].flatMap((each) => [`${each}: absent`, `${each}: present`]),
  ...["text", "items", "attachment"].map((each) => `${each}: present`),
  ...["repeated: once", "repeated: several"],
  ...["none", "once", "several"].map((each) => `list of elements: ${each}`),
  ...["choice: branch", "choice: nothing"],
  ...["ordered content: element", "ordered content: any", "mixed content: text", "mixed content: no text"],
  ...["any", "other", "one namespace", "several namespaces"].map((each) => `wildcard: ${each}`),
  "open content",
  ...["text", "built-in type", "known type", "XML"].map((each) => `xs:anyType: ${each}`),
  ...["soap11", "soap12", "httpGet", "httpPost", "SOAP encoding"],
  ...["wrapped", "bare", "parts"].map((each) => `input: ${each}`),
  ...["oneWay", "nothing, parts", "nothing, wrapped"].map((each) => `output: ${each}`),
  ...["record, parts", "record, wrapped"].map((each) => `output: ${each}`),
  ...["result, bare", "result, parts", "result, wrapped"].map((each) => `output: ${each}`),
  ...["headers: input", "headers: output", "fault"],
  ...["parameters", "parameters in the path", "location", "document"].map((each) => `HTTP: ${each}`),
  ...["HTTP: answer", "HTTP: answer that is no XML"],
];
