import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { toGuid } from "messenger-gen-runtime";
import { nodeTransport } from "messenger-gen-runtime/node";
import { openStore } from "#server/storage/index.js";
import { type Account, login, openAccount, startService } from "../interop/service.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";

const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 50 : 5;
const audience = 6_000;
const limit = 5_000;
const user = { CustomerID: login.customerID, Name: login.userName, Password: login.userPassword };

let account: Account;

beforeAll(async () => {
  account = await openAccount(10_000);
  const store = await openStore(account.database);
  await store.locations.add({ name: "Station", description: "" }, Date.now());
  const phones = Array.from({ length: audience }, (_, index) => String(12_020_000_000 + index));
  await store.locations.addAudience(1, phones);
  await store.close();
});

afterAll(() => {
  account.remove();
});

const clientOf = (url: string): MessengerClient =>
  new MessengerClient({ transport: nodeTransport({ url }), binding: "soap11" });

const smsCampaign = {
  ...{ Originator: "Shop", SmsText: "Welcome", StartDate: null, EndDate: null, LocationID: 1 },
  ...{ TargetRecipientsLimit: limit, ClientTransactionID: toGuid("0f8fad5b-d9cb-469f-a165-70867728950e") },
};

/** Sends again, as the operator may decide, messages that were in flight to the loopback gateway when the server was killed. */
async function resolveHeld(): Promise<void> {
  const store = await openStore(account.database);
  await store.links.resolveBehind(0, 1_000_000, "resend", Date.now());
  await store.close();
}

test(
  `kill -9 during a campaign, ${rounds} rounds: it continues, reaches each number once, and is charged once`,
  async () => {
    for (let done = 0; done < rounds; done++) {
      const service = await startService(account.database);
      const started = await clientOf(service.url).sendAdZoneSms({ user, smsCampaign });
      expect(started).toMatchObject({ Result: "OK", AdZoneCampaignID: 1, TotalNumberOfParts: limit });
      await new Promise((resolve) => setTimeout(resolve, randomInt(1_500)));
      await service.kill();
    }
    const service = await startService(account.database);
    const client = clientOf(service.url);
    for (;;) {
      const { Statistics } = await client.getAdZoneCampaignStatistics({ user, campaignId: 1 });
      if (Statistics?.Status === "CompletedAndBilled") break;
      await resolveHeld();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { Statistics } = await client.getAdZoneCampaignStatistics({ user, campaignId: 1 });
    expect(Statistics).toMatchObject({
      CompletionType: "TargetMessagePartsLimitReached",
      TotalBillableRecipientsCount: limit,
    });
    await service.stop();

    const store = await openStore(account.database);
    const ledger = await ledgerOf(store, login.customerID);
    const transactionId = ledger[1]?.transactionId ?? "";
    const details = await detailsOf(store.outbox, login.customerID, transactionId);
    await store.close();
    expect(ledger.map(({ delta }) => delta)).toEqual([10_000_000, -1000 * limit]);
    expect(details).toHaveLength(limit);
    expect(new Set(details.map(({ phone }) => phone)).size).toBe(limit);
  },
  rounds * 240_000,
);
