/** Reserved and used prefixes. */
const reserved: ReadonlySet<string> = new Set(["tns", "xsi", "xsd", "soap", "soapenc", "other", "index"]);
const version = /^v?[0-9]+(?:[._-][0-9]+)*$/i;

/** Short names for namespaces: the last words of the URI, more of them if they are taken, finally a number. */
export class Slugs {
  readonly #taken = new Set(reserved);

  claim(uri: string): string {
    const words = wordsOf(uri);
    const at = words.findLastIndex((word) => !version.test(word));
    for (let from = Math.max(at, 0); from >= 0; from--) {
      const slug = slugOf(words.slice(from).join("-"));
      if (this.#isFree(slug)) return slug;
    }
    const stem = slugOf(words.slice(Math.max(at, 0)).join("-"));
    for (let number = 2; ; number++) {
      const slug = `${stem}-${number}`;
      if (this.#isFree(slug)) return slug;
    }
  }

  #isFree(slug: string): boolean {
    if (this.#taken.has(camel(slug))) return false;
    this.#taken.add(camel(slug));
    return true;
  }
}

/** Names of modules, as in namespaces of .NET: `Shop.Orders`. */
const modules = /^\p{Lu}\w*(?:\.\p{Lu}\w*)+$/u;

/** The words of a URI, the most specific one last: the name of a host begins with it. */
function wordsOf(uri: string): readonly string[] {
  const [, host = "", path = ""] =
    /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/(?:www\.)?([^/?#:]*))?(.*)$/is.exec(uri) ?? [];
  const parts = path.split(/[/:#?&=]+/).flatMap((part) => (modules.test(part) ? part.split(".") : [part]));
  return [...host.split(".").toReversed(), ...parts].filter((word) => /[A-Za-z0-9]/.test(word));
}

/** A number may follow. */
const longestSlug = 36;

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, longestSlug)
    .replace(/-+$/, "");
  return /^(?:[0-9]|xml|a[0-9]+$|$)/.test(slug) ? `ns${slug === "" ? "" : "-"}${slug}` : slug;
}

export function camel(slug: string): string {
  return slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
