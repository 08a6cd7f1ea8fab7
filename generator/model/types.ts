import type { Origin } from "../origin.js";
/**
 * The model: a complete picture of one contract (WSDL 1.1 and XSD 1.0), plain data, immutable, references by id.
 *
 * Order is schema order everywhere. Every declaration has an `origin`, so that any later rule can point at a line.
 * Nothing after the model looks at XML.
 */
export interface ContractModel {
  /** The WSDL the contract was read from, such as `schema/messenger.wsdl`: relative to the parent of the output folder. */
  readonly file: string;
  readonly targetNamespace: string;
  readonly doc: Doc;
  readonly services: readonly ServiceModel[];
  readonly portTypes: readonly PortTypeModel[];
  readonly bindings: readonly BindingModel[];
  readonly messages: readonly MessageModel[];
  readonly elements: readonly ElementModel[];
  readonly attributes: readonly AttributeModel[];
  readonly simpleTypes: readonly SimpleTypeModel[];
  readonly complexTypes: readonly ComplexTypeModel[];
  readonly groups: readonly GroupModel[];
  readonly attributeGroups: readonly AttributeGroupModel[];
}

/** `{namespace}local`; for an anonymous type the path that leads to it: `{namespace}SendSms/type()`. */
export type Id = string;

/** Paragraphs of documentation, with collapsed white space; empty if there is none. */
export type Doc = readonly string[];

export interface Named {
  readonly id: Id;
  readonly namespace: string;
  readonly name: string;
  readonly doc: Doc;
  readonly origin: Origin;
}

// --- WSDL ------------------------------------------------------------------------------------------------

export interface ServiceModel extends Named {
  readonly ports: readonly PortModel[];
}

export interface PortModel {
  readonly name: string;
  readonly binding: Id;
  /** Data, never parsed: placeholders occur. */
  readonly address: string | undefined;
  /** Its own requirements; its binding has others. */
  readonly requires: RequirementsModel;
  readonly doc: Doc;
  readonly origin: Origin;
}

/** Requirements of the policies and extensions of a port or binding. */
export interface RequirementsModel {
  readonly mtom: boolean;
  readonly addressing: boolean;
  /** The other assertions that are required, of the operations and messages of a binding too. */
  readonly assertions: readonly AssertionModel[];
}

/** An assertion of a policy that generated code does not apply by itself. */
export interface AssertionModel {
  /** `{namespace}local` */
  readonly name: string;
  /** The part of the binding whose policy it is, for example `operation Send input`; empty for the port or binding as a whole. */
  readonly place: string;
  /** What it contains: paths of names down to the innermost assertions, attributes and texts, sorted. */
  readonly content: readonly string[];
}

/** A requirement that generated code applies. */
export type AppliedRequirement = Exclude<keyof RequirementsModel, "assertions">;

export interface PortTypeModel extends Named {
  readonly operations: readonly OperationModel[];
}

export type OperationStyle = "request-response" | "one-way" | "solicit-response" | "notification";

export interface OperationModel {
  readonly name: string;
  readonly doc: Doc;
  readonly style: OperationStyle;
  readonly input: Id | undefined;
  readonly output: Id | undefined;
  /** Names of input and output, which distinguish operations of one name. */
  readonly signature: SignatureModel;
  /** The attribute Action of its input (WS-Addressing Metadata, section 4.4.1). */
  readonly action: string | undefined;
  readonly faults: readonly { readonly name: string; readonly message: Id; readonly origin: Origin }[];
  readonly origin: Origin;
}

/** Names of `wsdl:input` and `wsdl:output`, as written; undefined where none is (WSDL 1.1, section 2.4.5). */
export interface SignatureModel {
  readonly input: string | undefined;
  readonly output: string | undefined;
}

export interface MessageModel extends Named {
  readonly parts: readonly PartModel[];
}

