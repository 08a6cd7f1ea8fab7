/**
 * The plan: every name, type and function of the output, decided before any text exists. Emitters only write it down.
 *
 * Plain data, frozen, in schema order throughout.
 */
import type { BindingProtocol, Doc, Occurs } from "../model/types.js";
import type { ElementPlan, FaultPlan, HeadersPlan } from "./element-types.js";
import type { Node } from "./particles.js";
import type {
  ConstraintPlan,
  EnumPlan,
  EnumValuePlan,
  NarrowedPlan,
  SimpleValuePlan,
} from "./simple-plans.js";

export type * from "./simple-plans.js";

export interface Plan {
  /** The WSDL as headers name it, for example `schema/messenger.wsdl`. */
  readonly schema: string;
  /** True for the output of this package itself. */
  readonly insidePackage: boolean;
  readonly runtime: RuntimeModules;
  readonly services: readonly ServicePlan[];
  /** Namespaces of which elements or types are declared, the main one first. */
  readonly namespaces: readonly NamespacePlan[];
  /** Namespaces whose prefixes the root element of every message declares; none where one namespace is in play. */
  readonly prefixes: readonly NamespacePlan[];
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  /** Every operation once, in the order of the services. */
  readonly operations: readonly OperationPlan[];
  readonly coverage: CoveragePlan;
  /** Elements of headers and faults. */
  readonly elements: readonly ElementPlan[];
  readonly faults: readonly FaultPlan[];
  readonly codecs: CodecsPlan;
}

/** How much of the contract the output offers. */
export interface CoveragePlan {
  /** Operations of all port types. */
  readonly declared: number;
  /** Those of them that some method calls. */
  readonly offered: number;
  readonly methods: number;
}

/** Module specifiers of the runtime, seen from the output. */
export interface RuntimeModules {
  /** What users of the output meet: values, faults, calls. */
  readonly index: string;
  /** What only codecs need: readers, writers, simple types. */
  readonly codec: string;
}

/** A name on the wire. */
export interface QNamePlan {
  readonly namespace: string;
  readonly name: string;
  /** Expression for the namespace: a constant of the file. */
  readonly constant: string;
  /** How a message writes the name: with the prefix of its namespace where that is not the default one. */
  readonly tag: string;
}

/** A namespace and what it is called. */
export interface NamespacePlan {
  readonly uri: string;
  /** Expression for the URI in generated code. */
  readonly constant: string;
  /** Empty where names of the namespace stand without one. */
  readonly prefix: string;
  /** Module of its types; undefined for those of the main namespace, in `records.ts` and `enums.ts`. */
  readonly module: ModulePlan | undefined;
}

export interface ModulePlan {
  /** Under which other modules import it. */
  readonly alias: string;
  /** Below the output folder, without `.ts`. */
  readonly path: string;
}

/** A declared type. */
export interface TypeNamePlan {
  /** TypeScript name in its module. */
  readonly name: string;
  /** The same name, made different from those of all other modules: stem of functions and constants. */
  readonly unique: string;
  /** Alias of the module; undefined in the main namespace. */
  readonly module: string | undefined;
}

