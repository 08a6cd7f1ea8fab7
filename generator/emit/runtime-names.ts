import type { Plan } from "../plan/data/plan.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ImportedSymbol } from "./printer/symbols.js";

const classes = ["ClientError", "Decimal", "DetailFault", "ServiceFault", "XsdDateTime"];
const functions = ["element", "multipartRelated", "toGuid"];
const types = [
  "AnySimpleValue",
  "AnyValue",
  "Guid",
  "NamespacePrefix",
  "QualifiedName",
  "SimpleList",
  "SoapAttachment",
  "XmlAttribute",
  "XmlContent",
  "XmlElement",
  "BindingName",
  "CallContext",
  "Caller",
  "CallOptions",
  "ClientOptions",
  "HeaderContext",
  "Lazy",
  "LocatedClientOptions",
  "NoHeaders",
  "ServiceDescriptor",
  "Streamed",
];

/** Names in outputs that programs have to do with too: the runtime exports them from its main entry. */
export const programNames: ReadonlySet<string> = new Set([...classes, ...functions, ...types]);

/** True for a class among them. */
export function isClass(name: string): boolean {
  return classes.includes(name);
}

/** A name of the runtime, from its entry for programs or from the one for generated code. */
export function runtimeName(file: GeneratedFile, { runtime }: Plan, name: string): ImportedSymbol {
  return file.imported(name, programNames.has(name) ? runtime : `${runtime}/codec`);
}
