import type { Checked } from "./type-check.js";

/** Operations of an entry that are no method of a client class, or none of a server interface. */
export function missingOperations(
  operations: readonly string[],
  { clients, servers }: Checked,
): readonly string[] {
  return [...missing("client", operations, clients), ...missing("server", operations, servers)];
}

function missing(
  where: string,
  operations: readonly string[],
  types: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const methods = new Set([...types.values()].flat().map(plain));
  return operations
    .filter((operation) => !methods.has(plain(operation)))
    .map((operation) => `the ${where} has no operation ${operation}`);
}

/** Methods are named after operations in another case, without separators. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
