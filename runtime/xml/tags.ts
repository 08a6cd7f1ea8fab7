/** The tags of an element, joined once. */
export interface Tags {
  readonly open: string;
  readonly start: string;
  readonly end: string;
  readonly empty: string;
}

/** Names come from the contract and are few; a program that writes names from data does not make the table grow. */
const tagTable = new Map<string, Tags>();
const tagTableSize = 4096;

/** The tags of an element of that name. */
export function tagsOf(name: string): Tags {
  const known = tagTable.get(name);
  if (known !== undefined) return known;
  const tags = { open: `<${name}`, start: `<${name}>`, end: `</${name}>`, empty: `<${name} />` };
  if (tagTable.size < tagTableSize) tagTable.set(name, tags);
  return tags;
}
