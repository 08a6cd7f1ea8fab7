/** Elements after which another text begins. */
const blocks =
  /<\/?(?:td|th|tr|li|p|div|dd|dt|h\d|section|option|button|label|form|header|footer|caption|legend)\b[^>]*>/gu;

/** Texts that a person reads on a page, or in a file: between tags, and of attributes that browsers show or read aloud. */
function textsOf(page: string): readonly string[] {
  const body = page.replace(/<(?<tag>script|style)[^]*?<\/\k<tag>>/gu, "");
  const attributes = [...body.matchAll(/ (?:title|aria-label|placeholder|alt)="([^"]*)"/gu)];
  const texts = body
    .replace(blocks, "\n")
    .replace(/<[^>]*>/gu, " ")
    .split("\n");
  return [...attributes.map(([, text = ""]) => text), ...texts].map((text) =>
    text.replace(/\s+/gu, " ").trim(),
  );
}

/** Whether the page is about the customer: its title is the name. */
const isAbout = (page: string, name: string): boolean =>
  new RegExp(`<h1[^>]*>\\s*${name}\\b`, "u").test(page);

/** The texts of a page that have the number of a customer and not its name before it; below its name as a title, `Customer 42` is the number. */
export function bareNumbersIn(page: string, names: ReadonlyMap<number, string>): readonly string[] {
  return textsOf(page).filter((text) =>
    [...names].some(([id, name]) => {
      const rest = text.replaceAll(`${name} (${id})`, name).replaceAll(`${name} ${id}`, name);
      const own = isAbout(page, name) ? rest.replace(new RegExp(`^Customer ${id}\\b`, "u"), "") : rest;
      return new RegExp(`(?<![\\d.+]|\\d,)${id}(?!\\d|\\.\\d|,\\d{3}(?!\\d))`, "u").test(own);
    }),
  );
}
