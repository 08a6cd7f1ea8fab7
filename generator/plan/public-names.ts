import type { ServiceModel } from "../model/types.js";
import type { ExposedOperation, ExposedService } from "./exposures.js";
import { reservedWords, typeName } from "./names.js";
import type { NamespacePlan, ServicePlan } from "./types.js";

/** The name, or the name with `$2`, `$3` and so on behind it: the first that is free. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  if (isFree(name)) return name;
  for (let number = 2; ; number++) if (isFree(`${name}$${number}`)) return `${name}$${number}`;
}

/**
 * Names that `index.ts` exports; an earlier claim keeps its name. Types come first, then messages of operations, classes
 * of faults, services and modules of namespaces.
 */
export class PublicNames {
  readonly #taken = new Set(["ClientError", "ServiceFault", "operations"]);

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The name itself when it is free; `isFree` says so of another place where it has to be. */
  claim(wanted: string, isFree: (name: string) => boolean = () => true): string {
    const name = freeName(wanted, (each) => !this.#taken.has(each) && isFree(each));
    this.#taken.add(name);
    return name;
  }
}

/** What follows the stem of an operation in the names of its types. */
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
  "constant" | "clientName" | "interfaceName" | "unimplementedName" | "samplesType" | "samplesConstant"
>;

/** Gives services their names, one after the other. */
export class ServiceNames {
  readonly #public: PublicNames;
  /** Constants of operations, which stand beside those of services. */
  readonly #stems: ReadonlySet<string>;
  readonly #sampleTypes = new Set(["Sample"]);
  readonly #sampleConstants = new Set<string>();

  constructor(publicNames: PublicNames, stems: Iterable<string>) {
    this.#public = publicNames;
    this.#stems = new Set(stems);
  }

  of({ name }: ServiceModel): NamedService {
    const base = typeName(name);
    const constant = this.#public.claim(base, (free) => !this.#stems.has(free));
    const variable = constant.charAt(0).toLowerCase() + constant.slice(1);
    return {
      constant,
      clientName: this.#public.claim(`${base}Client`),
      interfaceName: this.#public.claim(`${base}Service`),
      unimplementedName: this.#public.claim(`Unimplemented${base}Service`),
      samplesType: claimed(`${constant}Samples`, this.#sampleTypes),
      samplesConstant: claimed(`${variable}Samples`, this.#sampleConstants),
    };
  }
}

function claimed(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, (each) => !taken.has(each));
  taken.add(name);
  return name;
}

/** Namespaces whose modules have names that `index.ts` can export. */
export function exportedModules(
  namespaces: readonly NamespacePlan[],
  publicNames: PublicNames,
): readonly NamespacePlan[] {
  return namespaces.map((namespace) => {
    const { module } = namespace;
    if (module === undefined) return namespace;
    const wanted = reservedWords.has(module.alias) ? `${module.alias}$` : module.alias;
    return { ...namespace, module: { ...module, exportName: publicNames.claim(wanted) } };
  });
}
