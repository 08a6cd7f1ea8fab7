import { camelPropertyName, propertyName } from "./spelling.js";

/** How names of the contract become names of properties. */
export type PropertyStyle = "contract" | "camel";

/** Names of properties; two names of the contract never get the same one. */
export class PropertyNames {
  readonly #style: PropertyStyle;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(style: PropertyStyle) {
    this.#style = style;
  }

  /** The property of an element, an attribute or a part; the first name that is given keeps the name in camel case. */
  of(name: string): string {
    if (this.#style === "contract") return propertyName(name);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const camel = camelPropertyName(name);
    const wanted = [camel, propertyName(name)].find((each) => !this.#taken.has(each));
    const property = wanted ?? this.#numbered(camel);
    this.#taken.add(property);
    this.#names.set(name, property);
    return property;
  }

  #numbered(name: string): string {
    for (let number = 2; ; number++) if (!this.#taken.has(`${name}$${number}`)) return `${name}$${number}`;
  }
}
