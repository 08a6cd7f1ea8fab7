import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startCampaigns } from "#server/work/maintenance/campaigns.js";
import { loopbackGateway } from "#server/work/delivery/loopback.js";
import type { OpenGateway } from "#server/work/delivery/link-set.js";
import { addLink } from "../../storage/claims.js";
import { startDelivery } from "#server/work/delivery/worker.js";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { CampaignStore } from "#server/ports/campaigns.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../../eventually.js";
import { detailsOf, openAccount, submission, temporaryFolder } from "../../storage/fixtures.js";

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let problems: string[];

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, event: string) => void problems.push(event),
};
const open = async (): Promise<Store> => openStore(`sqlite:${join(folder.path, "messenger.db")}`);

const phones = Array.from({ length: 1200 }, (_, index) => String(12025550000 + index));

beforeEach(async () => {
  folder = temporaryFolder();
  problems = [];
  store = await open();
  await openAccount(store, { credit: 2_000_000 });
  await addLink(store);
  await store.locations.add({ name: "Station", description: "" }, 0);
  await store.locations.addAudience(1, phones);
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

async function start(recipientLimit: number, transactionId = "c1"): Promise<void> {
  const at = Date.now();
  const charge = { kind: "SMS", amount: recipientLimit * 1000 } as const;
  await store.campaigns.start({
    submission: submission(transactionId, { recipients: [], at, dueAt: at, charge }),
    schedule: { startAt: undefined, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
    locations: [{ location: 1, limit: recipientLimit }],
    recipientLimit,
  });
}

/** Runner and delivery of one server. */
function serve(campaigns: CampaignStore = store.campaigns) {
  const { outbox, coverage } = store;
  const open: OpenGateway = ({ id: linkId }, context) =>
    loopbackGateway({ linkId, outbox, confirmAfter: 0, context });
  const delivery = startDelivery({ store, open, now: Date.now, log });
  const wakeDelivery = () => {
    delivery.wake();
  };
  const runner = startCampaigns({ store: { campaigns, coverage }, now: Date.now, wakeDelivery, log });
  return {
    close: async () => {
      await runner.close();
      await delivery.close();
    },
  };
}

const campaign = async (id = 1) => store.campaigns.find(42, id);

const billed = async (id = 1) => (await campaign(id))?.position.status === "CompletedAndBilled";
const credit = async () => (await store.accounts.balances(42))[0]?.amount;

test("a campaign continues after a restart, and every number gets one message", async () => {
  await start(1200);
  const before = serve();
  await eventually(async () => ((await campaign())?.rest.recipients ?? 1200) < 1200);
  await before.close();
  await store.close();
  store = await open();
  const after = serve();
  await eventually(billed);
  await after.close();
  const details = await detailsOf(store.outbox, 42, "c1");
  expect(details.map(({ phone }) => phone)).toEqual(phones);
  expect((await campaign())?.billable).toBe(1200);
  expect(await credit()).toBe(800_000);
  expect(problems).toEqual([]);
});

test("two servers run one campaign; a stop settles it", async () => {
  await start(1500);
  const both = [serve(), serve()];
  await eventually(async () => (await campaign())?.rest.recipients === 300);
  await store.campaigns.stop(1, 42, "StoppedByUser", Date.now());
  await eventually(billed);
  for (const server of both) await server.close();
  expect(await detailsOf(store.outbox, 42, "c1")).toHaveLength(1200);
  expect(await credit()).toBe(800_000);
  expect(problems).toEqual([]);
});

test("a campaign that fails is reported, and leaves the others alone", async () => {
  await start(10);
  await start(10, "c2");
  const failing: CampaignStore = {
    ...store.campaigns,
    move: async (id, ...rest) => {
      if (id === 1) throw new Error("no answer");
      return store.campaigns.move(id, ...rest);
    },
  };
  const server = serve(failing);
  await eventually(() => billed(2));
  await server.close();
  expect((await campaign(1))?.position.status).toBe("Pending");
  expect(new Set(problems)).toEqual(new Set(["campaign failed"]));
});
