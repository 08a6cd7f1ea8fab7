import { readFileSync } from "node:fs";
import Handlebars from "handlebars";

/** `templates/` of this package; this file runs as `dist/generator/emit/templates.js`. */
const folder = new URL("../../../templates/", import.meta.url);

/** Renders a template of this package; every value is escaped for HTML, which Markdown understands too. */
export function render(template: string, view: object): string {
  const source = readFileSync(new URL(template, folder), "utf8");
  return Handlebars.compile(source, { strict: true, knownHelpersOnly: true, preventIndent: true })(view);
}
