import { elementsOfTypes, schemaText } from "./schema.js";

const wsa = "http://www.w3.org/2005/08/addressing";
const base = "http://docs.oasis-open.org/wsn/b-2";
const topics = "http://docs.oasis-open.org/wsn/t-1";
const faults = "http://docs.oasis-open.org/wsrf/bf-2";
const resources = "http://docs.oasis-open.org/wsrf/r-2";
const broker = "http://docs.oasis-open.org/wsn/br-2";

const others = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
const foreign = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const anything = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const policy = `<xs:element name="SubscriptionPolicy" minOccurs="0"><xs:complexType><xs:sequence>${anything}</xs:sequence></xs:complexType></xs:element>`;
const times =
  '<xs:element ref="tns:CurrentTime" minOccurs="0"/><xs:element ref="tns:TerminationTime" minOccurs="0"/>';
const termination =
  '<xs:element name="InitialTerminationTime" type="tns:AbsoluteOrRelativeTimeType" nillable="true" minOccurs="0"/>';

function type(name: string, particle: string): string {
  return `<xs:complexType name="${name}"><xs:sequence>${particle}</xs:sequence></xs:complexType>`;
}

function message(name: string, particle: string, attributes = ""): string {
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${particle}</xs:sequence>${attributes}</xs:complexType></xs:element>`;
}

/** A message of pull points. */
function pullPoint(name: string, particle: string): string {
  return message(name, particle, '<xs:anyAttribute processContents="lax"/>');
}

/** A fault with the content of the base fault, and `more`. */
function fault(name: string, more = ""): string {
  const content = more === "" ? "" : `<xs:sequence>${more}</xs:sequence>`;
  return (
    `<xs:complexType name="${name}Type"><xs:complexContent><xs:extension base="bf:BaseFaultType">${content}` +
    `</xs:extension></xs:complexContent></xs:complexType>\n<xs:element name="${name}" type="tns:${name}Type"/>`
  );
}

const plainFaults =
  "SubscribeCreationFailedFault TopicExpressionDialectUnknownFault InvalidFilterFault InvalidTopicExpressionFault " +
  "TopicNotSupportedFault MultipleTopicsSpecifiedFault InvalidProducerPropertiesExpressionFault " +
  "InvalidMessageContentExpressionFault UnrecognizedPolicyRequestFault UnsupportedPolicyRequestFault " +
  "NotifyMessageNotSupportedFault UnacceptableInitialTerminationTimeFault NoCurrentMessageOnTopicFault " +
  "UnableToGetMessagesFault UnableToDestroyPullPointFault UnableToCreatePullPointFault " +
  "UnacceptableTerminationTimeFault UnableToDestroySubscriptionFault PauseFailedFault ResumeFailedFault";

/** Particles of the faults with additional content. */
const faultDetails: Readonly<Record<string, string>> = {
  InvalidFilterFault: '<xs:element name="UnknownFilter" type="xs:QName" maxOccurs="unbounded"/>',
  UnrecognizedPolicyRequestFault:
    '<xs:element name="UnrecognizedPolicy" type="xs:QName" minOccurs="0" maxOccurs="unbounded"/>',
  UnsupportedPolicyRequestFault:
    '<xs:element name="UnsupportedPolicy" type="xs:QName" minOccurs="0" maxOccurs="unbounded"/>',
  UnacceptableInitialTerminationTimeFault:
    '<xs:element name="MinimumTime" type="xs:dateTime"/><xs:element name="MaximumTime" type="xs:dateTime" minOccurs="0"/>',
  UnacceptableTerminationTimeFault:
    '<xs:element name="MinimumTime" type="xs:dateTime"/><xs:element name="MaximumTime" type="xs:dateTime" minOccurs="0"/>',
};

/** Properties of a producer, whose elements have the prefix of a schema. */
function producerProperties(prefix: string): string {
  return (
    `<xs:element ref="${prefix}:TopicExpression" minOccurs="0" maxOccurs="unbounded"/>` +
    `<xs:element ref="${prefix}:FixedTopicSet" minOccurs="0"/>` +
    `<xs:element ref="${prefix}:TopicExpressionDialect" minOccurs="0" maxOccurs="unbounded"/>` +
    '<xs:element ref="wstop:TopicSet" minOccurs="0"/>'
  );
}

const notification = [
  `<xs:import namespace="${wsa}"/><xs:import namespace="${faults}"/><xs:import namespace="${topics}"/>`,
  `<xs:complexType name="QueryExpressionType" mixed="true"><xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0"/></xs:sequence>
<xs:attribute name="Dialect" type="xs:anyURI" use="required"/></xs:complexType>`,
  `<xs:complexType name="TopicExpressionType" mixed="true"><xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0"/></xs:sequence>
<xs:attribute name="Dialect" type="xs:anyURI" use="required"/>${others}</xs:complexType>`,
  type("FilterType", anything),
  type("SubscriptionPolicyType", anything),
  '<xs:simpleType name="AbsoluteOrRelativeTimeType"><xs:union memberTypes="xs:dateTime xs:duration"/></xs:simpleType>',
  type(
    "NotificationMessageHolderType",
    '<xs:element ref="tns:SubscriptionReference" minOccurs="0"/><xs:element ref="tns:Topic" minOccurs="0"/>' +
      '<xs:element ref="tns:ProducerReference" minOccurs="0"/><xs:element name="Message"><xs:complexType><xs:sequence>' +
      '<xs:any namespace="##any" processContents="lax"/></xs:sequence></xs:complexType></xs:element>',
  ),
  elementsOfTypes(`
    TopicExpression               tns:TopicExpressionType
    Topic                         tns:TopicExpressionType
    TopicExpressionDialect        xs:anyURI
    ConsumerReference             wsa:EndpointReferenceType
    SubscriptionReference         wsa:EndpointReferenceType
    ProducerReference             wsa:EndpointReferenceType
    Filter                        tns:FilterType
    SubscriptionPolicy            tns:SubscriptionPolicyType
    CreationTime                  xs:dateTime
    ProducerProperties            tns:QueryExpressionType
    MessageContent                tns:QueryExpressionType
    NotificationMessage           tns:NotificationMessageHolderType
  `),
  '<xs:element name="FixedTopicSet" type="xs:boolean" default="true"/>',
  message("NotificationProducerRP", producerProperties("tns")),
  message(
    "SubscriptionManagerRP",
    '<xs:element ref="tns:ConsumerReference"/><xs:element ref="tns:Filter" minOccurs="0"/>' +
      '<xs:element ref="tns:SubscriptionPolicy" minOccurs="0"/><xs:element ref="tns:CreationTime" minOccurs="0"/>',
  ),
  '<xs:element name="CurrentTime" type="xs:dateTime"/>',
  '<xs:element name="TerminationTime" type="xs:dateTime" nillable="true"/>',
  '<xs:element name="UseRaw"><xs:complexType/></xs:element>',
  message("Notify", `<xs:element ref="tns:NotificationMessage" maxOccurs="unbounded"/>${foreign}`),
  message(
    "Subscribe",
    '<xs:element name="ConsumerReference" type="wsa:EndpointReferenceType"/>' +
      `<xs:element name="Filter" type="tns:FilterType" minOccurs="0"/>${termination}${policy}${foreign}`,
  ),
  message(
    "SubscribeResponse",
    `<xs:element name="SubscriptionReference" type="wsa:EndpointReferenceType"/>${times}${foreign}`,
  ),
  message("GetCurrentMessage", `<xs:element name="Topic" type="tns:TopicExpressionType"/>${foreign}`),
  message("GetCurrentMessageResponse", anything),
  pullPoint(
    "GetMessages",
    `<xs:element name="MaximumNumber" type="xs:nonNegativeInteger" minOccurs="0"/>${foreign}`,
  ),
  pullPoint(
    "GetMessagesResponse",
    `<xs:element ref="tns:NotificationMessage" minOccurs="0" maxOccurs="unbounded"/>${foreign}`,
  ),
  pullPoint("CreatePullPoint", foreign),
  pullPoint(
    "CreatePullPointResponse",
    `<xs:element name="PullPoint" type="wsa:EndpointReferenceType"/>${foreign}`,
  ),
  pullPoint("DestroyPullPoint", foreign),
  pullPoint("DestroyPullPointResponse", foreign),
  message(
    "Renew",
    `<xs:element name="TerminationTime" type="tns:AbsoluteOrRelativeTimeType" nillable="true"/>${foreign}`,
  ),
  message(
    "RenewResponse",
    `<xs:element ref="tns:TerminationTime"/><xs:element ref="tns:CurrentTime" minOccurs="0"/>${foreign}`,
  ),
  ...["Unsubscribe", "PauseSubscription", "ResumeSubscription"].flatMap((name) => [
    message(name, foreign),
    message(`${name}Response`, foreign),
  ]),
  ...plainFaults.split(" ").map((name) => fault(name, faultDetails[name])),
].join("\n");

const registration = [
  `<xs:import namespace="${wsa}"/><xs:import namespace="${faults}"/><xs:import namespace="${base}"/><xs:import namespace="${topics}"/>`,
  elementsOfTypes(`
    RequiresRegistration xs:boolean
    PublisherReference   wsa:EndpointReferenceType
    ConsumerReference    wsa:EndpointReferenceType
    Topic                wsnt:TopicExpressionType
    Demand               xs:boolean
    CreationTime         xs:dateTime
  `),
  message(
    "NotificationBrokerRP",
    `${producerProperties("wsnt")}<xs:element ref="tns:RequiresRegistration"/>`,
  ),
  message(
    "PublisherRegistrationRP",
    '<xs:element ref="tns:PublisherReference" minOccurs="0"/><xs:element ref="tns:Topic" minOccurs="0" maxOccurs="unbounded"/>' +
      '<xs:element ref="tns:Demand"/><xs:element ref="tns:CreationTime" minOccurs="0"/>',
  ),
  message(
    "RegisterPublisher",
    '<xs:element name="PublisherReference" type="wsa:EndpointReferenceType" minOccurs="0"/>' +
      '<xs:element name="Topic" type="wsnt:TopicExpressionType" minOccurs="0" maxOccurs="unbounded"/>' +
      '<xs:element name="Demand" type="xs:boolean" default="false" minOccurs="0"/>' +
      `<xs:element name="InitialTerminationTime" type="xs:dateTime" minOccurs="0"/>${foreign}`,
  ),
  message(
    "RegisterPublisherResponse",
    '<xs:element name="PublisherRegistrationReference" type="wsa:EndpointReferenceType"/>' +
      '<xs:element name="ConsumerReference" type="wsa:EndpointReferenceType" minOccurs="0"/>',
  ),
  pullPoint("DestroyRegistration", foreign),
  pullPoint("DestroyRegistrationResponse", foreign),
  fault("PublisherRegistrationRejectedFault"),
  fault("PublisherRegistrationFailedFault"),
  fault("ResourceNotDestroyedFault"),
].join("\n");

/** Web Services Base and Brokered Notification 1.3; resources and the base of the faults that they build on. */
export const notificationSchemas: Readonly<Record<string, string>> = {
  [base]: schemaText(base, `xmlns:wsa="${wsa}" xmlns:bf="${faults}" xmlns:wstop="${topics}"`, notification),
  [broker]: schemaText(
    broker,
    `xmlns:wsa="${wsa}" xmlns:bf="${faults}" xmlns:wsnt="${base}" xmlns:wstop="${topics}"`,
    registration,
  ),
  [resources]: schemaText(
    resources,
    `xmlns:bf="${faults}"`,
    [
      `<xs:import namespace="${faults}"/>`,
      fault("ResourceUnknownFault"),
      fault("ResourceUnavailableFault"),
    ].join("\n"),
  ),
  [faults]: schemaText(
    faults,
    `xmlns:wsa="${wsa}"`,
    `
<xs:import namespace="${wsa}"/>
<xs:element name="BaseFault" type="tns:BaseFaultType"/>
<xs:complexType name="BaseFaultType">
  <xs:sequence>
    ${foreign}
    <xs:element name="Timestamp" type="xs:dateTime"/>
    <xs:element name="Originator" type="wsa:EndpointReferenceType" minOccurs="0"/>
    <xs:element name="ErrorCode" minOccurs="0"><xs:complexType mixed="true">
      <xs:sequence>${foreign}</xs:sequence><xs:attribute name="dialect" type="xs:anyURI" use="required"/>
    </xs:complexType></xs:element>
    <xs:element name="Description" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
      <xs:extension base="xs:string"><xs:attribute ref="xml:lang"/></xs:extension>
    </xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="FaultCause" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:any namespace="##other" processContents="lax"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence>
  ${others}
</xs:complexType>`,
  ),
};
