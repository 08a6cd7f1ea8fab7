/** `attributes` is where node-soap puts those of an element. */
const reserved = "attributes";

/** Names of which no two are alike, for elements by which node-soap finds operations. */
export class OwnNames {
  readonly #taken = new Set([reserved]);

  /** The first of the wanted names that is free; the last one with as many `$` as make it free if none is. */
  own(...wanted: readonly string[]): string {
    let name = wanted.find((each) => !this.#taken.has(each)) ?? `${wanted.at(-1) ?? ""}$`;
    while (this.#taken.has(name)) name += "$";
    this.#taken.add(name);
    return name;
  }
}

/** An object for names that are looked up in it: it has no others, as `constructor` or `__proto__`, by inheritance. */
export function byName<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record = Object.create(withoutNames) as Record<string, T>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}

/** As the prototype of an object, it leaves it the layout that V8 reads fast; null does not. */
const withoutNames: object = Object.freeze(Object.create(null) as object);
