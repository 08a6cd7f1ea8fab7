import { schemaText } from "./schema.js";

const envelope11 = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope12 = "http://www.w3.org/2003/05/soap-envelope";
const encoding11 = "http://schemas.xmlsoap.org/soap/encoding/";
const encoding12 = "http://www.w3.org/2003/05/soap-encoding";

/** Each simple type of XML Schema has a twin of its name in the encodings (SOAP 1.1, 5.2; SOAP 1.2 part 2, 3). */
const encodedTypes =
  "string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES boolean decimal " +
  "integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt " +
  "unsignedShort unsignedByte positiveInteger float double duration dateTime time date gYearMonth gYear gMonthDay gDay " +
  "gMonth hexBinary base64Binary anyURI QName NOTATION";

const twins = [...encodedTypes.split(" ").map((name) => [name, name]), ["base64", "base64Binary"]]
  .map(([name, base]) => `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}"/></xs:simpleType>`)
  .join("\n");

/** Declarations of SOAP 1.1, 4, and SOAP 1.2 part 1, 5, that other schemas refer to. */
export const soapSchemas: Readonly<Record<string, string>> = {
  [encoding11]: schemaText(encoding11, "", twins),
  [encoding12]: schemaText(encoding12, "", twins),
  [envelope11]: schemaText(
    envelope11,
    "",
    `
<xs:element name="Fault" type="tns:Fault"/>
<xs:complexType name="Fault"><xs:sequence>
  <xs:element name="faultcode" type="xs:QName" form="unqualified"/>
  <xs:element name="faultstring" type="xs:string" form="unqualified"/>
  <xs:element name="faultactor" type="xs:anyURI" form="unqualified" minOccurs="0"/>
  <xs:element name="detail" type="tns:detail" form="unqualified" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="detail">
  <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute namespace="##any" processContents="lax"/>
</xs:complexType>
<xs:attribute name="mustUnderstand" type="xs:boolean"/>
<xs:attribute name="actor" type="xs:anyURI"/>
<xs:simpleType name="encodingStyle"><xs:list itemType="xs:anyURI"/></xs:simpleType>
<xs:attribute name="encodingStyle" type="tns:encodingStyle"/>
<xs:attributeGroup name="encodingStyle"><xs:attribute ref="tns:encodingStyle"/></xs:attributeGroup>`,
  ),
  [envelope12]: schemaText(
    envelope12,
    "",
    `
<xs:element name="Fault" type="tns:Fault"/>
<xs:complexType name="Fault"><xs:sequence>
  <xs:element name="Code" type="tns:faultcode"/>
  <xs:element name="Reason" type="tns:faultreason"/>
  <xs:element name="Node" type="xs:anyURI" minOccurs="0"/>
  <xs:element name="Role" type="xs:anyURI" minOccurs="0"/>
  <xs:element name="Detail" type="tns:detail" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="faultcode"><xs:sequence>
  <xs:element name="Value" type="xs:QName"/>
  <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="subcode"><xs:sequence>
  <xs:element name="Value" type="xs:QName"/>
  <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="faultreason"><xs:sequence>
  <xs:element name="Text" type="tns:reasontext" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="reasontext"><xs:simpleContent><xs:extension base="xs:string">
  <xs:attribute ref="xml:lang" use="required"/>
</xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="detail">
  <xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute namespace="##other" processContents="lax"/>
</xs:complexType>
<xs:attribute name="mustUnderstand" type="xs:boolean"/>
<xs:attribute name="role" type="xs:anyURI"/>
<xs:attribute name="relay" type="xs:boolean"/>
<xs:attribute name="encodingStyle" type="xs:anyURI"/>`,
  ),
};
