import fc from "fast-check";
import { routeFor } from "#server/faces/web/routes.js";

/** Markup that a page must never contain as it is. */
const marks = ["<x-evil>", '"><x-evil>', "'><x-evil>", "{{x-evil}}<x-evil>", "</textarea><x-evil>"];

/** Values that no field expects. */
export const hostile = fc.oneof(
  fc.constantFrom(...marks),
  fc.constantFrom("../..", "%00", "\0", "\r\nSet-Cookie: a=b", "'; DROP TABLE customer; --", "__proto__"),
  fc.constantFrom("constructor", "NaN", "-1", "1e309", "9999999999999999999", "0x10", "٣", "on", "none", "*"),
  fc.constantFrom("x".repeat(2_000), "\u202e", "\ud800", "\ufeff", "a=b", "window=1\nwindow=2", "="),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Hostile values, and some of those that a field takes, so that cases get beyond the first check. */
export const valueWith = (plausible: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: hostile }, { weight: 1, arbitrary: fc.constantFrom(...plausible) });

/** A URL cannot contain half a surrogate pair. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A path with its named parts filled in. */
export const filled = (paths: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...paths), fc.array(value, { minLength: 2, maxLength: 2 }))
    .map(([path, parts]) => {
      let next = 0;
      return path.replace(/:\w+/gu, () => encodeURIComponent(wellFormed(parts[next++] ?? "")));
    });

/** Fields by the path of the action whose form has them. */
export type FieldsOf = ReadonlyMap<string, ReadonlySet<string>>;

/** Forms of no action: those that a site serves itself, and that of the page with samples of components. */
const ofSites = new Set(["/log-out", "/preferences", "/components"]);

/** Reads the fields of the forms on pages; `base`: path of the site. @throws Error for a form that no action serves */
export function fieldsOn(
  pages: readonly string[],
  actions: readonly { readonly path: string }[],
  base: string,
): FieldsOf {
  const found = new Map<string, Set<string>>();
  for (const [, attributes = "", body = ""] of pages.join("").matchAll(/<form ([^>]*)>([^]*?)<\/form>/gu)) {
    const place = /action="([^"]*)"/u.exec(attributes)?.[1]?.replaceAll("&#x3D;", "=") ?? "";
    const path = routeFor(actions, place.slice(base.length))?.route.path;
    if (path === undefined) {
      if (/method="post"/u.test(attributes) && !ofSites.has(place.slice(base.length)))
        throw new Error(`no action serves ${place}`);
      continue;
    }
    const names = found.get(path) ?? new Set();
    for (const [, name = ""] of body.matchAll(/name="([^"]*)"/gu)) names.add(name);
    found.set(path, names);
  }
  return found;
}

/** Fields that belong to every form. */
const ofForms = new Set(["token", "form", "confirm"]);

export interface HostileForm {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Forms of actions: most with the fields of their own form, some with those of others. */
export function hostileForms(
  actions: readonly string[],
  fieldsOf: FieldsOf,
  value: fc.Arbitrary<string>,
): fc.Arbitrary<HostileForm> {
  const all = [...new Set([...fieldsOf.values()].flatMap((names) => [...names]))].filter(
    (name) => !ofForms.has(name),
  );
  const formOf = (pattern: string): fc.Arbitrary<HostileForm> => {
    const own = [...(fieldsOf.get(pattern) ?? [])].filter((name) => !ofForms.has(name));
    const name =
      own.length === 0
        ? fc.constantFrom(...all)
        : fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom(...own) },
            { weight: 1, arbitrary: fc.constantFrom(...all) },
          );
    const confirm = fc.constantFrom("on", "on", "on", "<x-evil>");
    return fc
      .record({
        path: filled([pattern], value),
        fields: fc.dictionary(name, value, { minKeys: 1, maxKeys: 10 }),
        confirm,
      })
      .map(({ path, fields, confirm: given }) => ({ path, fields: { ...fields, confirm: given } }));
  };
  return fc.constantFrom(...actions).chain(formOf);
}
