import { elementsOfTypes, enumerationOfNames, schemaText } from "./schema.js";

const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
const anything = '<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

/** Text with attributes, those of others included. */
function text(name: string, base: string, attributes = ""): string {
  return (
    `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attributes}` +
    "</xs:extension></xs:simpleContent></xs:complexType>"
  );
}

function open(name: string, particle: string, attributes: string): string {
  return `<xs:complexType name="${name}"><xs:sequence>${particle}</xs:sequence>${attributes}</xs:complexType>`;
}

const id = '<xs:attribute ref="wsu:Id"/>';
const valueType = '<xs:attribute name="ValueType" type="xs:anyURI"/>';

/** Web Services Security 1.0: the header, its tokens, and times and ids of other messages. */
export const securitySchemas: Readonly<Record<string, string>> = {
  [wsu]: schemaText(
    wsu,
    "",
    [
      '<xs:attribute name="Id" type="xs:ID"/>',
      `<xs:attributeGroup name="commonAtts"><xs:attribute ref="tns:Id"/>${others}</xs:attributeGroup>`,
      text("AttributedDateTime", "xs:string", '<xs:attributeGroup ref="tns:commonAtts"/>'),
      text("AttributedURI", "xs:anyURI", '<xs:attributeGroup ref="tns:commonAtts"/>'),
      open(
        "TimestampType",
        '<xs:element ref="tns:Created" minOccurs="0"/><xs:element ref="tns:Expires" minOccurs="0"/>' +
          '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>',
        '<xs:attributeGroup ref="tns:commonAtts"/>',
      ),
      elementsOfTypes(`
        Timestamp tns:TimestampType
        Created   tns:AttributedDateTime
        Expires   tns:AttributedDateTime
      `),
      enumerationOfNames("tTimestampFault", "MessageExpired"),
    ].join("\n"),
  ),
  [wsse]: schemaText(
    wsse,
    `xmlns:wsu="${wsu}"`,
    [
      `<xs:import namespace="${wsu}"/>`,
      text("AttributedString", "xs:string", id + others),
      text("PasswordString", "tns:AttributedString", '<xs:attribute name="Type" type="xs:anyURI"/>'),
      text("EncodedString", "tns:AttributedString", '<xs:attribute name="EncodingType" type="xs:anyURI"/>'),
      open(
        "UsernameTokenType",
        `<xs:element name="Username" type="tns:AttributedString"/>${anything}`,
        id + others,
      ),
      text("BinarySecurityTokenType", "tns:EncodedString", valueType),
      text("KeyIdentifierType", "tns:EncodedString", valueType),
      '<xs:simpleType name="tUsage"><xs:list itemType="xs:anyURI"/></xs:simpleType>',
      '<xs:attribute name="Usage" type="tns:tUsage"/>',
      `<xs:complexType name="ReferenceType"><xs:attribute name="URI" type="xs:anyURI"/>${valueType}${others}</xs:complexType>`,
      open("EmbeddedType", anything, valueType + others),
      open("SecurityTokenReferenceType", anything, `${id}<xs:attribute ref="tns:Usage"/>${others}`),
      open("SecurityHeaderType", anything, others),
      open("TransformationParametersType", anything, others),
      elementsOfTypes(`
        UsernameToken            tns:UsernameTokenType
        BinarySecurityToken      tns:BinarySecurityTokenType
        Reference                tns:ReferenceType
        Embedded                 tns:EmbeddedType
        KeyIdentifier            tns:KeyIdentifierType
        SecurityTokenReference   tns:SecurityTokenReferenceType
        Security                 tns:SecurityHeaderType
        TransformationParameters tns:TransformationParametersType
        Password                 tns:PasswordString
        Nonce                    tns:EncodedString
      `),
      enumerationOfNames(
        "FaultcodeEnum",
        "UnsupportedSecurityToken UnsupportedAlgorithm InvalidSecurity InvalidSecurityToken FailedAuthentication " +
          "FailedCheck SecurityTokenUnavailable",
      ),
    ].join("\n"),
  ),
};
