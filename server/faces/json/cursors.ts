/** Cursors of lists: the place behind an item, as text. A page continues there, whatever was added or removed before it. */
import { wrongCursor } from "messenger-gen-runtime/json";
import type { PagePlace } from "../../domain/delivery/submitting/recipient-paging.js";

/** @throws ProblemFault for a text that is none of these */
function numbersIn(cursor: string, form: RegExp): readonly number[] {
  const texts: readonly (string | undefined)[] = form.exec(cursor)?.slice(1) ?? [];
  const numbers = texts.flatMap((each) => (each === undefined ? [] : [Number.parseInt(each, 36)]));
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) throw wrongCursor();
  return numbers;
}

function textOf(kind: string, numbers: readonly number[]): string {
  return kind + numbers.map((each) => each.toString(36)).join(".");
}

const idKinds = { inbox: "i", lists: "l", locations: "o" } as const;
const idForm = /^[ilo]([0-9a-z]{1,11})$/;

/** A list whose place is the id of an item. */
export type IdList = keyof typeof idKinds;

export function idCursor(list: IdList, id: number): string {
  return textOf(idKinds[list], [id]);
}

/** The id of the item before a page; 0 for the first one. @throws ProblemFault */
export function idPlace(list: IdList, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!cursor.startsWith(idKinds[list])) throw wrongCursor();
  return numbersIn(cursor, idForm)[0] ?? 0;
}

const digits = "([0-9a-z]{1,11})";
const recipientForm = new RegExp(String.raw`^r${digits}\.${digits}\.${digits}(?:\.${digits}\.${digits})?$`);

export function recipientCursor({ row, block, ahead, begun }: PagePlace): string {
  return textOf("r", [row, block, ahead, ...(begun === undefined ? [] : [begun.block, begun.count])]);
}

/** @throws ProblemFault */
export function recipientPlace(cursor: string): PagePlace {
  const [row = 0, block = 0, ahead = 0, begun, count = 0] = numbersIn(cursor, recipientForm);
  return { row, block, ahead, begun: begun === undefined ? undefined : { block: begun, count } };
}
