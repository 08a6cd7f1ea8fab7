import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";

/** `templates/help/` of this package, beside the compiled code. */
const folder = new URL("../templates/help/", import.meta.url);

/** Renders one page; every value is escaped for HTML. */
export type Render = (view: object) => string;

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
