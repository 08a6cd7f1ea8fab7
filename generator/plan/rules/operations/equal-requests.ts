import type { Diagnostics } from "../../../diagnostics.js";
import type { NamedContract } from "../contract/named-contract.js";
import { isSoap, type Exposure } from "./exposure.js";
import type { ExposedService } from "./offered.js";
import { bodyParts } from "./wrappers.js";

/** Reports operations of a service whose requests are equal: its server calls the first of them (MG3013). */
export function reportEqualRequests(
  contract: NamedContract,
  services: readonly ExposedService[],
  diagnostics: Diagnostics,
): void {
  for (const { operations } of services) {
    const firsts = new Map<string, string>();
    for (const { method, exposures } of operations) {
      for (const exposure of exposures.filter(isSoap)) {
        const key = requestKey(contract, exposure);
        const first = firsts.get(key);
        if (first === undefined) firsts.set(key, method);
        else diagnostics.report("MG3013", exposure.bound.origin, { first, operation: method });
      }
    }
  }
}

/** All that a server sees of an operation in a request; headers are optional, and do not count. */
function requestKey(contract: NamedContract, { binding, bound, operation }: Exposure): string {
  const parts = bodyParts(contract, operation.input, bound.input).map(({ name, element, type }) =>
    element === undefined ? [name, type] : [element],
  );
  const wrapper = bound.style === "rpc" ? [bound.input.namespace, operation.name] : undefined;
  const attachments = bound.input.attachments.map(({ part }) => part);
  return JSON.stringify([binding.protocol, bound.action ?? "", wrapper, parts, attachments]);
}
