import { wsdlNamespace, xsdNamespace } from "../read/names.js";
import { elements, textOf, type XmlElement } from "../read/xml.js";
import type { Doc } from "./types.js";

/** Documentation of a declaration: `wsdl:documentation`, or `xsd:documentation` of its annotations. */
export function docOf(element: XmlElement): Doc {
  return elements(element).flatMap((child) => {
    if (child.name.namespace === wsdlNamespace && child.name.name === "documentation")
      return paragraphs(textOf(child));
    if (child.name.namespace !== xsdNamespace || child.name.name !== "annotation") return [];
    return elements(child)
      .filter((part) => part.name.namespace === xsdNamespace && part.name.name === "documentation")
      .flatMap((part) => paragraphs(textOf(part)));
  });
}

/** Blank lines part paragraphs; other white space is folded. */
function paragraphs(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}
