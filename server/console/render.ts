import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import type { OperatorRole } from "../domain/accounts/operators.js";
import type { Page } from "./page.js";
import { newToken } from "./tokens.js";
import { assetUrls } from "./assets.js";

/** `templates/console/` of this package, beside the compiled code. */
const folder = new URL("../templates/console/", import.meta.url);

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly text: string;
  readonly href: string;
  readonly current: boolean;
}

/** Layout around a page. */
export interface Frame {
  readonly operator: { readonly name: string; readonly role: OperatorRole } | undefined;
  readonly navigation: readonly NavigationEntry[];
  /** Token of the forms. */
  readonly token: string;
  readonly notice?: string | undefined;
  readonly error?: string | undefined;
}

/** Renders a page as an HTML document; every value is escaped. */
export type Render = (page: Page, frame: Frame) => string;

/** Compiles the templates; each is a partial of the others. */
export function pageRenderer(): Render {
  const handlebars = Handlebars.create();
  const files = readdirSync(folder).filter((name) => name.endsWith(".hbs"));
  for (const file of files)
    handlebars.registerPartial(file.slice(0, -4), readFileSync(new URL(file, folder), "utf8"));
  const render = handlebars.compile<object>("{{> page}}", { knownHelpersOnly: true });
  return (page, frame) =>
    render({ ...frame, ...page, urls: assetUrls(), hasPlots: hasPlots(page), sections: numbered(page) });
}

const hasPlots = ({ sections }: Page): boolean => sections.some(({ plots }) => plots !== undefined);

/** Sections with ids that labels and headings refer to. */
function numbered({ sections }: Page): readonly object[] {
  let next = 0;
  const form = (each: NonNullable<Page["sections"][number]["forms"]>[number]): object => ({
    ...each,
    formId: newToken(),
    confirmId: `f${++next}`,
    fields: each.fields.map((field) => ({
      ...field,
      id: `f${++next}`,
      hintId: `f${next}h`,
      is: { [field.type]: true },
      checked: field.value === "on",
      options: field.options?.map((text) => ({ text, selected: text === (field.value ?? "") })),
    })),
  });
  return sections.map((section) => ({
    ...section,
    id: `s${++next}`,
    forms: section.forms?.map(form),
    plots: section.plots?.map(({ caption, ...data }) => ({ caption, data: JSON.stringify(data) })),
    tables: section.tables?.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map((cell) => ({ ...cell, form: cell.form && form(cell.form) }))),
    })),
  }));
}
