/** The pages of the reference of a JSON interface, each rendered when it is asked for first. */
import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { addressesFrom, paths, type Addresses } from "./addresses.js";
import { operationsOf, webhooksOf, type Described } from "./openapi.js";
import {
  entryOf,
  indexView,
  operationView,
  problemView,
  typeView,
  webhookView,
  type ReferenceSources,
  type View,
} from "./views.js";

/** A page without the frame around it. */
export interface ReferencePage {
  /** From the root of the reference; empty for its first page. */
  readonly path: string;
  readonly title: string;
  /** HTML of the content. */
  readonly html: string;
}

/** The pages of one interface. */
export class ReferencePages {
  readonly #sources: ReferenceSources;
  readonly #ending: "" | ".html";
  readonly #templates = referenceTemplates();
  readonly #operations: readonly Described[];
  readonly #webhooks: readonly Described[];

  /** @param ending of the names of pages in links: `.html` in a folder of files */
  constructor(sources: ReferenceSources, ending: "" | ".html" = "") {
    this.#sources = sources;
    this.#ending = ending;
    this.#operations = operationsOf(sources.document);
    this.#webhooks = webhooksOf(sources.document);
  }

  /** Paths of all pages. */
  paths(): readonly string[] {
    const { document, problems } = this.#sources;
    return [
      "",
      ...this.#operations.map(({ name }) => paths.operation(name)),
      ...this.#webhooks.map(({ name }) => paths.webhook(name)),
      ...Object.keys(document.components?.schemas ?? {}).map(paths.type),
      ...Object.keys(problems).map(paths.problem),
    ];
  }

  /** The page at a path; undefined where there is none. */
  page(path: string): ReferencePage | undefined {
    const found = this.#viewOf(path, addressesFrom(path, this.#ending));
    if (found === undefined) return undefined;
    const [template, view] = found;
    return { path, title: view.title, html: this.#render(template, view) };
  }

  /** A page as a document of its own, with links to all operations. */
  document(path: string): string | undefined {
    const page = this.page(path);
    if (page === undefined) return undefined;
    const addresses = addressesFrom(path, this.#ending);
    const name = this.#sources.document.info.title;
    return this.#render("page", {
      ...page,
      name,
      documentTitle: path === "" ? name : `${page.title} - ${name}`,
      root: "../".repeat(path.split("/").length - 1),
      index: addresses.index,
      navigation: this.#operations.slice(0, mostInNavigation).map((each) => ({
        ...entryOf(each, addresses.operation(each.name)),
        current: path === paths.operation(each.name),
      })),
    });
  }

  #viewOf(path: string, addresses: Addresses): readonly [template: string, view: View] | undefined {
    if (path === "") return ["index", indexView(this.#sources, addresses)];
    const [folder = "", ...others] = path.split("/");
    const name = others.at(-1) ?? "";
    const found = this.#named(others.length === 2 ? `${folder}/${others[0] ?? ""}` : folder, name, addresses);
    return path.split("/").length > 3 ? undefined : found;
  }

  #named(folder: string, name: string, addresses: Addresses): readonly [string, View] | undefined {
    switch (folder) {
      case "reference": {
        const operation = this.#operations.find((each) => each.name === name);
        return operation && ["operation", operationView(this.#sources, operation, addresses)];
      }
      case "reference/webhooks": {
        const webhook = this.#webhooks.find((each) => each.name === name);
        return webhook && ["operation", webhookView(webhook, addresses)];
      }
      case "reference/types":
        return withTemplate("type", typeView(this.#sources, name, addresses));
      case "problems":
        return withTemplate("problem", problemView(this.#sources, name, addresses));
      default:
        return undefined;
    }
  }

  #render(template: string, view: object): string {
    const render = this.#templates.get(template);
    if (render === undefined) throw new Error(`There is no template ${template}.`);
    return render(view);
  }
}

/** Further operations are only on the first page. */
const mostInNavigation = 200;

function withTemplate(template: string, view: View | undefined): readonly [string, View] | undefined {
  return view && [template, view];
}

/** `templates/json/` of this package, beside the compiled code. */
const folder = new URL("../templates/json/", import.meta.url);

type Render = (view: object) => string;

/** By file name without `.hbs`; they are each other's partials, named `json/members`. */
function referenceTemplates(): ReadonlyMap<string, Render> {
  const handlebars = Handlebars.create();
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith(".hbs"))
    .map((file) => [file.slice(0, -4), readFileSync(new URL(file, folder), "utf8")] as const);
  for (const [name, text] of texts) handlebars.registerPartial(`json/${name}`, text);
  return new Map(
    texts.map(([name, text]) => {
      const template = handlebars.compile<object>(text, { strict: true, knownHelpersOnly: true });
      return [name, (view) => template(view)];
    }),
  );
}
