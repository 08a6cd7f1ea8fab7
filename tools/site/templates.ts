import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";

/** What the template of a page shows. */
export interface PageView {
  readonly title: string;
  readonly html: string;
  /** Address of the root of the site seen from the page: empty or `../` for each folder. */
  readonly root: string;
  readonly source: string | undefined;
  /** Whether the page is one of the reference of the JSON interface, which has a style of its own. */
  readonly reference: boolean;
  readonly groups: readonly {
    readonly reader: string;
    readonly open: boolean;
    readonly entries: readonly { readonly title: string; readonly href: string; readonly current: boolean }[];
  }[];
  readonly headings: readonly { readonly anchor: string; readonly title: string }[];
  /** Whether the page has a previous or a next one. */
  readonly turns: boolean;
  readonly previous: { readonly title: string; readonly href: string } | undefined;
  readonly next: { readonly title: string; readonly href: string } | undefined;
}

/** Compiles the templates of the site. */
export function pageTemplate(folder = "templates/site"): (view: PageView) => string {
  const handlebars = Handlebars.create();
  for (const file of readdirSync(folder).sort())
    if (file.endsWith(".hbs"))
      handlebars.registerPartial(file.slice(0, -".hbs".length), readFileSync(`${folder}/${file}`, "utf8"));
  const render = handlebars.compile<PageView>("{{> page}}", { knownHelpersOnly: true });
  return (view) => render(view);
}
