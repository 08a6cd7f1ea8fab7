import type { ContractOptions } from "../options.js";
import { isWebUrl } from "../origin.js";

/**
 * A WSDL that is named by a URL may be fetched, and imports of it from public addresses; from private ones if the URL itself is of this
 * machine.
 */
export function fetchedAsNamed(
  wsdls: readonly string[],
): Pick<ContractOptions, "allowNetwork" | "allowPrivateNetwork"> {
  const urls = wsdls.filter(isWebUrl);
  if (urls.length === 0) return {};
  const isLocal = urls.every((url) => isLoopback(new URL(url).hostname));
  return { allowNetwork: true, ...(isLocal ? { allowPrivateNetwork: true } : {}) };
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
