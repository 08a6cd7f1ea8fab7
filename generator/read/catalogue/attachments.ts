import { schemaText } from "./schema.js";

const mimeTypes = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];
const attachmentsProfile = "http://ws-i.org/profiles/basic/1.1/xsd";
const include = "http://www.w3.org/2004/08/xop/include";

function binary(name: string): string {
  return (
    `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="xs:${name}">` +
    '<xs:attribute ref="tns:contentType"/></xs:extension></xs:simpleContent></xs:complexType>'
  );
}

const mimeContent = `
<xs:attribute name="contentType" type="xs:string"/>
<xs:attribute name="expectedContentTypes" type="xs:string"/>
${binary("base64Binary")}
${binary("hexBinary")}`;

/** Media types of binary content, references to attachments, and the place where an attached part belongs (XOP 1.0, 2.1). */
export const attachmentSchemas: Readonly<Record<string, string>> = {
  ...Object.fromEntries(mimeTypes.map((namespace) => [namespace, schemaText(namespace, "", mimeContent)])),
  [attachmentsProfile]: schemaText(
    attachmentsProfile,
    "",
    '<xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType>',
  ),
  [include]: schemaText(
    include,
    "",
    `
<xs:element name="Include" type="tns:Include"/>
<xs:complexType name="Include">
  <xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="href" type="xs:anyURI" use="required"/>
  <xs:anyAttribute namespace="##other"/>
</xs:complexType>`,
  ),
};
