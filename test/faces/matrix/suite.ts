import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeKind } from "../../storage/new-database.js";
import {
  checkBlocked,
  checkEndedSession,
  checkOthers,
  checkRefused,
  checkRepeats,
  checkRoles,
  type Subject,
} from "./matrix.js";
import type { SiteUnderTest } from "./site.js";
import { Stage } from "./stage.js";

/** What does not depend on the store: writes that come together do. */
const faultsOfAnyStore = async (subject: Subject): Promise<readonly string[]> => [
  ...(await checkRoles(subject)),
  ...(await checkRefused(subject)),
  ...(await checkOthers(subject)),
  ...(await checkEndedSession(subject)),
  ...(await checkBlocked(subject)),
];

/** Each action of a site: roles, a form that is refused, another customer's ids, an ended session, a double submit, Back and reload. */
export function describeForms(site: SiteUnderTest): void {
  const stage = new Stage(site);
  beforeAll(async () => {
    await stage.open();
    await stage.findPlaces();
  });
  afterAll(() => stage.scene?.close());

  test.each(stage.paths)("%s", async (path) => {
    const subject = await stage.subject(path);
    const faults = storeKind === "sqlite" ? await faultsOfAnyStore(subject) : [];
    expect([...faults, ...(await checkRepeats(subject))]).toEqual([]);
  });

  test("no page failed", () => {
    expect(stage.scene?.log.lines.filter(({ event }) => /failed/u.test(event))).toEqual([]);
  });
}
