import { elementsOfTypes, schemaText } from "./schema.js";

const topics = "http://docs.oasis-open.org/wsn/t-1";

const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
const foreign = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const anything = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

const documented = (content: string): string =>
  `<xs:complexContent><xs:extension base="tns:ExtensibleDocumented">${content}</xs:extension></xs:complexContent>`;

const content = [
  `<xs:complexType name="Documentation" mixed="true"><xs:sequence>${anything}</xs:sequence></xs:complexType>`,
  `<xs:complexType name="ExtensibleDocumented" abstract="true"><xs:sequence>
  <xs:element name="documentation" type="tns:Documentation" minOccurs="0"/></xs:sequence>${others}</xs:complexType>`,
  `<xs:complexType name="QueryExpressionType" mixed="true"><xs:sequence><xs:any processContents="lax" minOccurs="0"/></xs:sequence>
<xs:attribute name="Dialect" type="xs:anyURI" use="required"/></xs:complexType>`,
  `<xs:complexType name="TopicNamespaceType">${documented(`<xs:sequence>
  <xs:element name="Topic" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:complexContent><xs:extension base="tns:TopicType">
    <xs:attribute name="parent" type="tns:ConcreteTopicExpression"/>
  </xs:extension></xs:complexContent></xs:complexType></xs:element>${foreign}</xs:sequence>
  <xs:attribute name="name" type="xs:NCName"/><xs:attribute name="targetNamespace" type="xs:anyURI" use="required"/>
  <xs:attribute name="final" type="xs:boolean" default="false"/>`)}</xs:complexType>`,
  `<xs:complexType name="TopicType">${documented(`<xs:sequence>
  <xs:element name="MessagePattern" type="tns:QueryExpressionType" minOccurs="0"/>
  <xs:element name="Topic" type="tns:TopicType" minOccurs="0" maxOccurs="unbounded"/>${foreign}</xs:sequence>
  <xs:attribute name="name" type="xs:NCName" use="required"/>
  <xs:attribute name="messageTypes"><xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType></xs:attribute>
  <xs:attribute name="final" type="xs:boolean" default="false"/>`)}</xs:complexType>`,
  `<xs:complexType name="TopicSetType">${documented(`<xs:sequence>${foreign}</xs:sequence>`)}</xs:complexType>`,
  elementsOfTypes(`
    TopicNamespace tns:TopicNamespaceType
    TopicSet       tns:TopicSetType
  `),
  '<xs:attribute name="topicNamespaceLocation" type="xs:anyURI"/>',
  '<xs:attribute name="topic" type="xs:boolean" default="false"/>',
  '<xs:simpleType name="FullTopicExpression"><xs:restriction base="xs:token"/></xs:simpleType>',
  '<xs:simpleType name="ConcreteTopicExpression"><xs:restriction base="xs:token"/></xs:simpleType>',
  '<xs:simpleType name="SimpleTopicExpression"><xs:restriction base="xs:QName"/></xs:simpleType>',
].join("\n");

/** Web Services Topics 1.3. */
export const topicSchemas: Readonly<Record<string, string>> = { [topics]: schemaText(topics, "", content) };