/** A part has an element, a type, or (in existing contracts) neither. */
export interface PartModel {
  readonly name: string;
  readonly element: Id | undefined;
  readonly type: Id | undefined;
  readonly origin: Origin;
}

export type BindingProtocol = "soap11" | "soap12" | "httpGet" | "httpPost";

export interface BindingModel extends Named {
  readonly protocol: BindingProtocol;
  readonly portType: Id;
  readonly transport: string | undefined;
  readonly requires: RequirementsModel;
  readonly operations: readonly BindingOperationModel[];
}

export interface BindingOperationModel {
  readonly name: string;
  readonly signature: SignatureModel;
  readonly style: "document" | "rpc";
  readonly action: string | undefined;
  /** `http:operation location`, for example `/HTTP_SendSms`. */
  readonly location: string | undefined;
  readonly input: BindingMessageModel;
  readonly output: BindingMessageModel | undefined;
  readonly faults: readonly { readonly name: string; readonly use: "literal" | "encoded" }[];
  readonly origin: Origin;
}

export interface BindingMessageModel {
  readonly use: "literal" | "encoded";
  /** `parts=` of the body: undefined means all. */
  readonly parts: readonly string[] | undefined;
  /** Namespace of the rpc wrapper. */
  readonly namespace: string | undefined;
  readonly headers: readonly HeaderModel[];
  /** Parts that travel beside the SOAP message (WSDL 1.1, section 5.3). */
  readonly attachments: readonly AttachmentModel[];
  /** How the message is laid out in HTTP bindings. */
  readonly content:
    /** The binding does not define it. */
    | { readonly kind: "empty" }
    | { readonly kind: "soapBody" }
    | { readonly kind: "urlEncoded" }
    | { readonly kind: "urlReplacement" }
    | { readonly kind: "form" }
    | { readonly kind: "mimeXml"; readonly part: string | undefined }
    | { readonly kind: "mimeContent"; readonly part: string | undefined; readonly type: string }
    | { readonly kind: "multipartRelated" };
}

/** A part of a message that is a block of Header. */
export interface HeaderBlockModel {
  readonly message: Id;
  readonly part: string;
  readonly use: "literal" | "encoded";
  readonly origin: Origin;
}

export interface HeaderModel extends HeaderBlockModel {
  /** Header blocks of a fault that describe errors of this header (WSDL 1.1, section 3.7). */
  readonly faults: readonly HeaderBlockModel[];
}

/** A part of a message that is a MIME part of its own. */
export interface AttachmentModel {
  readonly part: string;
  /** The first of the media types it may have, which may be a range. */
  readonly type: string;
  readonly origin: Origin;
}

// --- XSD -------------------------------------------------------------------------------------------------

/** `max` undefined is unbounded. */
export interface Occurs {
  readonly min: number;
  readonly max: number | undefined;
}

/** A type by its id; built-in types have the XML Schema namespace in theirs. */
export interface ElementModel extends Named, ValueConstraint {
  readonly type: Id;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly substitutes: Id | undefined;
  readonly mediaType: string | undefined;
}

export interface AttributeModel extends Named, ValueConstraint {
  readonly type: Id;
}

/** A default or a fixed value, as written. */
export interface ValueConstraint {
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  /** Namespaces that prefixes of the value would have in a qualified name; absent without any. */
  readonly prefixes?: readonly ValuePrefix[];
}

/** A prefix, or the empty text for no prefix. */
export interface ValuePrefix {
  readonly prefix: string;
  readonly namespace: string;
}

export interface AttributeUseModel extends AttributeModel {
  readonly required: boolean;
}

export type Particle =
  | ElementParticle
  | {
      readonly kind: "sequence" | "choice" | "all";
      readonly occurs: Occurs;
      readonly particles: readonly Particle[];
      readonly origin: Origin;
    }
  | { readonly kind: "group"; readonly group: Id; readonly occurs: Occurs; readonly origin: Origin }
  | {
      readonly kind: "any";
      readonly namespaces: string;
      /** Namespace to which `##targetNamespace` and `##other` refer. */
      readonly targetNamespace: string;
      readonly process: "strict" | "lax" | "skip";
      readonly occurs: Occurs;
      readonly origin: Origin;
    };

