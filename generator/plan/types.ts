/**
 * The plan: every name, type and function of the output, decided before any text exists. Emitters only write it down.
 *
 * Plain data, frozen, in schema order throughout.
 */
import type { BindingProtocol, Doc } from "../model/types.js";

export interface Plan {
  /** The WSDL as headers name it, for example `schema/messenger.wsdl`. */
  readonly schema: string;
  /** True for the output of this package itself. */
  readonly insidePackage: boolean;
  readonly runtime: RuntimeModules;
  readonly services: readonly ServicePlan[];
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  /** Every operation once, in the order of the services. */
  readonly operations: readonly OperationPlan[];
  readonly codecs: CodecsPlan;
}

/** Module specifiers of the runtime, seen from the output. */
export interface RuntimeModules {
  /** What users of the output meet: values, faults, calls. */
  readonly index: string;
  /** What only codecs need: readers, writers, simple types. */
  readonly codec: string;
}

export interface QNamePlan {
  readonly namespace: string;
  readonly name: string;
}

/** What a field, an item or a result holds. */
export type ValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | RecordValuePlan
  | ListValuePlan
  /** Mixed content around any element. */
  | { readonly kind: "content" };

/** A simple type without members of its own. */
export interface SimpleValuePlan {
  readonly kind: "simple";
  /** `number`, `Decimal`, `readonly string[]`. */
  readonly typescript: string;
  /** Name of the runtime's constant for the type, or for the type that `pattern` narrows. */
  readonly constant: string;
  /** The type that narrows it by patterns; undefined for a type of the runtime. */
  readonly pattern: string | undefined;
}

export interface EnumValuePlan {
  readonly kind: "enum";
  readonly name: string;
}

export interface RecordValuePlan {
  readonly kind: "record";
  readonly name: string;
  /** True when the wire may hold a type derived from the declared one. */
  readonly derived: boolean;
  /** True when the declared type is abstract: the value says its type in `$type`. */
  readonly abstract: boolean;
}

export interface ListValuePlan {
  readonly kind: "list";
  /** The type that wraps the items, for example `ArrayOfString`. */
  readonly name: string;
  readonly item: ValuePlan;
  readonly nillable: boolean;
}

export interface FieldPlan {
  /** Name on the wire. */
  readonly name: string;
  /** Name of the property; differs from `name` only where JavaScript gives `name` a meaning on every object. */
  readonly property: string;
  /** Name of the variable in a read function. */
  readonly variable: string;
  readonly doc: Doc;
  readonly value: ValuePlan;
  readonly required: boolean;
  readonly nillable: boolean;
}

export interface EnumPlan {
  readonly name: string;
  readonly doc: Doc;
  readonly members: readonly EnumMemberPlan[];
}

export interface EnumMemberPlan {
  readonly value: string;
  readonly doc: Doc;
}

/** A simple type with patterns; its values have the type of what it narrows. */
export interface PatternPlan {
  readonly name: string;
  readonly base: SimpleValuePlan;
  /** Source of a regular expression with the flag `v` that matches the whole text. */
  readonly expression: string;
}

export interface RecordPlan {
  readonly name: string;
  readonly wire: QNamePlan;
  readonly doc: Doc;
  readonly abstract: boolean;
  /** Interface that holds the fields: the record itself, for an abstract one `<name>Fields`. */
  readonly interfaceName: string;
  readonly base: RecordBasePlan | undefined;
  /** Own fields; those of the base come before them on the wire. */
  readonly fields: readonly FieldPlan[];
  /** Fields of all bases, then the own ones. */
  readonly allFields: readonly FieldPlan[];
  /** What a value of this type may be on the wire: itself unless abstract, and all concrete types derived from it. */
  readonly variants: readonly VariantPlan[];
}

export interface RecordBasePlan {
  readonly name: string;
  readonly interfaceName: string;
}

export interface VariantPlan {
  readonly name: string;
  readonly wire: QNamePlan;
}

/** A type with one repeated child: an array in TypeScript. */
export interface ListPlan {
  readonly name: string;
  readonly wire: QNamePlan;
  /** Name of the repeated element. */
  readonly itemName: string;
  readonly item: ValuePlan;
  readonly nillable: boolean;
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
  readonly action: string | undefined;
  readonly input: InputPlan;
  readonly output: OutputPlan;
  /** Present for operations with HTTP GET or POST. */
  readonly http: HttpPlan | undefined;
}

export interface InputPlan {
  readonly typeName: string;
  readonly element: QNamePlan;
  readonly fields: readonly FieldPlan[];
}

/** The one field of a response is its value; a response of several fields is a record of its own. */
export type OutputPlan =
  | { readonly kind: "nothing"; readonly element: QNamePlan }
  | { readonly kind: "value"; readonly element: QNamePlan; readonly field: FieldPlan }
  | {
      readonly kind: "fields";
      readonly element: QNamePlan;
      readonly typeName: string;
      readonly fields: readonly FieldPlan[];
    };

export interface HttpPlan {
  /** Parameters in the order of the parts, typed as the fields of the input. */
  readonly parameters: readonly FieldPlan[];
  readonly answer: AnswerPlan;
}

/** The document that answers an HTTP call; operations with the same root element share it. */
export interface AnswerPlan {
  /** Stem of the names of its functions. */
  readonly stem: string;
  /** Undefined when the answer is any element, or none. */
  readonly root: QNamePlan | undefined;
  /** Undefined when there is nothing to answer. */
  readonly value: ValuePlan | undefined;
}

/** The records and lists that codecs need functions for, in schema order; inputs and answers reach them. */
export interface CodecsPlan {
  /** The namespace of every element. */
  readonly namespace: string;
  readonly enums: readonly EnumPlan[];
  readonly patterns: readonly PatternPlan[];
  readonly reads: readonly (RecordPlan | ListPlan)[];
  readonly writes: readonly (RecordPlan | ListPlan)[];
  /** Records declared abstract or with derived types that something reads or writes as such. */
  readonly chosenReads: readonly RecordPlan[];
  readonly chosenWrites: readonly RecordPlan[];
  readonly answers: readonly AnswerPlan[];
  /** Types that a read function compares `xsi:type` with. */
  readonly typeNames: readonly VariantPlan[];
}
