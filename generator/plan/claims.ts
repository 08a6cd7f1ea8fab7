import type { Diagnostics } from "../diagnostics.js";
import type { Origin } from "../model/types.js";

/** Names already given away in one scope; a second claim is a diagnostic that names both places. */
export class Claims {
  readonly #diagnostics: Diagnostics;
  readonly #claimed = new Map<string, string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** `what` is a few words such as `the type Item`; its place is added. */
  claim(name: string, what: string, origin: Origin): void {
    const described = `${what} (${this.#diagnostics.place(origin.file)}:${origin.line}:${origin.column})`;
    const first = this.#claimed.get(name);
    if (first === undefined) this.#claimed.set(name, described);
    else this.#diagnostics.report("MG3001", origin, { first, second: described, name });
  }
}
