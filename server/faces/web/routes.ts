/** Named parts of a path. */
type Params = Readonly<Record<string, string>>;

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Compares a path with a pattern such as `/links/:name`; undefined if it differs. */
function matched(pattern: string, path: string): Params | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, want] of wanted.entries()) {
    const part = given[index] ?? "";
    if (!want.startsWith(":")) {
      if (want !== part) return undefined;
      continue;
    }
    const value = decoded(part);
    if (value === undefined || value === "") return undefined;
    params.set(want.slice(1), value);
  }
  return Object.fromEntries(params);
}

/** The first route whose pattern fits a path, with the named parts. */
export function routeFor<Route extends { readonly path: string }>(
  routes: readonly Route[],
  path: string,
): { readonly route: Route; readonly params: Params } | undefined {
  for (const route of routes) {
    const params = matched(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}
