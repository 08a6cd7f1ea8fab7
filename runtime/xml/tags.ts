import { flat } from "./flat-text.js";

/** The tags of an element, joined once. */
export interface Tags {
  readonly name: string;
  readonly open: string;
  readonly start: string;
  readonly end: string;
  readonly empty: string;
  /** The element that followed this one last time, and most likely does again. */
  next: Following | undefined;
}

/** An element behind another one. */
export interface Following {
  readonly tags: Tags;
  /** The end tag of the one and the start tag of the other. */
  readonly between: string;
}

/** Names of the contract are few; names from data of a program are not cached. */
const tagTable = new Map<string, Tags>();
const tagTableSize = 4096;

/** Those found last: the rows of a long response have one name. */
let found: Tags | undefined;

/** The tags of an element of that name. */
export function tagsOf(name: string): Tags {
  if (found?.name === name) return found;
  found = tagTable.get(name) ?? newTags(name);
  return found;
}

function newTags(name: string): Tags {
  const tags: Tags = {
    name,
    open: `<${name}`,
    start: `<${name}>`,
    end: `</${name}>`,
    empty: `<${name} />`,
    next: undefined,
  };
  if (tagTable.size < tagTableSize) tagTable.set(name, tags);
  return tags;
}

/** The tag of that name after another one: one text instead of two saves an eighth of the time of a long response. */
export function following(before: Tags, name: string): Following {
  if (before.next?.tags.name === name) return before.next;
  const tags = tagsOf(name);
  before.next = { tags, between: flat(before.end + tags.start) };
  return before.next;
}
