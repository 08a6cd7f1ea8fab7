import type { ContractOptions, NamedNetwork } from "../options.js";
import { isWebUrl } from "../origin.js";

/**
 * A WSDL that is named by a URL may be fetched, and imports of it from public addresses; from this machine too if the URL itself is, and
 * from no other private address.
 */
export function fetchedAsNamed(
  wsdls: readonly string[],
): Pick<ContractOptions, "allowNetwork"> & NamedNetwork {
  const urls = wsdls.filter(isWebUrl);
  if (urls.length === 0) return {};
  const isLocal = urls.every((url) => isLoopback(new URL(url).hostname));
  return { allowNetwork: true, ...(isLocal ? { allowLoopback: true } : {}) };
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
