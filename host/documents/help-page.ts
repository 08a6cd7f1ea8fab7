import type { AnyService, IndexedOperation, ServiceIndex } from "messenger-gen-runtime/host";
import { sampleExchanges, type OperationSample, type SampleExchange } from "./sample-messages.js";
import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { type FieldTypes, fieldTypes, formField } from "./form-fields.js";

/** Input for the pages of a mount. */
export interface HelpSources {
  readonly index: ServiceIndex;
  /** Public URL of the mount. */
  readonly url: string;
  /** By method, as the generator writes them into `samples.ts`. */
  readonly samples: ReadonlyMap<string, OperationSample>;
  /** The WSDL, whose schema has the types of parameters. */
  readonly wsdl: string;
  /** Whether pages have a form that calls the operation. */
  readonly testForm: boolean;
  /** Path of the documentation, if there is one. */
  readonly documentation: string | undefined;
}

/** The pages of a mount, each rendered at its first request. */
export class HelpPages {
  readonly #sources: HelpSources;
  readonly #service: AnyService;
  readonly #templates = helpTemplates();
  readonly #operations: ReadonlyMap<string, IndexedOperation>;
  readonly #pages = new Map<string, string>();
  #types: FieldTypes | undefined;

  constructor(sources: HelpSources) {
    this.#sources = sources;
    this.#service = sources.index.service;
    const { byOperation } = sources.index;
    this.#operations = new Map([...byOperation.values()].map((each) => [each.operation.name, each]));
  }

  /** The operations in alphabetical order with their documentation. */
  list(): string {
    const { name, documentation, operations } = this.#service;
    const sorted = Object.values(operations).sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.#kept("", () =>
      this.#render("index", {
        name,
        title: `${name} Web Service`,
        paragraphs: paragraphsOf(documentation),
        wsdl: "?WSDL",
        disco: "?disco",
        documentation: this.#sources.documentation,
        operations: sorted.map((operation) => ({
          name: operation.name,
          link: `?op=${encodeURIComponent(operation.name)}`,
          paragraphs: paragraphsOf(operation.documentation),
        })),
      }),
    );
  }

  /** The page of an operation with its sample messages, or one for an unknown name. */
  operation(name: string): string {
    const indexed = this.#operations.get(name);
    if (indexed === undefined) return this.#missing(name);
    const { operation } = indexed;
    return this.#kept(name, () => {
      const bindings = this.#exchanges(indexed);
      return this.#render("operation", {
        service: this.#service.name,
        name,
        title: `${this.#service.name} Web Service: ${name}`,
        home: "?",
        paragraphs: paragraphsOf(operation.documentation),
        test: this.#sources.testForm ? this.#test(indexed, bindings) : undefined,
        bindings,
      });
    });
  }

  #missing(name: string): string {
    const { name: service } = this.#service;
    const text = `Method '${name}' was not found in service ${service}.`;
    return this.#render("missing", { service, title: `${service} Web Service`, home: "?", text });
  }

  #exchanges({ operation, method }: IndexedOperation): readonly SampleExchange[] {
    const { samples, index, url } = this.#sources;
    const sample = samples.get(method);
    return sample === undefined ? [] : sampleExchanges(operation, sample, index, url);
  }

  /** The HTML form of an operation over HTTP POST, with the parameter names of its sample. */
  #test({ operation }: IndexedOperation, bindings: readonly SampleExchange[]): object | undefined {
    const post = bindings.find(({ name }) => name === "HTTP POST");
    if (post === undefined) return undefined;
    const form = post.request.slice(post.request.indexOf("\n\n") + 2);
    const element = operation.input.element?.name ?? operation.name;
    const types = (this.#types ??= fieldTypes(this.#sources.wsdl));
    const fields = [...new URLSearchParams(form)].map(([name, example]) => {
      const field = formField(name, example, types(element, name));
      return { ...field, isSelect: field.input === "select" };
    });
    return { action: `${new URL(this.#sources.url).pathname}/${operation.name}`, fields };
  }

  #render(template: string, view: object): string {
    const render: Render | undefined = this.#templates.get(template);
    if (render === undefined) throw new Error(`There is no template ${template}.`);
    return render(view);
  }

  #kept(key: string, make: () => string): string {
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const page = make();
    this.#pages.set(key, page);
    return page;
  }
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** `templates/help/` of this package, beside the compiled code. */
const folder = new URL("../templates/help/", import.meta.url);

/** The document at the root of a server. */
export function homeDocument(name: string, paths: readonly string[]): string {
  const render = helpTemplates().get("home");
  if (render === undefined) throw new Error("There is no template home.");
  return render({ name, title: `${name} Web Service`, paths });
}

/** Renders one page; every value is escaped for HTML. */
type Render = (view: object) => string;

/** The templates of the help pages by file name without `.hbs`; they are each other's partials, named `help/style`. */
export function helpTemplates(): ReadonlyMap<string, Render> {
  const handlebars = Handlebars.create();
  const texts = readdirSync(folder).map((file): [string, string] => [
    file.replace(/\.hbs$/, ""),
    readFileSync(new URL(file, folder), "utf8"),
  ]);
  for (const [name, text] of texts) handlebars.registerPartial(`help/${name}`, text);
  return new Map(
    texts.map(([name, text]) => {
      const template = handlebars.compile<object>(text, { strict: true, knownHelpersOnly: true });
      return [name, (view) => template(view)];
    }),
  );
}
