import type { AnyOperation } from "../contract/operation.js";

/** The HTTP bindings. */
export type FormBinding = "httpGet" | "httpPost";

/** Path after the address in a call of the operation: `http:operation location`, or its name (WSDL 1.1 section 4.4). */
export function locationOf(
  operation: Pick<AnyOperation, "name" | "locations">,
  binding: FormBinding,
): string {
  const location = operation.locations?.[binding] ?? operation.name;
  return location.startsWith("/") ? location.slice(1) : location;
}

/** A location in which the names of parts in parentheses are replaced by their values (WSDL 1.1 section 4.6). */
export interface PathTemplate {
  /** Texts between the values, one more than there are names. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Undefined for a location without names. */
export function templateOf(location: string): PathTemplate | undefined {
  const pieces = location.split(/\(([^()]+)\)/);
  if (pieces.length === 1) return undefined;
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    names: pieces.filter((_, at) => at % 2 === 1),
  };
}

/** A path with the values of a form, `name=value&name=value`, in the places of their names. */
export function filledPath({ texts, names }: PathTemplate, form: string): string {
  const values = new URLSearchParams(form);
  const filled = names.map((name, at) => encodeURIComponent(values.get(name) ?? "") + (texts[at + 1] ?? ""));
  return (texts[0] ?? "") + filled.join("");
}

/** The values in a path as a form; undefined for a path that does not match the template. */
export function formOfPath({ texts, names }: PathTemplate, path: string): string | undefined {
  const [first = ""] = texts;
  if (!path.startsWith(first)) return undefined;
  let at = first.length;
  const pairs: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = texts[index + 1] ?? "";
    const isLast = index === names.length - 1;
    const end = isLast ? path.length - text.length : path.indexOf(text, at);
    if (end < at || !path.startsWith(text, end)) return undefined;
    pairs.push(`${encodeURIComponent(name)}=${path.slice(at, end).replaceAll("+", "%2B")}`);
    at = end + text.length;
  }
  return pairs.join("&");
}
