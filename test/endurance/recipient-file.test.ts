import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { openStore } from "#server/storage/index.js";
import { type Account, login, openAccount, type Service, startService } from "../interop/service.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";

/** A million with MESSENGER_ENDURANCE=full; a tenth of them otherwise. */
const count = process.env["MESSENGER_ENDURANCE"] === "full" ? 1_000_000 : 100_000;
const user = { CustomerID: login.customerID, Name: login.userName, Password: login.userPassword };

let account: Account;
let running: Service | undefined;

beforeAll(async () => {
  account = await openAccount(2_000_000);
});

afterAll(async () => {
  await running?.kill();
  account.remove();
});

const clientOf = (url: string): MessengerClient =>
  new MessengerClient({ transport: nodeTransport({ url }), binding: "soap11" });

const message = {
  originator: "Shop",
  smsText: "Your parcel is ready",
  messageType: MessageType.Latin,
  flash: false,
};

/** Resolves when every recipient has been handed over or refused: none waits in a block any more. */
async function untilHandedOver(database: string, transactionId: string): Promise<void> {
  const store = await openStore(database);
  for (;;) {
    const counts = (await store.outbox.statistics(login.customerID, transactionId))?.counts ?? [];
    const moved = counts.filter(({ state }) => state > 0).reduce((sum, { count: n }) => sum + n, 0);
    if (moved === count + 1) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await store.close();
}

test(`a file of ${count} numbers is accepted at once; killed in the middle, it is finished after the restart`, async () => {
  const numbers = Array.from({ length: count }, (_, index) => 12_020_000_000 + index);
  const file = Uint8Array.from(Buffer.from(`${numbers.join("\n")},12`));

  const first = (running = await startService(account.database));
  const client = clientOf(first.url);
  const sent = await client.sendSms2({ user, ...message, recipientPhonesFile: file });
  expect(sent).toMatchObject({ Result: "OK", RejectedNumbers: ["12"], NetPoints: String(2_000_000 - count) });
  const other = await client.httpSendSms({
    ...{ ...login, ...message, recipientPhone: "12025550123", blink: false, Private: false },
  });
  expect(other.Result).toBe("OK");
  await first.kill();

  const second = (running = await startService(account.database));
  await untilHandedOver(account.database, sent.TransactionID ?? "");
  await second.stop();

  const store = await openStore(account.database);
  const details = await detailsOf(store.outbox, login.customerID, sent.TransactionID ?? "");
  const ledger = await ledgerOf(store, login.customerID);
  await store.close();
  expect(details.length).toBe(count + 1);
  expect(new Set(details.map(({ phone }) => phone)).size).toBe(count + 1);
  expect(ledger.map(({ delta }) => delta)).toEqual([2_000_000_000, -1000 * count, -1000]);
}, 600_000);
