import { expect, test } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import { emitAll } from "#generator/emit/all.js";
import { cataloguedNamespaces, cataloguedSchema } from "#generator/read/catalogue/index.js";
import { readXml } from "#generator/read/document.js";
import { elements } from "#generator/read/xml.js";
import { compilerErrors } from "../emit/compiled.js";
import { wsdlOf } from "../model/fragments.js";
import { planText } from "../plan/contracts.js";

const kinds = ["attribute", "attributeGroup", "complexType", "element", "group", "simpleType"] as const;
type Kind = (typeof kinds)[number];
type Names = Readonly<Partial<Record<Kind, string>>>;

const xsdTypes =
  "ENTITIES ENTITY ID IDREF IDREFS NCName NMTOKEN NMTOKENS NOTATION Name QName anyURI base64Binary boolean byte date dateTime " +
  "decimal double duration float gDay gMonth gMonthDay gYear gYearMonth hexBinary int integer language long negativeInteger " +
  "nonNegativeInteger nonPositiveInteger normalizedString positiveInteger short string time token unsignedByte unsignedInt " +
  "unsignedLong unsignedShort";
const faults = (names: string): Names => ({ complexType: names.replace(/\w+/g, "$&Type"), element: names });

const pausable = "PauseSubscription PauseSubscriptionResponse ResumeSubscription ResumeSubscriptionResponse";
const faultsOfNotification =
  "InvalidFilterFault InvalidMessageContentExpressionFault InvalidProducerPropertiesExpressionFault " +
  "InvalidTopicExpressionFault MultipleTopicsSpecifiedFault NoCurrentMessageOnTopicFault NotifyMessageNotSupportedFault " +
  "PauseFailedFault ResumeFailedFault SubscribeCreationFailedFault TopicExpressionDialectUnknownFault " +
  "TopicNotSupportedFault UnableToCreatePullPointFault UnableToDestroyPullPointFault UnableToDestroySubscriptionFault " +
  "UnableToGetMessagesFault UnacceptableInitialTerminationTimeFault UnacceptableTerminationTimeFault " +
  "UnrecognizedPolicyRequestFault UnsupportedPolicyRequestFault";
const brokerFaults =
  "PublisherRegistrationFailedFault PublisherRegistrationRejectedFault ResourceNotDestroyedFault";

