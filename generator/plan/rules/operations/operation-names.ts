import type { ServiceModel } from "../../../model/types.js";
import { freeName, reservedWords } from "../../data/identifiers.js";
import type { OperationPlan, ServicePlan } from "../../data/operations.js";
import type { PublicNames } from "../names/public-names.js";
import { typeName } from "../names/spelling.js";
import type { ExposedOperation, ExposedService } from "./offered.js";

/** Suffixes that form the names of the types of an operation from its stem. */
const suffixes = ["Input", "Output", "InputHeaders", "OutputHeaders"];

/** Operations under stems whose types have free names, and under methods that each service has once. */
export function nameOperations(
  services: readonly ExposedService[],
  publicNames: PublicNames,
): readonly ExposedService[] {
  const stems = new Set<string>();
  const methods = new Map(services.map((service) => [service, new Set<string>()]));
  const named = new Map<ExposedOperation, ExposedOperation>();
  const offering = offeringServices(services);
  for (const operation of new Set(services.flatMap(({ operations }) => operations))) {
    const taken = (offering.get(operation) ?? []).flatMap((service) => methods.get(service) ?? []);
    const stem = freeName(
      operation.stem,
      (name) => !stems.has(name) && suffixes.every((suffix) => !publicNames.has(name + suffix)),
    );
    const method = freeName(operation.method, (name) => taken.every((names) => !names.has(name)));
    stems.add(stem);
    for (const suffix of suffixes) publicNames.claim(stem + suffix);
    for (const names of taken) names.add(method);
    named.set(operation, { ...operation, stem, method });
  }
  return services.map(({ service, operations }) => ({
    service,
    operations: operations.flatMap((operation) => named.get(operation) ?? []),
  }));
}

function offeringServices(
  services: readonly ExposedService[],
): ReadonlyMap<ExposedOperation, readonly ExposedService[]> {
  const offering = new Map<ExposedOperation, ExposedService[]>();
  for (const service of services) {
    for (const operation of service.operations) {
      const known = offering.get(operation);
      if (known === undefined) offering.set(operation, [service]);
      else known.push(service);
    }
  }
  return offering;
}

type NamedService = Pick<
  ServicePlan,
  | "constant"
  | "clientName"
  | "connectName"
  | "interfaceName"
  | "unimplementedName"
  | "samplesType"
  | "samplesConstant"
  | "jsonConstant"
>;

/** Gives services their names, one after the other. */
export class ServiceNames {
  readonly #public: PublicNames;
  readonly #functions: FunctionNames;
  /** Constants of operations, in the same scope as those of services. */
  readonly #stems: ReadonlySet<string>;
  readonly #sampleTypes = new Set(["Sample"]);
  readonly #sampleConstants = new Set<string>();
  /** In one scope with the constants of operations. */
  readonly #jsonConstants: Set<string>;

  constructor(
    publicNames: PublicNames,
    functions: FunctionNames,
    operations: readonly Pick<OperationPlan, "stem">[],
  ) {
    this.#public = publicNames;
    this.#functions = functions;
    this.#stems = new Set(operations.map(({ stem }) => stem));
    this.#jsonConstants = new Set(this.#stems);
  }

  of({ name }: ServiceModel): NamedService {
    const base = typeName(name);
    const constant = this.#public.claim(base, (free) => !this.#stems.has(free));
    const variable = constant.charAt(0).toLowerCase() + constant.slice(1);
    return {
      constant,
      clientName: this.#public.claim(`${base}Client`),
      connectName: this.#functions.claim(`connect${constant}`),
      interfaceName: this.#public.claim(`${base}Service`),
      unimplementedName: this.#public.claim(`Unimplemented${base}Service`),
      samplesType: claimed(`${constant}Samples`, this.#sampleTypes),
      samplesConstant: claimed(`${variable}Samples`, this.#sampleConstants),
      jsonConstant: claimed(`${variable}Json`, this.#jsonConstants),
    };
  }
}

/** Gives the functions of `functions.ts` their names. */
export class FunctionNames {
  readonly #taken = new Set(reservedWords);

  /** The operation with the name of its function. */
  named(operation: Omit<OperationPlan, "functionName">): OperationPlan {
    return { ...operation, functionName: this.claim(operation.method) };
  }

  /** The name itself if it is free. */
  claim(wanted: string): string {
    return claimed(wanted, this.#taken);
  }
}

function claimed(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, (each) => !taken.has(each));
  taken.add(name);
  return name;
}
