/** Elements of documents as text again: as documents of their own, with every prefix that was in force around them. */
import type { QName, Scope } from "#generator/read/names.js";
import type { XmlElement } from "#generator/read/xml.js";

/** Replacement of an element; undefined to keep it. */
export type Rewrite = (element: XmlElement) => XmlElement | undefined;

/** An element with all that is in it. */
export function markup(element: XmlElement, rewrite: Rewrite = () => undefined): string {
  return written(element, new Map([["xml", xml]]), rewrite);
}

const xml = "http://www.w3.org/XML/1998/namespace";

function written(given: XmlElement, outer: Scope, rewrite: Rewrite): string {
  const { name, attributes, children, scope } = rewrite(given) ?? given;
  const declared = [...scope].flatMap(([prefix, namespace]) =>
    (outer.get(prefix) ?? (prefix === "" ? "" : undefined)) === namespace
      ? []
      : [`${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${escaped(namespace)}"`],
  );
  const own = [...attributes].map(([key, value]) => `${attributeName(key, scope)}="${escaped(value)}"`);
  const tag = elementName(name, scope);
  const content = children.map((child) =>
    typeof child === "string" ? escaped(child) : written(child, scope, rewrite),
  );
  return `<${[tag, ...declared, ...own].join(" ")}>${content.join("")}</${tag}>`;
}

function elementName({ namespace, name }: QName, scope: Scope): string {
  if ((scope.get("") ?? "") === namespace) return name;
  return `${prefixOf(namespace, scope)}:${name}`;
}

/** Keys are `local` or `{namespace}local`. */
function attributeName(key: string, scope: Scope): string {
  const end = key.startsWith("{") ? key.indexOf("}") : -1;
  return end === -1 ? key : `${prefixOf(key.slice(1, end), scope)}:${key.slice(end + 1)}`;
}

function prefixOf(namespace: string, scope: Scope): string {
  for (const [prefix, uri] of scope) if (uri === namespace && prefix !== "") return prefix;
  throw new Error(`No prefix of ${namespace}`);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
