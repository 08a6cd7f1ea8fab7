/** Address of a service. */
export interface Endpoint {
  readonly url: URL;
  /** Path and query of one request, as in the request line. */
  readonly path: (target: string) => string;
}

/**
 * @throws TypeError if `url` is not an absolute http or https URL, or contains credentials, which would appear in logs:
 * send an Authorization header instead.
 */
export function endpoint(url: string | URL): Endpoint {
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new TypeError(`The address of a service must start with http: or https:, not ${parsed.protocol}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new TypeError("The address of a service must not contain a user name or password");
  }
  const { pathname } = parsed;
  const query = parsed.search.slice(1);
  const joined = (target: string): string => (target.includes("?") ? "&" : "?") + query;
  return { url: parsed, path: (target) => pathname + target + (query === "" ? "" : joined(target)) };
}
