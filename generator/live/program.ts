import type { BindingProtocol } from "../model/types.js";
import type { Plan } from "../plan/data/plan.js";
import { scriptsOf, type Scripts } from "./modules.js";

/** The code of a contract, as data. */
export interface LiveProgram {
  readonly services: readonly ServiceInfo[];
  readonly scripts: Scripts;
}

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

/** Generates and compiles what a client needs. */
export async function programOf(plan: Plan): Promise<LiveProgram> {
  const { emitCallable } = await import("../emit/all.js");
  const services = plan.services.map(({ name, url, doc, connectName, samplesConstant, operations }) => ({
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
  return { services, scripts: await scriptsOf(emitCallable(plan)) };
}
