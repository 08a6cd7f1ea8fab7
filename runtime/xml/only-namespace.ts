import { xsdNamespace, xsiNamespace } from "./names.js";
import { NamespaceScope } from "./namespace-scope.js";

/** A scope in which every namespace, and none, means the given one, except those of XML Schema. */
export class OnlyNamespace extends NamespaceScope {
  readonly #only: string;

  constructor(only: string) {
    super();
    this.#only = only;
    this.defaultNamespace = only;
  }

  override leave(depth: number): void {
    super.leave(depth);
    if (this.innermost === 0) this.defaultNamespace = this.#only;
  }

  protected override meant(uri: string): string {
    return uri === xsiNamespace || uri === xsdNamespace ? uri : this.#only;
  }
}
