import { Refusal } from "../../admin/refusal.js";

/** A line `key = value` of a Kannel configuration. */
export interface KannelValue {
  readonly key: string;
  /** Without the quotation marks around it. */
  readonly value: string;
  readonly place: Place;
}

/** A line of a file, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Lines up to an empty one, of which one is `group = NAME`. */
export interface KannelGroup {
  readonly name: string;
  readonly place: Place;
  readonly values: readonly KannelValue[];
}

export const shownPlace = ({ file, line }: Place): string => `${file}:${line}`;

/** Texts of a file, or of the files of a folder, that `include` names, with their names; relative to the file that names it. */
export type ReadIncluded = (name: string, from: string) => readonly NamedText[];

export interface NamedText {
  readonly file: string;
  readonly text: string;
}

/** Files included in one another at most. */
const maxDepth = 10;

/**
 * Reads a configuration of Kannel 1.4: groups of `key = value`, comments with `#`, quoted values, lines continued with `\`, and `include`.
 * @throws Refusal with the place of a line that is neither
 */
export function readKannel(first: NamedText, included: ReadIncluded): readonly KannelGroup[] {
  const groups: KannelGroup[] = [];
  let values: KannelValue[] = [];
  const endGroup = (): void => {
    const kind = values.find(({ key }) => key === "group");
    const [start] = values;
    if (start !== undefined && kind === undefined)
      throw new Refusal(`${shownPlace(start.place)}: these lines have no "group = NAME"`);
    if (kind !== undefined) groups.push({ name: kind.value, place: kind.place, values });
    values = [];
  };
  const readText = ({ file, text }: NamedText, depth: number): void => {
    for (const { content, line } of logicalLines(text)) {
      const place = { file, line };
      if (content === "") endGroup();
      const name = /^include\s*=\s*(.+)$/u.exec(content)?.[1];
      if (name === undefined) values.push(...valueOf(content, place));
      else {
        if (depth === maxDepth) throw new Refusal(`${shownPlace(place)}: files include one another too deep`);
        for (const each of included(unquoted(name), file)) readText(each, depth + 1);
      }
    }
    endGroup();
  };
  readText(first, 1);
  return groups;
}

/** Trimmed lines without comments; a line that ends in one backslash continues on the next one. */
function* logicalLines(text: string): Generator<{ readonly content: string; readonly line: number }> {
  let before = "";
  let begun: number | undefined;
  for (const [index, raw] of text.split(/\r\n|\n|\r/u).entries()) {
    const line = begun ?? index + 1;
    const content = before + raw.trim();
    if (/(?<!\\)\\$/u.test(content)) {
      before = content.slice(0, -1);
      begun = line;
      continue;
    }
    before = "";
    begun = undefined;
    if (!content.startsWith("#")) yield { content, line };
  }
}

function valueOf(content: string, place: Place): readonly KannelValue[] {
  if (content === "") return [];
  const equals = content.indexOf("=");
  const key = content.slice(0, Math.max(equals, 0)).trim();
  if (key === "") throw new Refusal(`${shownPlace(place)}: expected "key = value"`);
  return [{ key, value: unquoted(content.slice(equals + 1).trim()), place }];
}

/** In quotation marks a backslash stands before a quotation mark or a backslash. */
function unquoted(text: string): string {
  const inner = /^"(.*)"$/su.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll(/\\(["\\])/gu, "$1");
}
