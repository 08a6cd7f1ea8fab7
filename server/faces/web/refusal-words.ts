import { Refusal } from "../../admin/refusal.js";
import { Sentence } from "../../admin/sentence.js";
import type { ActionRoute, PageRoute, Visit } from "./page.js";

/** The words of a site for a refusal that mentions customers. */
export type RefusalWords = (sentence: Sentence) => string | Promise<string>;

async function rewritten<T>(words: RefusalWords, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || !(error.said instanceof Sentence)) throw error;
    throw error.saying(await words(error.said));
  }
}

/** A page whose refusals are in the words of its site. */
export const pageWith = <V extends Visit, Need>(
  words: RefusalWords,
  route: PageRoute<V, Need>,
): PageRoute<V, Need> => ({ ...route, show: (visit) => rewritten(words, () => route.show(visit)) });

/** An action whose refusals are in the words of its site. */
export const actionWith = <V extends Visit, Need>(
  words: RefusalWords,
  route: ActionRoute<V, Need>,
): ActionRoute<V, Need> => ({
  ...route,
  run: (visit, form) => rewritten(words, () => route.run(visit, form)),
});
