import { linkRows, queueRows, serviceNumbers } from "./link-table.js";
import { customerRows } from "./overview.js";
import { unknown } from "../web/view.js";
import type { Moment } from "./moment.js";
import { sessionRows } from "./smpp-sessions.js";

/**
 * Live numbers by their keys, as text; the state of something is its word. Rates that need a second sample are left out: a page goes on showing
 * what it has.
 */
export function numbersOf(moment: Moment): Readonly<Record<string, string>> {
  const cells = [
    ...linkRows(moment, new Map()),
    ...queueRows(moment),
    ...customerRows(moment),
    ...sessionRows(moment, { mayKick: false }),
  ].flat();
  const shown = cells.flatMap(({ live, text, pill }): readonly (readonly [string, string])[] =>
    live === undefined ? [] : [[live, pill?.word ?? text]],
  );
  const all = [...Object.entries(serviceNumbers(moment)), ...shown];
  return Object.fromEntries(all.filter(([, text]) => text !== unknown));
}
