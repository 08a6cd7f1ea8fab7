/** A declaration of a generated file in this process. */

/** Its value, which is printed, compiled and evaluated when it is needed first. */
export class Declared {
  readonly #make: () => unknown;
  #isMade = false;

  constructor(make: () => unknown) {
    this.#make = make;
  }

  get value(): unknown {
    const value = this.#make();
    this.#isMade = true;
    // In place of this getter: code that is called often then reads a property.
    Object.defineProperty(this, "value", { value });
    return value;
  }

  /** The function; before it is made, one that makes it when it is called. */
  get late(): unknown {
    if (this.#isMade) return this.value;
    return (...given: readonly unknown[]) =>
      (this.value as (...given: readonly unknown[]) => unknown)(...given);
  }
}
