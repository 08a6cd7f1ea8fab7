/** Ranges that JSON is in, the most specific first. */
const ranges = ["application/json", "application/*", "*/*"];

/** Whether the header Accept allows JSON (RFC 9110, section 12.5.1); a caller without one accepts it. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  const given = accept.split(",").map(rangeOf);
  for (const range of ranges) {
    const found = given.filter((each) => each.range === range);
    if (found.length > 0) return found.some(({ quality }) => quality > 0);
  }
  return false;
}

function rangeOf(text: string): { readonly range: string; readonly quality: number } {
  const [range = "", ...parameters] = text.split(";").map((each) => each.trim().toLowerCase());
  const quality = parameters.find((each) => each.startsWith("q="))?.slice(2);
  return { range, quality: quality === undefined ? 1 : Number(quality) };
}
