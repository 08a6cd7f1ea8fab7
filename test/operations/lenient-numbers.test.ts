import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import type { MessengerServer } from "messenger-server";
import { nodeTransport } from "messenger-gen-runtime/node";
import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { cheap } from "../credentials/cheap.js";
import { startServer } from "../start-server.js";
import { detailsOf, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

/** Words before numbers: of lenient mounts, of SOAP and of forms. */

const password = "correct horse";
const mounts = { strict: "/strict.asmx", lenient: "/lenient.asmx" } as const;
type Mount = keyof typeof mounts;
const bindings = ["soap11", "soap12", "httpGet", "httpPost"] as const;
type Binding = (typeof bindings)[number];

let server: MessengerServer;
let store: Store;

beforeAll(async () => {
  const database = await newDatabase();
  store = await openStore(database);
  await openAccount(store, { credit: 1_000_000, passwordHash: await hashPassword(password, cheap) });
  server = await startServer({
    ...{ port: 0, database },
    mounts: Object.entries(mounts).map(([name, path]) => ({ path, compatibility: name as Mount })),
  });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

const sms = { originator: "Shop", smsText: "Hello", messageType: MessageType.Latin } as const;
const flags = { deferDate: null, blink: false, flash: false, Private: false } as const;

async function send(mount: Mount, binding: Binding, recipientPhone: string) {
  const url = new URL(mounts[mount], server.url).href;
  const client = new MessengerClient({ transport: nodeTransport({ url }) });
  const message = { ...sms, ...flags, recipientPhone };
  if (binding === "soap11" || binding === "soap12") {
    const user = { CustomerID: 42, Name: "Ann", Password: password };
    return client.sendSms({ user, ...message }, { binding });
  }
  const login = { customerID: 42, userName: "Ann", userPassword: password };
  return client.httpSendSms({ ...login, ...message }, { binding });
}

const phone = "97455512345";
const rows: readonly (readonly [given: string, strict: boolean, lenient: boolean])[] = [
  [phone, true, true],
  [`+974 5551 2345`, true, true],
  [`Tel: ${phone}`, false, true],
  [`tel:+${phone}`, false, true],
  [`Mobile ${phone}`, false, true],
  [`هاتف ${phone}`, false, true],
  [`${phone} mobile`, false, false],
  [`Tel: ${phone} ext. 12`, false, false],
  [`Tel: ${phone}.0`, false, false],
  [`Tel: 9.7455E+10`, false, false],
  [`Ann 2: ${phone}`, false, false],
  [`Tel: 12`, false, false],
];

test.each(bindings.flatMap((binding) => rows.map((row) => [binding, ...row] as const)))(
  "%s of %j: strict %p, lenient %p",
  async (binding, given, strict, lenient) => {
    for (const [mount, isRead] of [
      ["strict", strict],
      ["lenient", lenient],
    ] as const) {
      const { Result, RejectedNumbers, TransactionID } = await send(mount, binding, given);
      // A lenient mount lists nothing for a refused send, as the original service.
      const rejected = isRead || mount === "lenient" ? [] : [given];
      expect([mount, Result === "OK", RejectedNumbers]).toEqual([mount, isRead, rejected]);
      if (!isRead) continue;
      const details = await detailsOf(store.outbox, 42, TransactionID ?? "");
      expect(details.map(({ phone: to }) => to)).toEqual([phone]);
    }
  },
);
