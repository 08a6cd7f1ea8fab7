/** Plans of services, operations and their messages. */
import type { BindingProtocol, Doc } from "../model/types.js";
import type { FaultPlan, HeadersPlan } from "./element-plans.js";
import type { QNamePlan } from "./name-plans.js";
import type { FieldPlan } from "./record-plans.js";
import type { ValuePlan } from "./value-plans.js";

export interface ServicePlan {
  /** Name in the WSDL. */
  readonly name: string;
  /** Constant that describes the service. */
  readonly constant: string;
  readonly clientName: string;
  readonly interfaceName: string;
  readonly unimplementedName: string;
  readonly samplesType: string;
  readonly samplesConstant: string;
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
  /** Faults whose detail stands in Header. */
  readonly headerFaults: readonly FaultPlan[];
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
