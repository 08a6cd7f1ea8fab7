/** Plans of services, operations and their messages, and walks over them. */
import type { BindingProtocol, Doc } from "../../model/types.js";
import type { Origin } from "../../origin.js";
import type { JsonCallPlan } from "./json-calls.js";
import type { ValueFieldPlan, ValuePlan } from "./members.js";
import type { QNamePlan } from "./names.js";

export interface ServicePlan {
  /** Name in the WSDL. */
  readonly name: string;
  /** Constant that describes the service. */
  readonly constant: string;
  readonly clientName: string;
  /** Function of `functions.ts` that connects to it. */
  readonly connectName: string;
  readonly interfaceName: string;
  readonly unimplementedName: string;
  readonly samplesType: string;
  readonly samplesConstant: string;
  /** Constant of `json.ts`. */
  readonly jsonConstant: string;
  readonly namespace: string;
  readonly doc: Doc;
  /** Address of the first port that has a URL, those of SOAP before those of HTTP. */
  readonly url: string | undefined;
  /** Every SOAP port of the service requires MTOM. */
  readonly mtom: boolean;
  /** Versions of SOAP for which a port requires WS-Addressing. */
  readonly addressing: readonly BindingProtocol[];
  readonly operations: readonly OperationPlan[];
}

export interface OperationPlan {
  /** Name in the WSDL. */
  readonly name: string;
  /** Constant in `operations.ts`, and stem of type and function names. */
  readonly stem: string;
  readonly method: string;
  /** Function of `functions.ts`. */
  readonly functionName: string;
  readonly origin: Origin;
  readonly doc: Doc;
  readonly bindings: readonly BindingProtocol[];
  /** The soapAction; where the versions of SOAP have different ones, that of the first. */
  readonly action: string | undefined;
  /** Present where the versions of SOAP have different ones. */
  readonly actions: Readonly<Partial<Record<BindingProtocol, string>>> | undefined;
  /** Action of WS-Addressing, if it is not the soapAction. */
  readonly addressingAction: string | undefined;
  readonly input: InputPlan;
  readonly output: OutputPlan;
  /** True when the server gets the bytes of the input undecoded. */
  readonly lazyBytes: boolean;
  /** True when messages are SOAP-encoded: elements of them may refer to others. */
  readonly encoded: boolean;
  /** Header blocks of the SOAP messages. */
  readonly headers: Readonly<Record<"input" | "output", HeadersPlan | undefined>>;
  readonly faults: readonly FaultPlan[];
  /** Faults whose detail is a header block. */
  readonly headerFaults: readonly FaultPlan[];
  /** True when something in a SOAP message of it may be a MIME part of its own. */
  readonly multipart: boolean;
  /** Repeated elements of the response. In SOAP encoding there are none, because elements refer to others. */
  readonly repeated: readonly RepeatedPlan[];
  /** Present for operations with HTTP GET or POST. */
  readonly http: HttpPlan | undefined;
  /** Its calls over JSON; one unless the configuration has others. */
  readonly json: readonly JsonCallPlan[];
}

/** A repeated element in the response of an operation, which a client can read item by item. */
export interface RepeatedPlan {
  /** Property of the constant of the operation in `items.ts`. */
  readonly name: string;
  /** Elements from the one in Body, exclusively, to the repeated one. */
  readonly path: readonly QNamePlan[];
  readonly item: Pick<ValueFieldPlan, "name" | "value" | "nillable">;
  /** Stem of the function that reads an item. */
  readonly reader: string;
}

/** Layout of a message in Body. */
export type BodyPlan =
  /** One element, whose children are the fields. */
  | { readonly kind: "wrapped"; readonly element: QNamePlan; readonly fields: readonly ValueFieldPlan[] }
  /** One element, which is the value of the field. */
  | { readonly kind: "bare"; readonly element: QNamePlan; readonly field: ValueFieldPlan }
  /** Elements side by side, each a field; there may be none. */
  | { readonly kind: "parts"; readonly element: undefined; readonly fields: readonly ValueFieldPlan[] };

export interface InputPlan {
  readonly typeName: string;
  readonly body: BodyPlan;
}

export interface OutputPlan {
  /** `result`: the only field of the body is the value itself; `record`: the fields are in a type of their own. */
  readonly kind: "oneWay" | "nothing" | "result" | "record";
  readonly typeName: string;
  /** Undefined for a one-way operation. */
  readonly body: BodyPlan | undefined;
  /** True when it holds repeated elements or XML, at any depth: a server may stream it. */
  readonly hasRows: boolean;
}

/** A parameter of an HTTP call. */
export interface ParameterPlan extends ValueFieldPlan {
  /** True if the part has the type of the value; ASMX declares every part as xs:string and reads values in its own way. */
  readonly typed: boolean;
}

export interface HttpPlan {
  /** Parameters in the order of the parts, typed as the fields of the input; undefined where it is a document only. */
  readonly parameters: readonly ParameterPlan[] | undefined;
  /** Undefined if the response is the element of the output. */
  readonly answer: ResponsePlan | undefined;
  /** The media type of the input of HTTP POST where that is a document. */
  readonly document: string | undefined;
  /** Path after the address of the service, if it is not the name of the operation. */
  readonly locations: Readonly<Partial<Record<BindingProtocol, string>>>;
}

/** The response document of an HTTP call; operations with the same root element share it. */
export interface ResponsePlan {
  /** Stem of the names of its functions. */
  readonly stem: string;
  /** Undefined when the response is any element, or none. */
  readonly root: QNamePlan | undefined;
  /** Undefined without a response. */
  readonly value: ValuePlan | undefined;
  /** The media type of a response that is text or bytes instead of an XML document. */
  readonly media: string | undefined;
}

/** An element that is a block of a header or the detail of a fault. */
export interface ElementPlan {
  /** Name of the element, or of the message or part if that has a type. */
  readonly name: string;
  /** Stem of the names of its functions and its constant. */
  readonly stem: string;
  readonly field: ValueFieldPlan;
}

export interface FaultPlan {
  readonly className: string;
  readonly doc: Doc;
  /** Content of the detail, or of Header. */
  readonly element: ElementPlan;
}

export interface HeadersPlan {
  /** Interface with one optional property per element. */
  readonly typeName: string;
  readonly elements: readonly ElementPlan[];
}

/** Every field of the SOAP messages of an operation: bodies, headers and details of faults. */
export function messageFields(
  operation: Pick<OperationPlan, "input" | "output" | "headers" | "faults" | "headerFaults">,
): readonly ValueFieldPlan[] {
  const { input, output, headers, faults, headerFaults } = operation;
  const elements = [
    ...(headers.input?.elements ?? []),
    ...(headers.output?.elements ?? []),
    ...[...faults, ...headerFaults].map(({ element }) => element),
  ];
  return [...bodyFields(input.body), ...outputFields(output), ...elements.map(({ field }) => field)];
}

/** Fields of a message; the element of a bare one is its only field. */
export function bodyFields(body: BodyPlan): readonly ValueFieldPlan[] {
  return body.kind === "bare" ? [body.field] : body.fields;
}

/** Fields of a response. */
export function outputFields({ body }: OutputPlan): readonly ValueFieldPlan[] {
  return body === undefined ? [] : bodyFields(body);
}

/** The field that is the value of a response; undefined if there is none, or several. */
export function resultField(output: OutputPlan): ValueFieldPlan | undefined {
  return output.kind === "result" ? outputFields(output)[0] : undefined;
}
