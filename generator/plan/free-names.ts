import type { ServiceModel } from "../model/types.js";
import type { ExposedOperation, ExposedService } from "./exposures.js";
import { typeName } from "./names.js";
import type { ServicePlan } from "./types.js";

/** What follows the stem of an operation in the names of its types and functions. */
const suffixes = ["Input", "Output", "InputHeaders", "OutputHeaders", "Form", "Answer"];

/** The name, or the name with `$2`, `$3` and so on behind it: the first that is free. */
function freeName(name: string, isFree: (name: string) => boolean): string {
  if (isFree(name)) return name;
  for (let number = 2; ; number++) if (isFree(`${name}$${number}`)) return `${name}$${number}`;
}

/**
 * Operations under stems of which no type has the name, and under methods that each service has once. Earlier ones keep
 * their names.
 */
export function nameOperations(
  services: readonly ExposedService[],
  types: ReadonlySet<string>,
): readonly ExposedService[] {
  const stems = new Set<string>();
  const methods = new Map(services.map((service) => [service, new Set<string>()]));
  const named = new Map<ExposedOperation, ExposedOperation>();
  const offering = offeringServices(services);
  for (const operation of new Set(services.flatMap(({ operations }) => operations))) {
    const taken = (offering.get(operation) ?? []).flatMap((service) => methods.get(service) ?? []);
    const stem = freeName(
      operation.stem,
      (name) => !stems.has(name) && suffixes.every((suffix) => !types.has(name + suffix)),
    );
    const method = freeName(operation.method, (name) => taken.every((names) => !names.has(name)));
    stems.add(stem);
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

type ServiceNames = Pick<ServicePlan, "constant" | "clientName" | "interfaceName" | "unimplementedName">;

/**
 * Names of a service: `taken` holds those of types and of other services, to which they are added; `constants` what
 * else the table of operations has.
 */
export function nameService(
  { name }: ServiceModel,
  taken: Set<string>,
  constants: ReadonlySet<string>,
): ServiceNames {
  const base = typeName(name);
  const claim = (wanted: string, isFree = (free: string) => !taken.has(free)): string => {
    const free = freeName(wanted, isFree);
    taken.add(free);
    return free;
  };
  return {
    constant: claim(base, (free) => !taken.has(free) && !constants.has(free)),
    clientName: claim(`${base}Client`),
    interfaceName: claim(`${base}Service`),
    unimplementedName: claim(`Unimplemented${base}Service`),
  };
}
