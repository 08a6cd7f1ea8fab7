import { elementsOfTypes, enumerationOfNames, schemaText } from "./schema.js";

const final = "http://www.w3.org/2005/08/addressing";
const submission = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
const anything = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const foreign = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

function text(name: string, base: string, attributes = ""): string {
  return (
    `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attributes}${others}` +
    "</xs:extension></xs:simpleContent></xs:complexType>"
  );
}

function open(name: string, particle: string, attributes = others): string {
  return `<xs:complexType name="${name}"><xs:sequence>${particle}</xs:sequence>${attributes}</xs:complexType>`;
}

const submittedFaultCodes =
  "InvalidMessageInformationHeader MessageInformationHeaderRequired DestinationUnreachable ActionNotSupported " +
  "EndpointUnavailable";
const faultCodes =
  "InvalidAddressingHeader InvalidAddress InvalidEPR InvalidCardinality MissingAddressInEPR DuplicateMessageID " +
  "ActionMismatch MessageAddressingHeaderRequired DestinationUnreachable ActionNotSupported EndpointUnavailable";

/** WS-Addressing 1.0, and the submission that older services use. */
export const addressingSchemas: Readonly<Record<string, string>> = {
  [final]: schemaText(
    final,
    "",
    [
      elementsOfTypes(`
        EndpointReference   tns:EndpointReferenceType
        ReferenceParameters tns:ReferenceParametersType
        Metadata            tns:MetadataType
        MessageID           tns:AttributedURIType
        RelatesTo           tns:RelatesToType
        ReplyTo             tns:EndpointReferenceType
        From                tns:EndpointReferenceType
        FaultTo             tns:EndpointReferenceType
        To                  tns:AttributedURIType
        Action              tns:AttributedURIType
        RetryAfter          tns:AttributedUnsignedLongType
        ProblemHeaderQName  tns:AttributedQNameType
        ProblemHeader       tns:AttributedAnyType
        ProblemIRI          tns:AttributedURIType
        ProblemAction       tns:ProblemActionType
      `),
      open(
        "EndpointReferenceType",
        '<xs:element name="Address" type="tns:AttributedURIType"/>' +
          '<xs:element ref="tns:ReferenceParameters" minOccurs="0"/><xs:element ref="tns:Metadata" minOccurs="0"/>' +
          foreign,
      ),
      open("ReferenceParametersType", anything),
      open("MetadataType", anything),
      text("AttributedURIType", "xs:anyURI"),
      text("AttributedUnsignedLongType", "xs:unsignedLong"),
      text("AttributedQNameType", "xs:QName"),
      open("AttributedAnyType", '<xs:any namespace="##any" processContents="lax"/>'),
      text("RelatesToType", "xs:anyURI", '<xs:attribute name="RelationshipType" type="xs:anyURI"/>'),
      open(
        "ProblemActionType",
        '<xs:element ref="tns:Action" minOccurs="0"/><xs:element name="SoapAction" type="xs:anyURI" minOccurs="0"/>',
      ),
      '<xs:attribute name="IsReferenceParameter" type="xs:boolean"/>',
      `<xs:simpleType name="RelationshipType"><xs:restriction base="xs:anyURI"><xs:enumeration value="${final}/reply"/></xs:restriction></xs:simpleType>`,
      '<xs:simpleType name="RelationshipTypeOpenEnum"><xs:union memberTypes="tns:RelationshipType xs:anyURI"/></xs:simpleType>',
      enumerationOfNames("FaultCodesType", faultCodes),
      '<xs:simpleType name="FaultCodesOpenEnumType"><xs:union memberTypes="tns:FaultCodesType xs:QName"/></xs:simpleType>',
    ].join("\n"),
  ),
  [submission]: schemaText(
    submission,
    "",
    [
      elementsOfTypes(`
        EndpointReference tns:EndpointReferenceType
        MessageID         tns:AttributedURI
        RelatesTo         tns:Relationship
        To                tns:AttributedURI
        Action            tns:AttributedURI
        From              tns:EndpointReferenceType
        ReplyTo           tns:EndpointReferenceType
        FaultTo           tns:EndpointReferenceType
        ReplyAfter        tns:ReplyAfterType
      `),
      open(
        "EndpointReferenceType",
        '<xs:element name="Address" type="tns:AttributedURI"/>' +
          '<xs:element name="ReferenceProperties" type="tns:ReferencePropertiesType" minOccurs="0"/>' +
          '<xs:element name="ReferenceParameters" type="tns:ReferenceParametersType" minOccurs="0"/>' +
          '<xs:element name="PortType" type="tns:AttributedQName" minOccurs="0"/>' +
          '<xs:element name="ServiceName" type="tns:ServiceNameType" minOccurs="0"/>' +
          foreign,
      ),
      open("ReferencePropertiesType", anything, ""),
      open("ReferenceParametersType", anything, ""),
      text("ServiceNameType", "xs:QName", '<xs:attribute name="PortName" type="xs:NCName"/>'),
      text("Relationship", "xs:anyURI", '<xs:attribute name="RelationshipType" type="xs:QName"/>'),
      text("ReplyAfterType", "xs:nonNegativeInteger"),
      text("AttributedQName", "xs:QName"),
      text("AttributedURI", "xs:anyURI"),
      '<xs:attribute name="Action" type="xs:anyURI"/>',
      enumerationOfNames("FaultSubcodeValues", submittedFaultCodes),
    ].join("\n"),
  ),
};
