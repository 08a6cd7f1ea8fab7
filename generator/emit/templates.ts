import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";

/** `templates/` of this package, beside the compiled code. */
const folder = new URL("../templates/", import.meta.url);

/**
 * Renders a template of this package; every value is escaped for HTML, which Markdown understands too. The templates of
 * its folder are its partials, named `reference/operation` for `reference/operation.hbs`.
 */
export function render(template: string, view: object): string {
  const handlebars = Handlebars.create();
  for (const name of partialsOf(template)) handlebars.registerPartial(name, read(`${name}.hbs`));
  return handlebars.compile(read(template), { strict: true, knownHelpersOnly: true })(view);
}

function partialsOf(template: string): readonly string[] {
  const group = template.slice(0, template.lastIndexOf("/") + 1);
  return readdirSync(new URL(group, folder)).map((file) => group + file.replace(/\.hbs$/, ""));
}

function read(template: string): string {
  return readFileSync(new URL(template, folder), "utf8");
}
