import { rows, schemaText } from "./schema.js";

const serialization = "http://schemas.microsoft.com/2003/10/Serialization/";
const arrays = "http://schemas.microsoft.com/2003/10/Serialization/Arrays";
const wsdlTypes = "http://microsoft.com/wsdl/types/";
const xmlSoap = "http://xml.apache.org/xml-soap";

const guid = `<xs:simpleType name="guid"><xs:restriction base="xs:string">
  <xs:pattern value="[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}"/>
</xs:restriction></xs:simpleType>`;

const simpleNames =
  "anyURI base64Binary boolean byte dateTime decimal double float int long QName short string unsignedByte " +
  "unsignedInt unsignedLong unsignedShort anyType";

/** Item, and type of the item where it is not one of XML Schema. */
const arrayItems = `
  string
  boolean
  short
  int
  long
  unsignedShort
  unsignedInt
  unsignedLong
  float
  double
  decimal
  dateTime
  QName
  anyURI
  anyType
  base64Binary
  char     ser:char
  guid     ser:guid
  duration ser:duration`;

function array([name = "", type = `xs:${name}`]: readonly string[]): string {
  const nillable = /^(?:string|QName|anyURI|anyType|base64Binary)$/.test(name) ? ' nillable="true"' : "";
  return (
    `<xs:complexType name="ArrayOf${name}"><xs:sequence><xs:element name="${name}" type="${type}"${nillable} ` +
    `minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>\n` +
    `<xs:element name="ArrayOf${name}" type="tns:ArrayOf${name}" nillable="true"/>`
  );
}

/** Types that the serializers of .NET and Axis add to a contract. */
export const serializationSchemas: Readonly<Record<string, string>> = {
  [serialization]: schemaText(
    serialization,
    "",
    [
      ...simpleNames
        .split(" ")
        .map((name) => `<xs:element name="${name}" type="xs:${name}" nillable="true"/>`),
      ...["char", "duration", "guid"].map(
        (name) => `<xs:element name="${name}" type="tns:${name}" nillable="true"/>`,
      ),
      '<xs:simpleType name="char"><xs:restriction base="xs:int"/></xs:simpleType>',
      '<xs:simpleType name="duration"><xs:restriction base="xs:duration"/></xs:simpleType>',
      guid,
      '<xs:attribute name="FactoryType" type="xs:QName"/>',
      '<xs:attribute name="Id" type="xs:ID"/>',
      '<xs:attribute name="Ref" type="xs:IDREF"/>',
    ].join("\n"),
  ),
  [arrays]: schemaText(
    arrays,
    `xmlns:ser="${serialization}"`,
    [`<xs:import namespace="${serialization}"/>`, ...rows(arrayItems).map(array)].join("\n"),
  ),
  [wsdlTypes]: schemaText(
    wsdlTypes,
    "",
    `${guid}\n<xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>`,
  ),
  [xmlSoap]: schemaText(
    xmlSoap,
    "",
    `
<xs:complexType name="mapItem"><xs:sequence>
  <xs:element name="key" type="xs:anyType" nillable="true" form="unqualified"/>
  <xs:element name="value" type="xs:anyType" nillable="true" form="unqualified"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Map"><xs:sequence>
  <xs:element name="item" type="tns:mapItem" form="unqualified" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Element"><xs:sequence>
  <xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Document"><xs:sequence>
  <xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Vector"><xs:sequence>
  <xs:element name="item" type="xs:anyType" form="unqualified" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>`,
  ),
};
