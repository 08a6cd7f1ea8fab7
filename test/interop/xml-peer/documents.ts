/** Documents of every kind of markup, with a flaw here and there. */
import type { Pick } from "../../runtime/xml/split-text.js";

const names = ["a", "b", "é", "_x", "a.b-c", "x1", "日本", "xml1", "Xm"];
const wrongNames = ["1a", "-a", "", "a b", "a:", ":a", "a:b:c", "\u00d7", "a&", "xmlns", "a\u037e"];
const uris = ["urn:1", "urn:2", "urn:3"];
const reserved = ["", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"];
const spaces = ["", " ", "\n", "\t", "\r\n", "\r", "  "];
const characters = [
  ...Array.from("abé]>'\"-?=\n\r\t \u2028\u0085\u00a0\ufeff\ufffd"),
  ...["\r\n", "]]", "--", "?>", "\u{1f600}", "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#65;", "&#x41;"],
  ...["&#13;", "&#xD;", "&#10;", "&#9;", "&#x1F600;", "&#xFFFD;", "&#0065;", "&#x000041;"],
];
const wrongCharacters = [
  ...["&", "<", "]]>", "&nbsp;", "&#0;", "&#1;", "&#xD800;", "&#xFFFE;", "&#x110000;", "&#;", "&#x;", "&#65"],
  ...["&#X41;", "\u0001", "\ufffe", "\u000b", "&AMP;", "& amp;", `&#${"9".repeat(30)};`, "&#-1;", "&amp"],
];
const sections = ["", "x", "&amp;", "<a/>", "]", "]]", "\r\n", "\r", "]]&gt;", " ", ">"];
const declarations = [
  ...[
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='utf-8'?>",
    '<?xml version="1.0" standalone="yes"?>',
  ],
  '<?xml\nversion = "1.0"\r\nencoding="UTF-8" ?>',
];
const wrongDeclarations = [
  ...['<?xml encoding="utf-8"?>', '<?xml version="1.0"encoding="utf-8"?>', ' <?xml version="1.0"?>'],
  ...['<?xml version="1.0" standalone="maybe"?>', '<?xml version="1.0" encoding=""?>', "<!DOCTYPE a>"],
];

export class Documents {
  readonly #pick: Pick;

  constructor(pick: Pick) {
    this.#pick = pick;
  }

  next(): string {
    const behind = this.#or("", ["x", "<a/>", "&amp;", "</a>", "<![CDATA[]]>", "\u0000"]);
    return this.#declaration() + this.#misc() + this.#element(0, []) + this.#misc() + behind;
  }

  #one<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const found = values[this.#pick(values.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  /** One time in 300 a flaw. */
  #or<T>(usual: T, flaws: readonly T[]): T {
    return this.#pick(300) === 0 ? this.#one(flaws) : usual;
  }

  #times(most: number, make: () => string): string {
    return Array.from({ length: this.#pick(most) }, make).join("");
  }

  #declaration(): string {
    return this.#or(this.#pick(2) === 0 ? "" : this.#one(declarations), wrongDeclarations);
  }

  #misc(): string {
    return this.#times(3, () => this.#one([this.#one(spaces), this.#comment(), this.#instruction()]));
  }

  #comment(): string {
    const inner = this.#one(["", " c ", "&", "<a>", "]]>", "-x", "\r\n"]);
    return `<!--${this.#or(inner, ["--", "-"])}${this.#or("-->", ["->"])}`;
  }

  #instruction(): string {
    const target = this.#or(this.#one(["p", "xml-stylesheet", "é"]), ["xml", "xMl", "1", "", " p", "a:b"]);
    return `<?${target}${this.#one(["", " ", " d", " ?", "\r\n x", " &<>"])}${this.#or("?>", [">"])}`;
  }

  #text(): string {
    return this.#times(6, () => this.#or(this.#one(characters), wrongCharacters));
  }

  #value(): string {
    const quote = this.#one(['"', "'"]);
    return (
      quote +
      this.#text()
        .replaceAll(quote, this.#or("", [quote]))
        .replaceAll("<", this.#or("", ["<"])) +
      quote
    );
  }

  #attribute(prefixes: string[]): string {
    const equals = `${this.#one(spaces)}=${this.#one(spaces)}`;
    const uri = this.#or(this.#one(uris), reserved);
    switch (this.#pick(4)) {
      case 0: {
        const prefix = this.#or(this.#one(["p", "q", "r"]), ["xml", "xmlns"]);
        prefixes.push(prefix);
        return `xmlns:${prefix}${equals}"${uri}"`;
      }
      case 1:
        return `xmlns${equals}'${this.#one([uri, ""])}'`;
      default:
        return `${this.#name([...prefixes, "xml"])}${equals}${this.#value()}`;
    }
  }

  #name(prefixes: readonly string[]): string {
    const local = this.#or(this.#one(names), wrongNames);
    const prefix = prefixes.length > 0 && this.#pick(3) === 0 ? `${this.#one(prefixes)}:` : "";
    return this.#or(prefix, ["zz:"]) + local;
  }

  #element(depth: number, outer: readonly string[]): string {
    const prefixes = [...outer];
    const written = Array.from({ length: this.#pick(4) }, () => this.#attribute(prefixes));
    const key = (attribute: string): string => attribute.split(/[ \t\r\n=]/, 1).join();
    const distinct = written.filter(
      (each, at) => written.findIndex((other) => key(other) === key(each)) === at,
    );
    const attributes = this.#or(distinct, [written]).map(
      (each) => this.#or(this.#one(spaces.slice(1)), [""]) + each,
    );
    const name = this.#name(prefixes);
    const tag = name + attributes.join("") + this.#one(spaces);
    if (this.#pick(5) === 0) return `<${tag}${this.#or("/>", ["/ >"])}`;
    const content = this.#times(depth > 3 ? 2 : 5, () => this.#content(depth, prefixes));
    return `<${tag}>${content}</${this.#or(name, names)}${this.#one(spaces)}>`;
  }

  #content(depth: number, prefixes: readonly string[]): string {
    switch (this.#pick(6)) {
      case 0:
        return this.#comment();
      case 1:
        return this.#instruction();
      case 2:
        return `<![CDATA[${this.#one(sections)}${this.#or("]]>", ["]>"])}`;
      case 3:
      case 4:
        return this.#text();
      default:
        return depth > 4 ? "" : this.#element(depth + 1, prefixes);
    }
  }
}
