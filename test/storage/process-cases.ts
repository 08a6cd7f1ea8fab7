import { describe, expect, test } from "@jest/globals";
import type { ServerProcess } from "#server/ports/service.js";
import { noon } from "./fixtures.js";
import type { Subject } from "./suite.js";

const first: ServerProcess = {
  ...{
    id: "a",
    host: "one.example.com",
    pid: 7,
    roles: "api delivery",
    version: "1.2.3",
    since: noon,
    clockAhead: 0,
  },
};

/** Server processes that use a store. */
export function processCases(subject: Subject<"processes">): void {
  describe("server processes", () => {
    test("are listed in the order in which they started, until they leave", async () => {
      const { processes } = subject.store();
      await processes.beat({ ...first, id: "b", since: noon + 1, pid: 8, clockAhead: -9 }, noon + 5);
      await processes.beat(first, noon + 5);
      await processes.beat(first, noon + 6);
      const found = await processes.list(noon + 10);
      expect(found).toMatchObject([first, { ...first, id: "b", since: noon + 1, pid: 8, clockAhead: -9 }]);
      for (const { silentFor } of found) expect(silentFor).toBeGreaterThanOrEqual(0);
      await processes.leave("a");
      expect((await (await subject.reopen()).processes.list(noon)).map(({ id }) => id)).toEqual(["b"]);
    });

    test("have the time of the store, which goes on", async () => {
      const { processes } = subject.store();
      const before = await processes.time();
      expect(Math.abs(before - Date.now())).toBeLessThan(600_000);
      expect(await processes.time()).toBeGreaterThanOrEqual(before);
    });
  });
}
