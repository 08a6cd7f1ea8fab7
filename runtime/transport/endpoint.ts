/** Address of a service. */
export interface Endpoint {
  readonly url: URL;
  /** Path and query of one request, as they stand in the request line. */
  readonly path: (target: string) => string;
}

/**
 * @throws TypeError when `url` is no absolute http or https URL or holds credentials, which would end up in logs: send
 *   an Authorization header instead.
 */
export function endpoint(url: string | URL): Endpoint {
  const parsed = new URL(url);
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new TypeError(`The address of a service starts with http: or https:, not ${parsed.protocol}`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new TypeError("The address of a service holds no user name or password");
  }
  const base = parsed.pathname;
  const query = parsed.search.slice(1);
  if (query === "") return { url: parsed, path: (target) => base + target };
  return { url: parsed, path: (target) => `${base}${target}${target.includes("?") ? "&" : "?"}${query}` };
}