/** Names that the specifications declare. The model knows arrays and structures of the SOAP encodings. */
const published: Readonly<Record<string, Names>> = {
  "http://www.w3.org/XML/1998/namespace": { attribute: "base id lang space", attributeGroup: "specialAttrs" },
  "http://www.w3.org/1999/xlink": {
    attribute: "actuate arcrole from href label role show title to type",
    attributeGroup: "arcAttrs extendedAttrs locatorAttrs resourceAttrs simpleAttrs titleAttrs",
    complexType: "arcType extended locatorType resourceType simple titleEltType",
    element: "arc locator resource title",
    group: "arcModel extendedModel locatorModel resourceModel simpleModel titleModel",
    simpleType:
      "actuateType arcroleType fromType hrefType labelType roleType showType titleAttrType toType typeType",
  },
  "http://schemas.xmlsoap.org/soap/encoding/": {
    attribute: "arrayType offset position root",
    attributeGroup: "arrayAttributes arrayMemberAttributes commonAttributes",
    element: `anyType base64 ${xsdTypes}`,
    group: "Array Struct",
    simpleType: `arrayCoordinate base64 ${xsdTypes}`,
  },
  "http://www.w3.org/2003/05/soap-encoding": {
    attribute: "arraySize id itemType nodeType ref",
    attributeGroup: "arrayAttributes commonAttributes",
    element: xsdTypes,
    group: "Array Struct",
    simpleType: `base64 ${xsdTypes}`,
  },
  "http://schemas.xmlsoap.org/soap/envelope/": {
    attribute: "actor encodingStyle mustUnderstand",
    attributeGroup: "encodingStyle",
    complexType: "Body Envelope Fault Header detail",
    element: "Body Envelope Fault Header",
    simpleType: "encodingStyle",
  },
  "http://www.w3.org/2003/05/soap-envelope": {
    attribute: "encodingStyle mustUnderstand relay role",
    complexType:
      "Body Envelope Fault Header NotUnderstoodType SupportedEnvType UpgradeType detail faultcode faultreason reasontext subcode",
    element: "Body Envelope Fault Header NotUnderstood Upgrade",
    simpleType: "faultcodeEnum",
  },
  "http://www.w3.org/2005/08/addressing": {
    attribute: "IsReferenceParameter",
    complexType:
      "AttributedAnyType AttributedQNameType AttributedURIType AttributedUnsignedLongType EndpointReferenceType MetadataType " +
      "ProblemActionType ReferenceParametersType RelatesToType",
    element:
      "Action EndpointReference FaultTo From MessageID Metadata ProblemAction ProblemHeader ProblemHeaderQName ProblemIRI " +
      "ReferenceParameters RelatesTo ReplyTo RetryAfter To",
    simpleType: "FaultCodesOpenEnumType FaultCodesType RelationshipType RelationshipTypeOpenEnum",
  },
  "http://schemas.xmlsoap.org/ws/2004/08/addressing": {
    attribute: "Action",
    complexType:
      "AttributedQName AttributedURI EndpointReferenceType ReferenceParametersType ReferencePropertiesType Relationship " +
      "ReplyAfterType ServiceNameType",
    element: "Action EndpointReference FaultTo From MessageID RelatesTo ReplyAfter ReplyTo To",
    simpleType: "FaultSubcodeValues",
  },
  "http://www.w3.org/2005/05/xmlmime": {
    attribute: "contentType expectedContentTypes",
    complexType: "base64Binary hexBinary",
  },
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd": {
    attribute: "Id",
    attributeGroup: "commonAtts",
    complexType: "AttributedDateTime AttributedURI TimestampType",
    element: "Created Expires Timestamp",
    simpleType: "tTimestampFault",
  },
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd": {
    attribute: "Usage",
    complexType:
      "AttributedString BinarySecurityTokenType EmbeddedType EncodedString KeyIdentifierType PasswordString ReferenceType " +
      "SecurityHeaderType SecurityTokenReferenceType TransformationParametersType UsernameTokenType",
    element:
      "BinarySecurityToken Embedded KeyIdentifier Nonce Password Reference Security SecurityTokenReference " +
      "TransformationParameters UsernameToken",
    simpleType: "FaultcodeEnum tUsage",
  },
  "http://docs.oasis-open.org/wsn/b-2": {
    complexType:
      "FilterType NotificationMessageHolderType QueryExpressionType SubscriptionPolicyType TopicExpressionType " +
      (faults(faultsOfNotification).complexType ?? ""),
    element:
      "ConsumerReference CreatePullPoint CreatePullPointResponse CreationTime CurrentTime DestroyPullPoint " +
      "DestroyPullPointResponse Filter FixedTopicSet GetCurrentMessage GetCurrentMessageResponse GetMessages " +
      "GetMessagesResponse MessageContent NotificationMessage NotificationProducerRP Notify ProducerProperties " +
      "ProducerReference Renew RenewResponse Subscribe SubscribeResponse SubscriptionManagerRP SubscriptionPolicy " +
      "SubscriptionReference TerminationTime Topic TopicExpression TopicExpressionDialect Unsubscribe " +
      `UnsubscribeResponse UseRaw ${pausable} ${faultsOfNotification}`,
    simpleType: "AbsoluteOrRelativeTimeType",
  },
  "http://docs.oasis-open.org/wsn/br-2": {
    complexType: faults(brokerFaults).complexType ?? "",
    element:
      "ConsumerReference CreationTime Demand DestroyRegistration DestroyRegistrationResponse NotificationBrokerRP " +
      "PublisherReference PublisherRegistrationRP RegisterPublisher RegisterPublisherResponse RequiresRegistration " +
      `Topic ${brokerFaults}`,
  },
  "http://docs.oasis-open.org/wsn/t-1": {
    attribute: "topic topicNamespaceLocation",
    complexType:
      "Documentation ExtensibleDocumented QueryExpressionType TopicNamespaceType TopicSetType TopicType",
    element: "TopicNamespace TopicSet",
    simpleType: "ConcreteTopicExpression FullTopicExpression SimpleTopicExpression",
  },
  "http://docs.oasis-open.org/wsrf/bf-2": faults("BaseFault"),
  "http://docs.oasis-open.org/wsrf/r-2": faults("ResourceUnavailableFault ResourceUnknownFault"),
};