/** What a field, an item or a result holds. */
export type ValuePlan = AnyValuePlan & {
  /** What `xsi:type` says in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType?: string | undefined;
};

type AnyValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | RecordValuePlan
  | ListValuePlan
  | ItemsValuePlan
  | AnyElementPlan
  /** Mixed content around any element. */
  | { readonly kind: "content" }
  /** Attributes that the type does not name. */
  | { readonly kind: "attributes" };

/** Elements, and in mixed content texts, of which the order counts. */
export interface ItemsValuePlan {
  readonly kind: "items";
  /** Type of one of them. */
  readonly type: TypeNamePlan;
  readonly items: readonly ItemPlan[];
  readonly mixed: boolean;
  /** In which order the schema has them, and how often. */
  readonly order: Node;
}

export interface ItemPlan {
  /** Value of the property `name` of the item. */
  readonly tag: string;
  readonly field: FieldPlan;
}

/** An element that a wildcard admits. */
export interface AnyElementPlan {
  readonly kind: "anyElement";
  /** Expressions of the only namespaces it may be in; undefined for any. */
  readonly only: readonly string[] | undefined;
  /** Expressions of namespaces it may not be in. */
  readonly except: readonly string[];
}

export interface RecordValuePlan {
  readonly kind: "record";
  readonly type: TypeNamePlan;
  /** True when the wire may hold a type derived from the declared one. */
  readonly derived: boolean;
  /** True when the declared type is abstract: the value says its type in `$type`. */
  readonly abstract: boolean;
}

export interface ListValuePlan {
  readonly kind: "list";
  /** The type that wraps the items, for example `ArrayOfString`. */
  readonly type: TypeNamePlan;
  readonly item: ValuePlan;
  readonly nillable: boolean;
  /** How many items the schema has. */
  readonly occurs: Occurs;
}

/** A property of a record that is no choice. */
export interface FieldPlan {
  /**
   * Where its value stands; `text` is simple content, `any` a wildcard, `attributes` what the type does not name, `attachment` a
   * part beside the message.
   */
  readonly kind: "element" | "attribute" | "text" | "any" | "attributes" | "items" | "attachment";
  /** Local name on the wire. */
  readonly name: string;
  readonly element: QNamePlan;
  /** Name of the property; differs from `name` only where JavaScript gives `name` a meaning on every object. */
  readonly property: string;
  /** Name of the variable in a read function. */
  readonly variable: string;
  readonly doc: Doc;
  readonly value: ValuePlan;
  readonly required: boolean;
  readonly nillable: boolean;
  /** True for an array of values. */
  readonly repeated: boolean;
  /** How many of them the schema has, where there is a field at all. */
  readonly occurs?: Occurs | undefined;
  /** What an absent attribute stands for. */
  readonly absent: string | undefined;
}

/** Members that exclude each other. */
export interface ChoicePlan {
  readonly kind: "choice";
  /** Union of what the branches hold. */
  readonly type: TypeNamePlan;
  /** Behind the names of variables: empty for the first choice of a record. */
  readonly number: string;
  /** Undefined where the members of the branches are members of the record itself. */
  readonly property: string | undefined;
  /** True when no branch at all may stand. */
  readonly optional: boolean;
  readonly branches: readonly (readonly MemberPlan[])[];
}

export type MemberPlan = FieldPlan | ChoicePlan;

export interface RecordPlan {
  readonly type: TypeNamePlan;
  readonly wire: QNamePlan;
  readonly doc: Doc;
  readonly abstract: boolean;
  /** What the members make: the record itself; where the name stands for a union of types, `<name>Fields`. */
  readonly fieldsType: TypeNamePlan;
  /** Interface of the members outside of choices; undefined where there are none. */
  readonly interfaceType: TypeNamePlan | undefined;
  /** Interface that it extends. */
  readonly base: RecordBasePlan | undefined;
  /** Own members; those of the base come before them. */
  readonly members: readonly MemberPlan[];
  /** Members of all bases, then the own ones. */
  readonly allMembers: readonly MemberPlan[];
  /** What a value of this type may be on the wire: itself unless abstract, and all concrete types derived from it. */
  readonly variants: readonly VariantPlan[];
}

export interface RecordBasePlan {
  readonly type: TypeNamePlan;
  readonly fieldsType: TypeNamePlan;
  /** True when the base writes its members before the own ones. */
  readonly writes: boolean;
}

export interface VariantPlan {
  readonly type: TypeNamePlan;
  /** Value of `$type`: the name, made different where two variants of a record share it. */
  readonly tag: string;
  readonly fieldsType: TypeNamePlan;
  readonly wire: QNamePlan;
}

/** A type with one repeated child: an array in TypeScript. */
export interface ListPlan {
  readonly type: TypeNamePlan;
  readonly wire: QNamePlan;
  /** The repeated element. */
  readonly itemElement: QNamePlan;
  readonly item: ValuePlan;
  readonly nillable: boolean;
  /** For an array of the SOAP encoding the type of its items as a message names it. */
  readonly soapArray: string | undefined;
}

export interface ServicePlan {
  /** Name in the WSDL. */
  readonly name: string;
  /** Constant that describes the service. */
  readonly constant: string;
  readonly clientName: string;
  readonly interfaceName: string;
  readonly unimplementedName: string;
  readonly namespace: string;
  readonly doc: Doc;
  /** Every port of it that speaks SOAP wants MTOM. */
  readonly mtom: boolean;
  readonly operations: readonly OperationPlan[];
}

export interface OperationPlan {
  /** Name in the WSDL. */
  readonly name: string;
  /** Constant in `operations.ts`, and stem of type and function names. */
  readonly stem: string;
  readonly method: string;
  readonly doc: Doc;
  readonly bindings: readonly BindingProtocol[];
  /** The soapAction; where the versions of SOAP have different ones, that of the first. */
  readonly action: string | undefined;
  /** Present where the versions of SOAP have different ones. */
  readonly actions: Readonly<Partial<Record<BindingProtocol, string>>> | undefined;
  readonly input: InputPlan;
  readonly output: OutputPlan;
  /** True when messages are SOAP-encoded: elements of them may refer to others. */
  readonly encoded: boolean;
  /** What stands in the Header of the SOAP messages. */
  readonly headers: Readonly<Record<"input" | "output", HeadersPlan | undefined>>;
  readonly faults: readonly FaultPlan[];
  /** Present for operations with HTTP GET or POST. */
  readonly http: HttpPlan | undefined;
}

/** How a message stands in Body. */
export type BodyPlan =
  /** One element, whose children are the fields. */
  | { readonly kind: "wrapped"; readonly element: QNamePlan; readonly fields: readonly FieldPlan[] }
  /** One element, which is the value of the field. */
  | { readonly kind: "bare"; readonly element: QNamePlan; readonly field: FieldPlan }
  /** Elements side by side, each a field; there may be none. */
  | { readonly kind: "parts"; readonly element: undefined; readonly fields: readonly FieldPlan[] };

export interface InputPlan {
  readonly typeName: string;
  readonly body: BodyPlan;
}

export interface OutputPlan {
  /** `result`: the one field of the body is the value itself; `record`: a type of its own holds the fields. */
  readonly kind: "oneWay" | "nothing" | "result" | "record";
  readonly typeName: string;
  /** Undefined for an operation that is not answered. */
  readonly body: BodyPlan | undefined;
}

export interface HttpPlan {
  /** Parameters in the order of the parts, typed as the fields of the input; undefined where it is a document only. */
  readonly parameters: readonly FieldPlan[] | undefined;
  /** Undefined where the element of the output answers. */
  readonly answer: AnswerPlan | undefined;
  /** The media type of the input of HTTP POST where that is a document. */
  readonly document: string | undefined;
  /** What follows the address of the service, where that is not the name of the operation. */
  readonly locations: Readonly<Partial<Record<BindingProtocol, string>>>;
}

/** The document that answers an HTTP call; operations with the same root element share it. */
export interface AnswerPlan {
  /** Stem of the names of its functions. */
  readonly stem: string;
  /** Undefined when the answer is any element, or none. */
  readonly root: QNamePlan | undefined;
  /** Undefined when there is nothing to answer. */
  readonly value: ValuePlan | undefined;
  /** The media type of an answer that is no XML document but a text or bytes. */
  readonly media: string | undefined;
}

/** The records and lists that codecs need functions for, in schema order; inputs and answers reach them. */
export interface CodecsPlan {
  readonly enums: readonly EnumPlan[];
  readonly patterns: readonly NarrowedPlan[];
  readonly constraints: readonly ConstraintPlan[];
  readonly reads: readonly (RecordPlan | ListPlan)[];
  readonly writes: readonly (RecordPlan | ListPlan)[];
  /** Records declared abstract or with derived types that something reads or writes as such. */
  readonly chosenReads: readonly RecordPlan[];
  readonly chosenWrites: readonly RecordPlan[];
  readonly answers: readonly AnswerPlan[];
  /** Types that a read function compares `xsi:type` with. */
  readonly typeNames: readonly Pick<VariantPlan, "type" | "wire">[];
  /** True when something in a message may be a MIME part of its own. */
  readonly multipart: boolean;
}
