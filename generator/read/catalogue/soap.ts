import { elementsOfTypes, enumerationOfNames, schemaText } from "./schema.js";

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

const anything = '<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const foreign = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';

/** What both encodings declare besides arrays and structures, which the model knows. */
const encoded = [
  twins,
  ...encodedTypes.split(" ").map((name) => `<xs:element name="${name}" type="tns:${name}"/>`),
  ...["Array", "Struct"].map(
    (name) => `<xs:group name="${name}"><xs:sequence>${anything}</xs:sequence></xs:group>`,
  ),
].join("\n");

/** Attributes of SOAP 1.1, 5.4. */
const encoded11 = `
<xs:element name="base64" type="tns:base64"/>
<xs:element name="anyType"/>
<xs:attribute name="root" type="xs:boolean"/>
<xs:simpleType name="arrayCoordinate"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:attribute name="arrayType" type="xs:string"/>
<xs:attribute name="offset" type="tns:arrayCoordinate"/>
<xs:attribute name="position" type="tns:arrayCoordinate"/>
<xs:attributeGroup name="commonAttributes">
  <xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/>${others}
</xs:attributeGroup>
<xs:attributeGroup name="arrayAttributes">
  <xs:attribute ref="tns:arrayType"/><xs:attribute ref="tns:offset"/>
</xs:attributeGroup>
<xs:attributeGroup name="arrayMemberAttributes"><xs:attribute ref="tns:position"/></xs:attributeGroup>`;

/** Attributes of SOAP 1.2 part 2, 3.1. */
const encoded12 = `
<xs:attribute name="id" type="xs:ID"/>
<xs:attribute name="ref" type="xs:IDREF"/>
<xs:attribute name="itemType" type="xs:QName"/>
<xs:attribute name="arraySize" type="xs:string"/>
<xs:attribute name="nodeType"><xs:simpleType><xs:restriction base="xs:NMTOKEN">
  <xs:enumeration value="simple"/><xs:enumeration value="struct"/><xs:enumeration value="array"/>
</xs:restriction></xs:simpleType></xs:attribute>
<xs:attributeGroup name="commonAttributes">
  <xs:attribute ref="tns:id"/><xs:attribute ref="tns:ref"/>${others}
</xs:attributeGroup>
<xs:attributeGroup name="arrayAttributes">
  <xs:attribute ref="tns:itemType"/><xs:attribute ref="tns:arraySize"/>${others}
</xs:attributeGroup>`;

/** An envelope, with the types of its parts. */
const envelope = (attributesOfBody: string, after: string): string => `
<xs:element name="Envelope" type="tns:Envelope"/>
<xs:complexType name="Envelope"><xs:sequence>
  <xs:element ref="tns:Header" minOccurs="0"/><xs:element ref="tns:Body"/>${after}
</xs:sequence>${others}</xs:complexType>
<xs:element name="Header" type="tns:Header"/>
<xs:complexType name="Header"><xs:sequence>${anything}</xs:sequence>${others}</xs:complexType>
<xs:element name="Body" type="tns:Body"/>
<xs:complexType name="Body"><xs:sequence>${anything}</xs:sequence>${attributesOfBody}</xs:complexType>`;

/** Declarations of SOAP 1.1, 4, and SOAP 1.2 part 1, 5, that other schemas refer to. */
export const soapSchemas: Readonly<Record<string, string>> = {
  [encoding11]: schemaText(encoding11, "", encoded + encoded11),
  [encoding12]: schemaText(encoding12, "", encoded + encoded12),
  [envelope11]: schemaText(
    envelope11,
    "",
    `${envelope('<xs:anyAttribute namespace="##any" processContents="lax"/>', foreign)}
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
    `${envelope(others, "")}
${enumerationOfNames("faultcodeEnum", "DataEncodingUnknown MustUnderstand Receiver Sender VersionMismatch")}
${elementsOfTypes(`
  NotUnderstood tns:NotUnderstoodType
  Upgrade       tns:UpgradeType
`)}
<xs:complexType name="NotUnderstoodType"><xs:attribute name="qname" type="xs:QName" use="required"/></xs:complexType>
<xs:complexType name="SupportedEnvType"><xs:attribute name="qname" type="xs:QName" use="required"/></xs:complexType>
<xs:complexType name="UpgradeType"><xs:sequence>
  <xs:element name="SupportedEnvelope" type="tns:SupportedEnvType" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
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
