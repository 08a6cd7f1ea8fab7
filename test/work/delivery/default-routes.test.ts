import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { usualMmsOptions } from "#server/domain/message/mms-message.js";
import type { LinkKind } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount, submission, temporaryFolder } from "../../storage/fixtures.js";

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
  await openAccount(store, { credit: 10_000 });
  const mms = { kind: "mms", wishes: usualMmsOptions, parts: [] } as const;
  await store.outbox.submit(submission("text"));
  await store.outbox.submit(submission("mms", { body: mms }));
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

/** The link of each message kind with these links and no routes; those in `up` are bound. */
async function claimed(kinds: readonly LinkKind[], up: readonly LinkKind[]): Promise<readonly string[]> {
  for (const kind of kinds) {
    const link = { name: kind, kind, url: `${kind}:`, password: "", network: kind, settings: {} };
    await store.links.add({ ...link, ofFile: false }, noon);
  }
  await store.delivery.own({ owner: "w", now: noon, until: noon + 60_000, reports: [], wanted: [] });
  const all = await store.links.links();
  const links = all.map(({ id, kind }) => ({ linkId: id, up: up.includes(kind), free: 10 }));
  const messages = await store.delivery.claim({ owner: "w", now: noon, validity: 1e12, links });
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  return messages
    .filter(({ linkId }) => up.some((kind) => kind === nameOf.get(linkId)))
    .map(({ transactionId, linkId }) => `${transactionId} ${String(nameOf.get(linkId))}`)
    .toSorted();
}

test.each<{ links: LinkKind[]; up: LinkKind[]; want: string[] }>([
  { links: ["loopback"], up: ["loopback"], want: ["mms loopback", "text loopback"] },
  { links: ["loopback", "mm7"], up: ["loopback", "mm7"], want: ["mms mm7", "text loopback"] },
  { links: ["loopback", "mm7"], up: ["loopback"], want: ["text loopback"] },
  { links: ["loopback", "smpp"], up: ["loopback"], want: ["mms loopback"] },
  { links: ["loopback", "smpp", "mm7"], up: ["loopback"], want: [] },
  { links: ["smpp", "mm7"], up: ["smpp", "mm7"], want: ["mms mm7", "text smpp"] },
])("links $links, of which $up work: $want", async ({ links, up, want }) => {
  expect(await claimed(links, up)).toEqual(want);
});
