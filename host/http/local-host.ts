/** This machine as a Host header and as an address. */

/** Whether a Host header names this machine: `localhost`, an address of 127.0.0.0/8 or `[::1]`, with or without a port. */
export function isLocalHost(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/iu.test(host ?? "");
}

/** Whether only this machine can reach a server at an address: `localhost`, `::1` or one of 127.0.0.0/8. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/u.test(address);
}

/**
 * Which Host headers are served by a program for its own machine: a web page whose name was made to resolve to this machine (DNS rebinding)
 * has another. Undefined, for all, if others may connect.
 *
 * @param address that the program listens on
 * @param publicUrl under which a proxy on this machine offers it
 */
export function servedHosts(
  address: string,
  publicUrl: string | undefined,
): ((host: string | undefined) => boolean) | undefined {
  if (!isLoopback(address)) return undefined;
  const proxied = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return (host) => isLocalHost(host) || (proxied !== undefined && host?.toLowerCase() === proxied);
}
