import type { ClientCall, Interceptor } from "../client/interceptor.js";
import type { XmlElement } from "../xml/content.js";
import type { ReaderOptions } from "../xml/element-reader.js";
import { readElement } from "../xml/read-content.js";
import { XmlReader } from "../xml/reader.js";
import { pathOfEnded } from "../xml/scanner.js";
import type { XmlText } from "../xml/xml-text.js";
import { LexicalError, type XsdType } from "../xsd/type.js";

/** A deviation of a response from its contract that was accepted. */
export interface Forgiven {
  /**
   * `missing`: a required element is absent, and its property is `undefined`. `nil`: an element is nil and may not be; the same. `value`: a
   * text is not in its enumeration, or does not match its pattern, and is kept. `unknown`: an element is not declared. `namespace`: an element
   * has one of the namespaces of the options. `text`: text stands between the elements of a type that is not mixed, and is skipped.
   */
  readonly kind: "missing" | "nil" | "value" | "unknown" | "namespace" | "text";
  /** For example `Envelope.Body.GreetResponse.GreetResult.Count`. */
  readonly path: string;
  /** Text of a `value` or a `text`. */
  readonly text?: string;
  /** Content of an `unknown` element. */
  readonly element?: XmlElement;
}

/** Options of `lenientReading`: each kind that is not named is accepted. */
export interface LenientOptions {
  readonly missing?: boolean;
  readonly nil?: boolean;
  readonly value?: boolean;
  /** False does not report unknown elements; they are skipped in either case. */
  readonly unknown?: boolean;
  readonly text?: boolean;
  /** Namespaces to translate: the key is the one in the response, the value that of the contract. Default: none. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Maximum deviations of one response; 1,000 when not given. A response with more is a `ClientError` `Protocol`. */
  readonly limit?: number;
}

const defaultLimit = 1_000;

/**
 * Accepts responses that deviate from the contract, and reports the accepted deviations. The types of the result do not show them: a
 * property of such an element may be `undefined`, or have a value that is not of its type.
 */
export function lenientReading(
  heard: (forgiven: readonly Forgiven[], call: ClientCall) => void,
  options: LenientOptions = {},
): Interceptor {
  return async (call, next) => {
    const forgiven: Forgiven[] = [];
    class Reader extends LenientReader {
      constructor(document: string | XmlText, given: ReaderOptions) {
        // If the call is repeated, only the last response is reported.
        forgiven.length = 0;
        super(document, given, options, forgiven);
      }
    }
    const result = await next({ ...call, Reader });
    if (forgiven.length > 0) heard(forgiven, call);
    return result;
  };
}

class LenientReader extends XmlReader {
  readonly #options: LenientOptions;
  readonly #forgiven: Forgiven[];
  readonly #namespaces: ReadonlyMap<string, string>;

  constructor(
    document: string | XmlText,
    options: ReaderOptions,
    lenient: LenientOptions,
    forgiven: Forgiven[],
  ) {
    super(document, options);
    this.#options = lenient;
    this.#forgiven = forgiven;
    this.#namespaces = new Map(Object.entries(lenient.namespaces ?? {}));
  }

  override enterRoot(): void {
    super.enterRoot();
    this.#rename();
  }

  override child(isTextSkipped?: boolean): boolean {
    const entered = super.child(isTextSkipped);
    if (entered) this.#rename();
    return entered;
  }

  protected override unexpectedText(text: string, offset: number): void {
    if (this.#options.text === false) super.unexpectedText(text, offset);
    else this.#forgive({ kind: "text", path: this.path(), text });
  }

  #rename(): void {
    const contract = this.#namespaces.get(this.namespace);
    if (contract === undefined) return;
    this.namespace = contract;
    this.#forgive({ kind: "namespace", path: this.path() });
  }

  #forgive(forgiven: Forgiven): void {
    const { limit = defaultLimit } = this.#options;
    if (this.#forgiven.length >= limit)
      throw this.error("ItemLimit", `The response deviates from the contract more than ${limit} times.`);
    this.#forgiven.push(forgiven);
  }

  override absent<T>(name: string, type: XsdType<T>): T {
    if (this.#options.missing === false) return super.absent(name, type);
    this.#noteMissing(name);
    // The caller learns from the list that the property is undefined.
    return undefined as T;
  }

  override absentRecord(name: string, detail?: string): never {
    if (this.#options.missing === false) return super.absentRecord(name, detail);
    this.#noteMissing(name);
    return undefined as never;
  }

  #noteMissing(name: string): void {
    this.#forgive({ kind: "missing", path: `${pathOfEnded(this)}.${name}` });
  }

  override isRefusedNil(): boolean {
    if (this.#options.nil === false) return super.isRefusedNil();
    if (!this.isNil()) return false;
    this.#forgive({ kind: "nil", path: pathOfEnded(this) });
    return true;
  }

  protected override parseText<T>(type: XsdType<T>): T {
    if (this.#options.value === false || typeof type.initial !== "string" || type.received !== undefined)
      return super.parseText(type);
    const path = this.path();
    const parse = (text: string): T => {
      try {
        return type.parse(text);
      } catch (error) {
        if (!(error instanceof LexicalError)) throw error;
        this.#forgive({ kind: "value", path, text });
        // The types are those of texts: the text is kept as it is.
        return text as T;
      }
    };
    return super.parseText({ ...type, parse });
  }

  override skip(): void {
    const path = this.path();
    if (this.#options.unknown === false || !path.startsWith("Envelope.Body.")) super.skip();
    else {
      this.skipped++;
      this.#forgive({ kind: "unknown", path, element: readElement(this) });
    }
  }
}
