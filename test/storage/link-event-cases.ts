import { describe, expect, test } from "@jest/globals";
import { eventsKept, type LinkEvent } from "#server/domain/delivery/links/events.js";
import { responseLimits, noResponses } from "#server/domain/usage/quantiles.js";
import type { LinkTraffic } from "#server/domain/usage/traffic.js";
import { addLink } from "./claims.js";
import { noon } from "./fixtures.js";
import type { Subject } from "./suite.js";

/** What happened on links, and how networks answered over them. */
export function linkEventCases(subject: Subject): void {
  const two = async () => {
    const store = subject.store();
    for (const name of ["east", "west"]) await addLink(store, name);
    const ids = new Map((await store.links.links()).map(({ name, id }) => [name, id]));
    return { store, east: ids.get("east") ?? 0, west: ids.get("west") ?? 0 };
  };
  const event = (linkId: number, at: number, change: Partial<LinkEvent> = {}): LinkEvent => ({
    ...{ linkId, process: "a", event: "lost", at, lastAt: at, times: 1, detail: "no response" },
    ...change,
  });

  describe("what happened on a link", () => {
    test("survives a restart, grows, and is listed of one link or of all, the latest first", async () => {
      const { store, east, west } = await two();
      const bound = event(east, noon + 5, { event: "bound", detail: "" });
      await store.links.addEvents([event(east, noon), event(west, noon + 1), bound], noon + 5);
      const grown = event(east, noon, { times: 7, lastAt: noon + 9, detail: "timeout" });
      await store.links.addEvents([grown], noon + 9);
      const { links } = await subject.reopen();
      expect(await links.events(east, 9)).toEqual([bound, grown]);
      expect(await links.events(undefined, 2)).toEqual([bound, event(west, noon + 1)]);
    });

    test("of two processes at one moment is two events, of a removed link none", async () => {
      const { store, east, west } = await two();
      await store.links.addEvents(
        [event(east, noon), event(east, noon, { process: "b" }), event(999, noon), event(west, noon)],
        noon,
      );
      expect((await store.links.events(east, 9)).map(({ process }) => process).sort()).toEqual(["a", "b"]);
      await store.links.remove("west");
      expect((await store.links.events(undefined, 9)).map(({ linkId }) => linkId)).toEqual([east, east]);
    });

    test("is kept for some time, and as many as are kept of a link", async () => {
      const { store, east, west } = await two();
      await store.links.addEvents([event(east, noon), event(west, noon)], noon);
      const many = Array.from({ length: eventsKept.most + 20 }, (_, index) => event(east, noon + 1 + index));
      await store.links.addEvents(many, noon);
      const kept = await store.links.events(east, 9_999);
      expect([kept.length, kept.at(-1)?.at]).toEqual([eventsKept.most, noon + 21]);
      expect(await store.links.events(west, 9)).toHaveLength(1);
      await store.links.addEvents([event(west, noon + eventsKept.for)], noon + eventsKept.for + 2);
      expect((await store.links.events(west, 9)).map(({ at }) => at)).toEqual([noon + eventsKept.for]);
    });
  });

  test("responses of a link are summed by step, its window and use are the largest", async () => {
    const { store } = await two();
    const minute = 60_000;
    const responses = (counts: Readonly<Record<number, number>>) =>
      noResponses().map((_, place) => counts[place] ?? 0);
    const row = (at: number, change: Partial<LinkTraffic>): LinkTraffic => ({
      ...{ at, link: "east", used: 1, window: 20, responses: noResponses() },
      ...change,
    });
    const last = responseLimits.length;
    await store.traffic.addLinks(
      [
        row(noon, { used: 3, responses: responses({ 0: 5, [last]: 1 }) }),
        row(noon + minute, { used: 9, window: 10, responses: responses({ 0: 2, 4: 7 }) }),
        row(noon + 15 * minute, { responses: responses({ 2: 1 }) }),
        row(noon, { link: "west", used: 20 }),
      ],
      0,
    );
    // Another process stores the same minute.
    await store.traffic.addLinks([row(noon, { used: 100 })], 0);
    const read = (link: string, step: number) =>
      store.traffic.readLink({ link, from: noon, until: noon + 60 * minute, step });
    expect(await read("east", 15 * minute)).toEqual([
      row(noon, { used: 9, responses: responses({ 0: 7, 4: 7, [last]: 1 }) }),
      row(noon + 15 * minute, { responses: responses({ 2: 1 }) }),
    ]);
    expect((await read("east", minute)).map(({ used }) => used)).toEqual([3, 9, 1]);
    expect((await read("west", minute)).map(({ used }) => used)).toEqual([20]);
    await store.traffic.addLinks([], noon + minute);
    expect((await read("east", minute)).map(({ used }) => used)).toEqual([9, 1]);
    expect(await read("west", minute)).toEqual([]);
  });
}
