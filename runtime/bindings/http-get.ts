import { formBinding } from "./http-form.js";
import { utf8Text } from "./utf8.js";

/** HTTP GET: the parameters are in the query. */
export const httpGet = formBinding("httpGet", ({ query }) => utf8Query(query));

const beyondAscii = /[\u0080-\u00ff]/;

/** A query with bytes beyond ASCII arrives as ISO-8859-1 text; those bytes are UTF-8. */
function utf8Query(query: string): string {
  if (!beyondAscii.test(query)) return query;
  return utf8Text(Uint8Array.from(query, (character) => character.charCodeAt(0)));
}
