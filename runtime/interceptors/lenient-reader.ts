import type { Misread, ReaderOptions } from "../xml/reader-options.js";
import type { QName } from "../xml/names.js";
import { readElement } from "../xml/read-content.js";
import { RenamingReader, type Renamed } from "../xml/renaming-reader.js";
import { pathOfEnded } from "../xml/scanner.js";
import type { XmlText } from "../xml/xml-text.js";
import { LexicalError, type XsdType } from "../xsd/type.js";
import { trim } from "../xsd/white-space.js";
import type { ForgivenList } from "./forgiven-list.js";
import { meantValue, replacement, withoutForbidden } from "./lenient-texts.js";

/** Reads responses that deviate from their contract; a list decides what is accepted, and has what was. */
export class LenientReader extends RenamingReader {
  readonly #list: ForgivenList;
  readonly #aliases: ReadonlyMap<string, string>;
  /** Elements without a text whose fields have not been missed yet, by path. */
  readonly #empty = new Map<string, number>();
  /** Characters of the document that were replaced, the last one first. */
  readonly #replaced: number[];

  constructor(
    document: string | XmlText,
    options: ReaderOptions,
    list: ForgivenList,
    aliases: Readonly<Record<string, string>> = {},
  ) {
    const { clean, replaced } = list.accepts("character")
      ? withoutForbidden(document)
      : { clean: document, replaced: [] };
    super(clean, list.accepts("namespace") ? options : { ...options, namespaces: [] });
    this.#list = list;
    this.#replaced = replaced;
    this.#aliases = new Map(Object.entries(aliases));
  }

  override enterRoot(): void {
    super.enterRoot();
    this.begin();
  }

  protected override begin(): void {
    const to = this.#aliases.get(this.namespace);
    if (to !== undefined) {
      this.#list.add({ kind: "namespace", path: this.path(), text: this.namespace });
      this.namespace = to;
    }
    this.#hearCharacters();
    super.begin();
  }

  protected override renamed({ from, path }: Renamed): void {
    this.#list.add({ kind: "namespace", path, text: from });
  }

  override isElement({ namespace, name }: QName): boolean {
    if (this.name !== name) return false;
    if (this.namespace === namespace) return true;
    if (!this.#list.accepts("namespace")) return false;
    this.#list.add({ kind: "namespace", path: this.path(), text: this.namespace });
    this.namespace = namespace;
    return true;
  }

  protected override unexpectedText(text: string, offset: number): void {
    if (this.#list.accepts("text")) this.#list.add({ kind: "text", path: this.path(), text });
    else super.unexpectedText(text, offset);
  }

  override absent<T>(name: string, type: XsdType<T>): T {
    if (!this.#isForgivenAbsence(name)) return super.absent(name, type);
    // The caller learns from the list that the property is undefined.
    return undefined as T;
  }

  override absentRecord(name: string, detail?: string): never {
    if (!this.#isForgivenAbsence(name)) return super.absentRecord(name, detail);
    return undefined as never;
  }

  #isForgivenAbsence(name: string): boolean {
    const path = `${pathOfEnded(this)}.${name}`;
    const empty = this.#empty.get(path) ?? 0;
    if (empty > 0) this.#empty.set(path, empty - 1);
    else if (this.#list.accepts("missing")) this.#list.add({ kind: "missing", path });
    else return false;
    return true;
  }

  override isRefusedNil(): boolean {
    if (!this.#list.accepts("nil")) return super.isRefusedNil();
    if (!this.isNil()) return false;
    this.#list.add({ kind: "nil", path: pathOfEnded(this) });
    return true;
  }

  override wrongType(name: string): void {
    if (this.#list.accepts("type")) this.#list.add({ kind: "type", path: this.path(), text: name });
    else super.wrongType(name);
  }

  protected override parseText<T>(type: XsdType<T>): T {
    if (type.received !== undefined) return super.parseText(type);
    const path = this.path();
    const parse = (text: string): T => {
      try {
        return type.parse(text);
      } catch (error) {
        const found = error instanceof LexicalError ? this.misread(type, { text, path }) : undefined;
        if (found === undefined) throw error;
        return found[0];
      }
    };
    return super.parseText({ ...type, parse });
  }

  override misread<T>(type: XsdType<T>, { text, path }: Misread): [T] | undefined {
    if (typeof type.initial === "string") {
      if (!this.#list.accepts("value")) return undefined;
      this.#list.add({ kind: "value", path, text });
      // The types are those of texts: the text is kept as it is.
      return [text as T];
    }
    if (trim(text) === "") {
      if (!this.#list.accepts("empty")) return undefined;
      this.#list.add({ kind: "empty", path });
      this.#empty.set(path, (this.#empty.get(path) ?? 0) + 1);
      return [undefined as T];
    }
    const found = this.#list.accepts("form") ? meantValue(type, text) : undefined;
    if (found !== undefined) this.#list.add({ kind: "form", path, text });
    return found;
  }

  override readText(): string {
    const text = super.readText();
    this.#hearCharacters();
    return text;
  }

  override forbidden(offset?: number): string {
    if (!this.#list.accepts("character")) return super.forbidden(offset);
    this.#list.add({ kind: "character", path: this.path() });
    return replacement;
  }

  /** Reports the replaced characters up to the current position. */
  #hearCharacters(): void {
    for (let at = this.#replaced.at(-1); at !== undefined && at < this.at; at = this.#replaced.at(-1)) {
      this.#replaced.pop();
      this.#list.add({ kind: "character", path: this.path() });
    }
  }

  protected override skipUnknown(): void {
    const path = this.path();
    if (!this.#list.accepts("unknown") || !/^Envelope\.(?:Body|Header\..*)\./s.test(path))
      super.skipUnknown();
    else {
      this.skipped++;
      this.#list.add({ kind: "unknown", path, element: readElement(this) });
    }
  }
}
