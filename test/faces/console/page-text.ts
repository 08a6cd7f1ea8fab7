/** What a person reads on a page. */

/** The text of markup, without icons. */
export const words = (markup: string): string =>
  markup
    .replaceAll(/<svg[^]*?<\/svg>|<[^>]*>/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();

/** The rows of the table with a caption, as markup of their cells, without its head. */
export function cellsOf(text: string, caption: string): readonly (readonly string[])[] {
  const table = text.split("<table").find((each) => each.includes(`>${caption}</caption>`)) ?? "";
  const body = /<tbody>([^]*?)<\/tbody>/u.exec(table)?.[1] ?? "";
  return [...body.matchAll(/<tr[^>]*>([^]*?)<\/tr>/gu)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>([^]*?)<\/t[dh]>/gu)].map(([, cell = ""]) => cell),
  );
}

/** The same as texts. */
export const rowsOf = (text: string, caption: string): readonly (readonly string[])[] =>
  cellsOf(text, caption).map((row) => row.map(words));
