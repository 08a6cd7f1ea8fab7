import { type RecipientList, listNameKey } from "../../domain/recipients/lists.js";
import { countWords } from "../web/number-texts.js";
import type { Choice } from "../web/view.js";

/** A list as the recipient of a message, or a group: all lists of a category that a user sees. */
export interface ListChoice {
  /** In the form: the id of a list, or `group:` with the key of the category. */
  readonly value: string;
  /** In sentences: `Clients`, `group Retail`. */
  readonly name: string;
  readonly isGroup: boolean;
  /** Not empty. */
  readonly lists: readonly RecipientList[];
}

/** The lists, and behind them the groups by their names. Categories are the same without regard to case. */
export function listChoices(lists: readonly RecipientList[]): readonly ListChoice[] {
  const groups = new Map<string, RecipientList[]>();
  for (const list of lists) {
    const key = listNameKey(list.category);
    if (key === "") continue;
    const group = groups.get(key) ?? [];
    group.push(list);
    groups.set(key, group);
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...lists.map((list) => ({ value: list.id, name: list.name, isGroup: false, lists: [list] })),
    ...sorted.map(([key, group]) => ({
      value: `group:${key}`,
      name: `group ${group[0]?.category ?? ""}`,
      isGroup: true,
      lists: group,
    })),
  ];
}

/** Members of all lists together; a number that is in several counts for each. */
export const membersIn = ({ lists }: ListChoice): number =>
  lists.reduce((sum, { recipients }) => sum + recipients, 0);

/** As a select offers it. */
export const offered = (choice: ListChoice): Choice => ({
  value: choice.value,
  text: choice.isGroup
    ? `The ${choice.name}, ${countWords(choice.lists.length, "list")}`
    : `${choice.name}, ${countWords(membersIn(choice), "recipient")}`,
});
