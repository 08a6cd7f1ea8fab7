import { problemsText } from "./attention.js";
import { countsOf, sidebarNumbers } from "./navigation.js";
import { linkRows, queueRows, serviceNumbers } from "./link-table.js";
import { customerRows } from "./overview.js";
import { unknown } from "../web/view.js";
import type { Snapshot } from "./snapshot.js";
import { sessionRows } from "./smpp-sessions.js";

/**
 * Live numbers by their keys, as text; the state of something is its word. Rates that need a second sample are left out: a page goes on showing
 * what it has.
 */
export function numbersOf(snapshot: Snapshot): Readonly<Record<string, string>> {
  const cells = [
    ...linkRows(snapshot, new Map()),
    ...queueRows(snapshot),
    ...customerRows(snapshot),
    ...sessionRows(snapshot, { mayKick: false }),
  ].flat();
  const shown = cells.flatMap(({ live, text, pill }): readonly (readonly [string, string])[] =>
    live === undefined ? [] : [[live, pill?.word ?? text]],
  );
  const sidebar = sidebarNumbers(countsOf(snapshot));
  const problems = problemsText(snapshot.problems);
  const all = [...Object.entries({ ...serviceNumbers(snapshot), ...sidebar, problems }), ...shown];
  return Object.fromEntries(all.filter(([, text]) => text !== unknown));
}