/** Namespaces that a wildcard names, as written. */
export interface WildcardModel {
  readonly namespaces: string;
  /** Namespace to which `##targetNamespace` and `##other` refer. */
  readonly targetNamespace: string;
}

export interface ElementParticle extends ValueConstraint {
  readonly kind: "element";
  readonly name: string;
  /** Empty for an unqualified local element. */
  readonly namespace: string;
  readonly type: Id;
  /** The global element it refers to, when it is a reference. */
  readonly ref: Id | undefined;
  readonly nillable: boolean;
  /** Media type of its bytes (`xmime:expectedContentTypes`), if it is a single one. */
  readonly mediaType: string | undefined;
  readonly occurs: Occurs;
  readonly doc: Doc;
  readonly origin: Origin;
}

export interface GroupModel extends Named {
  readonly particle: Particle | undefined;
}

export interface AttributeGroupModel extends Named {
  readonly attributes: readonly AttributeUseModel[];
  readonly groups: readonly Id[];
  readonly anyAttribute: WildcardModel | undefined;
}

export type ComplexContent =
  | { readonly kind: "empty" }
  | { readonly kind: "particle"; readonly particle: Particle }
  /** Text of a simple type, with attributes. */
  | { readonly kind: "simple"; readonly type: Id };

export interface ComplexTypeModel extends Named {
  /** True for a type without a name of its own. */
  readonly anonymous: boolean;
  readonly abstract: boolean;
  readonly mixed: boolean;
  readonly derivation: { readonly by: "extension" | "restriction"; readonly base: Id } | undefined;
  /** True for a type of which the contract has no declaration that a value could have: it is xs:anyType. */
  readonly open?: true;
  /** True for an array of the SOAP encoding: the content is its item, repeated. */
  readonly soapArray: boolean;
  /** Number of dimensions of such an array; absent for one. */
  readonly dimensions?: number;
  /** True if the attribute with the type of its items is required, in literal messages too. */
  readonly namesItemType?: true;
  /** Of an array that is derived from another one: that one. Values of both are arrays. */
  readonly arrayBase?: Id | undefined;
  /** Own content: the additions of an extension; base content comes first. */
  readonly content: ComplexContent;
  readonly attributes: readonly AttributeUseModel[];
  readonly attributeGroups: readonly Id[];
  /** `{namespace}name` of attributes of the base that a restriction removes. */
  readonly prohibited: readonly string[];
  readonly anyAttribute: WildcardModel | undefined;
}

export interface SimpleTypeModel extends Named {
  readonly anonymous: boolean;
  readonly variety:
    | { readonly kind: "restriction"; readonly base: Id }
    | { readonly kind: "list"; readonly item: Id }
    | { readonly kind: "union"; readonly members: readonly Id[] };
  readonly facets: Facets;
}

export interface EnumerationValue {
  readonly value: string;
  /** Namespace that the value would be in as a qualified name; undefined for none. */
  readonly namespace: string | undefined;
  readonly doc: Doc;
  readonly origin: Origin;
}

/** Facets of XSD 1.0 part 2, section 4.3; lexical forms as written. */
export interface Facets {
  readonly enumeration: readonly EnumerationValue[];
  readonly patterns: readonly string[];
  readonly length: number | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minInclusive: string | undefined;
  readonly minExclusive: string | undefined;
  readonly maxInclusive: string | undefined;
  readonly maxExclusive: string | undefined;
  readonly totalDigits: number | undefined;
  readonly fractionDigits: number | undefined;
  readonly whiteSpace: "preserve" | "replace" | "collapse" | undefined;
}
