import { setTimeout } from "node:timers/promises";
import type { ListStore } from "../ports/campaigns.js";
import type { ActorAndTime } from "./recorded.js";
import type { Refusal } from "./refusal.js";
import { refusedChange } from "./refusal.js";
import { type Said, said } from "./sentence.js";
import type { ListRefusal } from "../domain/recipients/lists.js";

/** Which list a change was about. */
export interface ListSubject {
  readonly customerId: number;
  readonly name: string;
  readonly owner?: string | undefined;
}

/** Text of a refused change of lists. */
export function listRefusal(
  reason: ListRefusal,
  { customerId: customer, name, owner }: ListSubject,
): Refusal {
  const texts: Readonly<Record<ListRefusal, Said>> = {
    exists: said`${{ customer }} has a list ${name} already: --replace replaces its content`,
    unknownCustomer: said`there is no ${{ customer }}`,
    unknownUser: said`${{ customer }} has no user ${owner ?? ""}`,
    unknownList: said`${{ customer }} has no list ${name}`,
    unknownImport: `the import of list ${name} was canceled: no new row for an hour`,
  };
  return refusedChange(reason, texts[reason]);
}

/** Who asks for a change that takes a while, and its clock. */
export interface ListWork {
  readonly by: ActorAndTime["by"];
  readonly now: () => number;
}

/** Longest pause between two pieces of long work, in milliseconds. */
const longestPause = 50;

/** Writers on one database wait for each other: pause for as long as the last piece took. */
export async function giveWay(started: number, now: () => number): Promise<void> {
  await setTimeout(Math.min(Math.max(now() - started, 0), longestPause));
}

/** Deletes the rows of replaced and removed lists and abandoned imports. */
export async function purgeLists(lists: ListStore, now: () => number): Promise<void> {
  for (let started = now(); await lists.purgeLists(started); started = now()) await giveWay(started, now);
}
