import { xmlNamespace } from "../names.js";

const xsd = "http://www.w3.org/2001/XMLSchema";

/** Text of a schema document; `prefixes` declares further ones than `xs` and `tns`. Elements in it are qualified. */
export function schemaText(namespace: string, prefixes: string, content: string): string {
  const own = namespace === xmlNamespace ? "" : `xmlns:tns="${namespace}"`;
  return (
    `<xs:schema xmlns:xs="${xsd}" ${own} ${prefixes} targetNamespace="${namespace}" ` +
    `elementFormDefault="qualified">\n${content.trim()}\n</xs:schema>`
  );
}

/** Global elements of named types, one line each: `name type`. */
export function elementsOfTypes(lines: string): string {
  return rows(lines)
    .map(([name = "", type = ""]) => `<xs:element name="${name}" type="${type}"/>`)
    .join("\n");
}

/** A simple type with the qualified names of its schema that are listed. */
export function enumerationOfNames(name: string, values: string): string {
  const each = values.split(" ").map((value) => `<xs:enumeration value="tns:${value}"/>`);
  return `<xs:simpleType name="${name}"><xs:restriction base="xs:QName">${each.join("")}</xs:restriction></xs:simpleType>`;
}

/** Words of each line that holds some. */
export function rows(lines: string): string[][] {
  return lines
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== "");
}
