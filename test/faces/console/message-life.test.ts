import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";

/** The whole life of a message on its page: money with entries of the ledger, and every attempt of its callbacks. */

let server: ConsoleServer;
let page = "";
let single = "";
/** The service posts none of the callbacks meanwhile. */
const at = Date.now() + 3_600_000;

const words = (markup: string): string =>
  markup
    .replaceAll(/<svg[^]*?<\/svg>|<[^>]*>/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();

/** The steps of the time line on a page, with their details and without their times. */
const stepsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<span class="what">[^]*?(?=<span class="when">)/gu)].map(([step]) => words(step));

const idOf = async (transaction: string): Promise<number> => {
  const found = await server.store.desk.candidates({ kind: "transaction", id: transaction }, undefined, 9);
  return Math.min(...found.map(({ id }) => id));
};

async function waiting(): Promise<number> {
  const [callback] = await server.store.callbacks.list({ customerId: 43, failed: false }, 1);
  return callback?.id ?? 0;
}

beforeAll(async () => {
  server = await startConsole();
  const { store } = server;
  await openAccount(store, { id: 43 });
  await store.accounts.addCredit(43, "SMS", 20_000, at - 1_000);
  await store.accounts.changeCustomer(43, { refunds: ["refused"] });
  const target = {
    url: "https://hooks.example.com:8443/in?key=letmein",
    secret: "whsec_c2VjcmV0",
    parts: false,
  };
  await store.callbacks.setTarget({ customerId: 43, ...target, private: true }, at);
  const send = async (id: string, recipients: readonly string[], amount: number): Promise<number> => {
    const charge = { kind: "SMS", amount } as const;
    const dueAt = at + 3_600_000;
    await store.outbox.submit(submission(id, { customerId: 43, at, dueAt, recipients, charge }));
    const recipientId = await idOf(id);
    await store.outbox.advance([
      { recipientId, state: RecipientState.Submitting, at: at + 10 },
      { recipientId, state: RecipientState.Failed, at: at + 20, error: "RINVDSTADR (0x0b)" },
    ]);
    return recipientId;
  };
  const browser = await new PlainBrowser(server.origin).logIn("admin");
  const first = await send("three", ["12025550140", "12025550141", "12025550142"], 4_500);
  const { queue } = store.callbacks;
  const host = "hooks.example.com:8443";
  const id = await waiting();
  await queue.postpone({ id, at: at + 100, failure: "HTTP 500", host, nextAt: at + 15_100 });
  await queue.postpone({ id, at: at + 15_200, failure: "connect ECONNREFUSED", host, nextAt: at + 45_200 });
  page = (await browser.get(`/messages/${first}`)).text;
  await queue.end(id, at + 45_300, { host: "hooks.example.com", status: 204 });
  const other = await send("one", ["12025550143"], 2_000);
  await queue.giveUp({ id: await waiting(), at: at + 200, failure: "HTTP 410", host });
  single = (await browser.get(`/messages/${other}`)).text;
});
afterAll(() => server.close());

describe("a message of several recipients, whose callback waits", () => {
  test("has the charge with price, recipients and balance, the refund, and each attempt", () => {
    const next = new Date(at + 45_200).toISOString().slice(11, 19);
    expect(stepsOf(page).map((step) => step.replaceAll(/\d+ [A-Z][a-z]{2} \d{4}, /gu, ""))).toEqual([
      expect.stringMatching(/^Accepted from the customer/u),
      "4.5 credits taken 1 part at 1.5, 3 recipients, balance after it 15.5 Ledger",
      "Refused The network does not accept the number of the recipient RINVDSTADR (0x0b)",
      "1.5 credits refunded balance after it 17 Ledger",
      expect.stringMatching(
        /^Callback not accepted Attempt 1, at hooks\.example\.com:8443, next try .*HTTP 500$/u,
      ),
      expect.stringMatching(/^Callback not accepted Attempt 2, at .*connect ECONNREFUSED$/u),
      `Callback waits 2 attempts, at hooks.example.com:8443, next try ${next}`,
    ]);
    expect(page).not.toContain("letmein");
  });

  test("leads to its entries of the ledger", async () => {
    const browser = await new PlainBrowser(server.origin).logIn("viewer");
    const found: string[] = [];
    for (const [, href = ""] of page.matchAll(/href="\/console([^"]*\/ledger\?[^"]*before[^"]*)"/gu)) {
      const ledger = (await browser.get(href.replaceAll("&amp;", "&").replaceAll("&#x3D;", "="))).text;
      const body = /<caption[^>]*>Entries of [^]*?<tbody>([^]*?)<\/tr>/u.exec(ledger)?.[1] ?? "";
      found.push(words(body));
    }
    expect(found).toEqual([
      expect.stringMatching(/Charge SMS −4\.5 15\.5 .*three$/u),
      expect.stringMatching(/Refund SMS 1\.5 17 .*three$/u),
    ]);
  });
});

test("a message of one recipient has a callback that was given up, once, with its reason", () => {
  const steps = stepsOf(single);
  expect(steps).toContain("2 credits taken 1 part at 2, balance after it 15 Ledger");
  expect(steps.filter((step) => step.startsWith("Callback"))).toEqual([
    "Callback given up 1 attempt, at hooks.example.com:8443 HTTP 410",
  ]);
});

test("the accepted attempt follows those that failed, with its status", async () => {
  const message = await server.store.desk.message(await idOf("three"));
  expect(message?.callbacks.map(({ outcome, attempts, tries }) => [outcome, attempts, tries])).toEqual([
    [
      "accepted",
      3,
      [
        { at: at + 100, host: "hooks.example.com:8443", failure: "HTTP 500", nextAt: at + 15_100 },
        {
          at: at + 15_200,
          host: "hooks.example.com:8443",
          failure: "connect ECONNREFUSED",
          nextAt: at + 45_200,
        },
        { at: at + 45_300, host: "hooks.example.com", status: 204 },
      ],
    ],
  ]);
});
