// Every repetition that another part may follow is bounded: the time to match stays linear in the text.
const address = String.raw`[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}`;
const url = String.raw`(?:[a-z][a-z0-9+.-]{0,31}:\/\/|www\.)[^\s<>"«»،؛]+`;
const bareHost = String.raw`(?<![a-z0-9.-])[a-z][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,8}\.[a-z]{2,24}(?:\/[^\s<>"«»،؛]*)?`;

const links = new RegExp(`${address}|${url}|${bareHost}`, "gi");

/**
 * Applies `change` to the text between links and leaves links as they are: URLs with a scheme or `www.`, host names
 * with or without a path (`example.com/1`), e-mail addresses. A link with changed digits would lead elsewhere.
 */
export function outsideLinks(text: string, change: (text: string) => string): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(links)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return end === 0 ? change(text) : result + change(text.slice(end));
}
