import { createRequire } from "node:module";
import type { Test } from "@jest/test-result";
import type Sequencer from "@jest/test-sequencer";

const require = createRequire(import.meta.url);

// Its types are those of `require`: what they call the default export is not that of the ES module.
const { default: TestSequencer } = require("@jest/test-sequencer") as typeof Sequencer;

/** Projects whose test files may take a minute: they begin first, so that none of them is the last to end. */
const slow = ["peers", "contracts", "postgres"];

function rankOf({ context }: Test): number {
  const rank = slow.indexOf(context.config.displayName?.name ?? "");
  return rank === -1 ? slow.length : rank;
}

/** Jest's own order, by what is known of earlier runs, within each project. */
export default class ProjectSequencer extends TestSequencer {
  override async sort(tests: readonly Test[]): Promise<Test[]> {
    const sorted = await super.sort([...tests]);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