function declared(namespace: string): ReadonlyMap<Kind, readonly string[]> {
  const root = readXml(cataloguedSchema(namespace) ?? "", "catalogue", new Diagnostics());
  const all = root === undefined ? [] : elements(root);
  const ofKind = (kind: Kind): readonly string[] =>
    all
      .filter(({ name }) => name.name === kind)
      .map(({ attributes }) => attributes.get("name") ?? "")
      .toSorted();
  return new Map(kinds.map((kind) => [kind, ofKind(kind)]));
}

test.each(Object.entries(published))("%s declares what is published", (namespace, names) => {
  const wanted = kinds.map(
    (kind) => [kind, (names[kind] ?? "").split(" ").filter(Boolean).toSorted()] as const,
  );
  expect(declared(namespace)).toEqual(new Map(wanted));
});

/** An element with everything that a schema declares. */
function uses(namespace: string, at: number): string {
  const all = declared(namespace);
  const of = (kind: Kind): readonly string[] => all.get(kind) ?? [];
  const isXml = namespace === "http://www.w3.org/XML/1998/namespace";
  const prefix = isXml ? "xml" : "n";
  const own = isXml ? "" : `xmlns:n="${namespace}"`;
  const fields = [
    ...of("element").map((name) => `<xs:element ref="n:${name}"/>`),
    ...[...of("complexType"), ...of("simpleType")].map(
      (name, index) => `<xs:element name="t${index}" type="n:${name}"/>`,
    ),
    ...of("group").map(
      (name, index) =>
        `<xs:element name="g${index}"><xs:complexType><xs:group ref="n:${name}"/></xs:complexType></xs:element>`,
    ),
    ...of("attributeGroup").map(
      (name, index) =>
        `<xs:element name="a${index}"><xs:complexType><xs:attributeGroup ref="${prefix}:${name}"/></xs:complexType></xs:element>`,
    ),
  ];
  const attributes = of("attribute").map((name) => `<xs:attribute ref="${prefix}:${name}"/>`);
  return (
    `<xs:element name="use${at}" ${own} minOccurs="0"><xs:complexType><xs:sequence>${fields.join("")}` +
    `</xs:sequence>${attributes.join("")}</xs:complexType></xs:element>`
  );
}

test("a contract that uses all of every schema, from a network, compiles without one", () => {
  const imports = cataloguedNamespaces.map(
    (namespace) => `<xs:import namespace="${namespace}" schemaLocation="http://www.example.com/schema.xsd"/>`,
  );
  const { plan, errors } = planText(
    wsdlOf({ schema: imports.join(""), fields: cataloguedNamespaces.map(uses).join("") }),
  );
  expect(errors).toEqual([]);
  const sources = plan === undefined ? [] : emitAll(plan).filter(({ path }) => path.endsWith(".ts"));
  const outputs = new Map(sources.map(({ path, text }) => [`test/golden/catalogue/output/${path}`, text]));
  expect(compilerErrors(outputs)).toEqual([]);
});
