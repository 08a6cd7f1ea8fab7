import { schemaText } from "./schema.js";

/** The namespace of `xml:lang` and its relatives: XML 1.0, 2.10 and 2.12; XML Base; xml:id. */
export const xmlSchemas: Readonly<Record<string, string>> = {
  "http://www.w3.org/XML/1998/namespace": schemaText(
    "http://www.w3.org/XML/1998/namespace",
    "",
    `
<xs:attribute name="lang" type="xs:string"/>
<xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName">
  <xs:enumeration value="default"/><xs:enumeration value="preserve"/>
</xs:restriction></xs:simpleType></xs:attribute>
<xs:attribute name="base" type="xs:anyURI"/>
<xs:attribute name="id" type="xs:ID"/>
<xs:attributeGroup name="specialAttrs">
  <xs:attribute ref="xml:base"/><xs:attribute ref="xml:lang"/><xs:attribute ref="xml:space"/><xs:attribute ref="xml:id"/>
</xs:attributeGroup>`,
  ),
  // A schema inside a message, as in a serialised DataSet.
  "http://www.w3.org/2001/XMLSchema": schemaText(
    "http://www.w3.org/2001/XMLSchema",
    "",
    '<xs:element name="schema"/>',
  ),
};
