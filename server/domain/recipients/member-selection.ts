import { compileFilters } from "./filter.js";
import type { ListMember, MemberSelection, RecipientList, SelectOutcome } from "./lists.js";

/** Members to read next: the first `count` ones from place `start` on. */
export interface MemberRead {
  readonly start: number;
  readonly count: number;
}

/** A selection of members, read slice by slice. */
export interface SelectionRound {
  /** False: the attributes of the members are not looked at. */
  readonly needsAttributes: boolean;
  /** The next read of at most `most` members; undefined when the selection is complete. */
  next(most: number): MemberRead | undefined;
  /** The phones of those that are selected, of the members that the last read found. */
  take(members: readonly ListMember[]): readonly string[];
}

type Refusal = Extract<SelectOutcome, { readonly ok: false }>["reason"];

/** Starts a selection in a list, or returns the reason for a refusal. */
export function selecting(
  { filters, offset, count }: Pick<MemberSelection, "filters" | "offset" | "count">,
  { columns, recipients }: Pick<RecipientList, "columns" | "recipients">,
): SelectionRound | Refusal {
  const compiled = compileFilters(filters, columns);
  if (!compiled.ok) return compiled.problem;
  const needsAttributes = filters.length > 0;
  let start = offset;
  let left = count;
  return {
    needsAttributes,
    next(most) {
      if (left <= 0 || start >= recipients) return undefined;
      const read = { start, count: needsAttributes ? most : Math.min(most, left) };
      start += read.count;
      return read;
    },
    take(members) {
      const found = members
        .filter(({ phone, attributes }) => !needsAttributes || compiled.matches([phone, ...attributes]))
        .slice(0, left);
      left -= found.length;
      return found.map(({ phone }) => phone);
    },
  };
}
