import { linkRows, queueRows, serviceNumbers } from "./link-table.js";
import { customerRows } from "./overview.js";
import type { Moment } from "./moment.js";
import { sessionRows } from "./smpp-sessions.js";

/** Live numbers by their keys, as text; the state of something is its word. */
export function numbersOf(moment: Moment): Readonly<Record<string, string>> {
  const cells = [
    ...linkRows(moment, new Map()),
    ...queueRows(moment),
    ...customerRows(moment),
    ...sessionRows(moment, { mayKick: false }),
  ].flat();
  return {
    ...serviceNumbers(moment),
    ...Object.fromEntries(
      cells.flatMap(({ live, text, pill }) => (live === undefined ? [] : [[live, pill?.word ?? text]])),
    ),
  };
}
