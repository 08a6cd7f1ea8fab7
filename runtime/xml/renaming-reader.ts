import type { ReaderOptions } from "./reader-options.js";
import type { QName } from "./names.js";
import { XmlReader } from "./reader.js";
import type { XmlText } from "./xml-text.js";

/** An element that has the name of a declared one in another namespace. */
export interface Renamed {
  readonly name: string;
  /** Its namespace, and the declared one. */
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/**
 * Reads an element that is not declared as the declared one of its name. An element in Header or Body that the codec skips is entered again with each of
 * `namespaces` in turn; the codec skips it again unless the element is declared there. A block of Header has another namespace than those where it belongs
 * to another specification.
 */
export abstract class RenamingReader extends XmlReader {
  readonly #namespaces: readonly string[];
  /** Namespaces that the element entered last has not been given yet. */
  #left: readonly string[] = [];
  #given = "";
  /** The element is entered once more by the next call of `child`. */
  #isAgain = false;
  #tried: Renamed | undefined;
  #isRenamed = false;

  constructor(document: string | XmlText, options: ReaderOptions) {
    super(document, options);
    this.#namespaces = options.namespaces ?? [];
  }

  /** The element was read with another namespace. */
  protected abstract renamed(renamed: Renamed): void;

  override child(isTextSkipped?: boolean): boolean {
    if (this.#isAgain) {
      this.#isAgain = false;
      return true;
    }
    this.#settle();
    const entered = super.child(isTextSkipped);
    if (entered) this.begin();
    return entered;
  }

  /** An element has been entered. */
  protected begin(): void {
    this.#given = this.namespace;
    this.#left = this.#namespaces;
  }

  override readText(): string {
    // Of mixed content: the element has been entered, and is entered again.
    return this.#isAgain ? "" : super.readText();
  }

  override finish(): void {
    this.#settle();
    super.finish();
  }

  override skip(): void {
    const to = this.#left.find((each) => each !== this.#given);
    const path = to === undefined ? "" : this.path();
    if (to === undefined || !this.#isOurs(path)) {
      this.namespace = this.#given;
      this.#tried = undefined;
      this.skipUnknown();
      return;
    }
    this.#left = this.#left.slice(this.#left.indexOf(to) + 1);
    this.#tried = { name: this.name, from: this.#given, to, path };
    this.namespace = to;
    this.#isAgain = true;
  }

  #isOurs(path: string): boolean {
    if (path.startsWith("Envelope.Body.")) return true;
    if (!path.startsWith("Envelope.Header.")) return false;
    const isBlock = this.depth === 3;
    return !isBlock || this.#given === "" || this.#namespaces.includes(this.#given);
  }

  /** Skips an element that is declared in no namespace. */
  protected skipUnknown(): void {
    super.skip();
  }

  /** True if an element was read with another namespace, the one entered last included. */
  protected get isRenamed(): boolean {
    return this.#isRenamed || this.#tried !== undefined;
  }

  #settle(): void {
    const tried = this.#tried;
    if (tried === undefined) return;
    this.#tried = undefined;
    this.#isRenamed = true;
    this.renamed(tried);
  }
}

/** Finds the first element that has another namespace than the declared one. */
export class NamespaceProbe extends RenamingReader {
  found: Renamed | undefined;

  override isElement(declared: QName): boolean {
    if (this.name !== declared.name) return false;
    const { name, namespace: from } = this;
    const to = declared.namespace;
    if (from !== to) this.renamed({ name, from, to, path: this.path() });
    this.namespace = to;
    return true;
  }

  protected override renamed(renamed: Renamed): void {
    this.found ??= renamed;
  }
}
