import type { BindingProtocol } from "../model/types.js";
import type { Plan } from "../plan/data/plan.js";

/** A service of a contract. */
export interface ServiceInfo {
  readonly name: string;
  /** Its address in the contract. */
  readonly url: string | undefined;
  readonly doc: readonly string[];
  /** Generated function that connects to it. */
  readonly connectName: string;
  /** Constant of the generated samples. */
  readonly samplesConstant: string;
  readonly operations: readonly OperationInfo[];
}

/** An operation of a contract. */
export interface OperationInfo {
  /** Name in the WSDL. */
  readonly name: string;
  readonly method: string;
  /** Generated function that calls it. */
  readonly functionName: string;
  readonly doc: readonly string[];
  readonly bindings: readonly BindingProtocol[];
}

/** What programs learn about the services of a plan. */
export function servicesOf({ services }: Plan): readonly ServiceInfo[] {
  return services.map(({ name, url, doc, connectName, samplesConstant, operations }) => ({
    name,
    url,
    doc,
    connectName,
    samplesConstant,
    operations: operations.map((each) => ({
      name: each.name,
      method: each.method,
      functionName: each.functionName,
      doc: each.doc,
      bindings: each.bindings,
    })),
  }));
}
