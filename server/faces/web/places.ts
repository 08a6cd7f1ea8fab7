/** Paths of a site, and the addresses under which browsers see them: `base` is the path above all pages of the site. */

/** The documentation, beside the sites of a listener. */
const documentation = "/docs/";

/** The address of a path below a site; anything else, such as a fragment, is returned as it is. */
export function placeBelow(base: string, path: string): string {
  if (!path.startsWith("/") || path.startsWith(documentation)) return path;
  return base !== "" && /^\/(?:[?#]|$)/u.test(path) ? base + path.slice(1) : base + path;
}

/** Path in the site to return to, which a browser sent; `/` for anything else. */
export function placeIn(base: string, text: string | undefined): string {
  const place = text?.startsWith(base) === true ? text.slice(base.length) : undefined;
  const isPlace =
    place !== undefined && /^(\/(?!\.\.?(?:[/?]|$))[\w.~%:@-]+)*\/?(\?[\w.~%:@&=+-]{0,500})?$/u.test(place);
  return !isPlace || place === "" ? "/" : place.startsWith("/") ? place : `/${place}`;
}
