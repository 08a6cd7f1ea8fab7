import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { dayLength } from "#server/domain/usage/usage.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import {
  type ConsoleServer,
  failMessage,
  PlainBrowser,
  type Received,
  startConsole,
} from "./console-server.js";

/** Most clicks from the overview for what operators do every day; typing is no click. */
const most = 3;

const number = "12025550177";
let server: ConsoleServer;

/** Sends messages of a customer at a time, and ends them. */
async function send(
  name: string,
  change: { readonly at: number; readonly count: number; readonly failed: number },
) {
  const { at, count, failed } = change;
  const recipients = Array.from({ length: count }, (_, index) => String(12_025_550_200 + index));
  const charge = { kind: "SMS", amount: count * 10 } as const;
  // Later than the test, so that the server does not send them before they have their final status.
  const dueAt = Date.now() + dayLength;
  await server.store.outbox.submit(submission(name, { customerId: 43, at, dueAt, recipients, charge }));
  const found = await server.store.desk.candidates({ kind: "transaction", id: name }, undefined, count);
  const ends = found.map(({ id }, index) => ({
    recipientId: id,
    state: index < failed ? RecipientState.Failed : RecipientState.Delivered,
    at: at + 1_000,
    error: index < failed ? "RINVDSTADR (0x0b)" : undefined,
  }));
  await server.store.outbox.advance(
    ends.flatMap((end) => [{ ...end, state: RecipientState.Submitting, error: undefined }, end]),
  );
}

beforeAll(async () => {
  server = await startConsole();
  const { store } = server;
  const now = Date.now();
  await openAccount(store, { id: 43, credit: 1_000_000 });
  await store.accounts.changeCustomer(43, { name: "Harbor Trading" });
  await failMessage(store, "complaint", number);
  await send("last week", { at: now - 9 * dayLength, count: 400, failed: 4 });
  await send("this week", { at: now - 2 * dayLength, count: 40, failed: 4 });
  await send("today", { at: now, count: 300, failed: 90 });
  await store.retention.gatherDeliverability(100);
});
afterAll(() => server.close());

const unescaped = (text: string): string =>
  text.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

/** An operator who clicks on links and buttons by their words. */
class Clicks {
  readonly #browser: PlainBrowser;
  count = 0;
  text = "";

  private constructor(browser: PlainBrowser) {
    this.#browser = browser;
  }

  static async start(): Promise<Clicks> {
    const clicks = new Clicks(await new PlainBrowser(server.origin).logIn("admin"));
    clicks.text = (await clicks.#browser.get("")).text;
    return clicks;
  }

  async link(words: string): Promise<this> {
    const all = [...this.text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/gu)];
    // Heads of tables, which sort, have the words of tiles.
    const links = all.filter(([, href = ""]) => !/sort\d/u.test(href));
    const found =
      links.find(([, , body = ""]) => this.#words(body) === words) ??
      links.find(([, , body = ""]) => this.#words(body).startsWith(`${words} `));
    return this.#arrive(await this.#browser.request(unescaped(found?.[1] ?? `no link ${words}`)));
  }

  /** Sends the form with this button, with its values and what is typed. */
  async button(words: string, typed: Readonly<Record<string, string>> = {}): Promise<this> {
    const forms = [...this.text.matchAll(/<form ([^>]*)>([^]*?)<\/form>/gu)];
    const found = forms.find(([, attributes = "", body = ""]) => {
      const button = /<button[^>]*>([^]*?)<\/button>/u.exec(body)?.[1] ?? "";
      return this.#words(button) === words || (words === "Search" && attributes.includes('role="search"'));
    });
    const [, attributes = "", body = ""] = found ?? [];
    expect([words, found !== undefined]).toEqual([words, true]);
    const inputs = [...body.matchAll(/<input [^>]*name="([^"]*)"[^>]*value="([^"]*)"/gu)];
    const selects = [...body.matchAll(/<select [^>]*name="([^"]*)"[^]*?<option value="([^"]*)" selected/gu)];
    const values = [...inputs, ...selects].map(([, name = "", value = ""]) => [name, unescaped(value)]);
    const fields = new URLSearchParams({
      ...(Object.fromEntries(values) as Record<string, string>),
      ...typed,
    });
    const action = unescaped(/action="([^"]*)"/u.exec(attributes)?.[1] ?? "");
    const isGet = attributes.includes('method="get"');
    return this.#arrive(
      await (isGet
        ? this.#browser.request(`${action}?${fields.toString()}`)
        : this.#browser.request(action, { method: "POST", body: fields })),
    );
  }

  async #arrive(received: Received): Promise<this> {
    this.count++;
    let page = received;
    for (let place = page.headers.get("location"); place !== null; place = page.headers.get("location"))
      page = await this.#browser.request(place);
    expect(page.status).toBe(200);
    this.text = page.text;
    return this;
  }

  #words(markup: string): string {
    return unescaped(markup.replaceAll(/<svg[^]*?<\/svg>|<[^>]*>/gu, " "))
      .replaceAll(/\s+/gu, " ")
      .trim();
  }
}

test.each<{ task: string; does: (operator: Clicks) => Promise<unknown>; want: RegExp }>([
  {
    task: "a customer complains about a message: why, in words, and a refund",
    does: async (operator) => {
      await operator.button("Search", { text: `+${number}` });
      expect(operator.text).toMatch(/class="notice bad"[^]*does not accept the number[^]*RINVDSTADR/u);
      await operator.button("Refund the message");
      await operator.button("Refund the message");
    },
    want: /The message was refunded\./u,
  },
  {
    task: "top up",
    does: async (operator) => {
      await operator.link("Harbor Trading");
      await operator.link("Add credit");
      await operator.button("Add credit", { amount: "100", reference: "invoice 7" });
    },
    want: /The credit was added\./u,
  },
  {
    task: "stop a link",
    does: async (operator) => {
      await operator.link("test");
      await operator.button("Stop the link");
      await operator.button("Stop the link");
    },
    want: /The link stops after/u,
  },
  {
    task: "who did what",
    does: async (operator) => {
      await operator.link("Audit log");
      await operator.button("Filter", { action: "credit add" });
    },
    want: /admin[^]*credit add[^]*reference invoice 7/u,
  },
  { task: "which customer jumped", does: async () => undefined, want: /Harbor Trading[^]*50 times/u },
  {
    task: "which prefix got worse",
    does: async (operator) => {
      await operator.link("Deliverability");
      expect(operator.text).toMatch(/United States, Canada, Caribbean \+1 lost \d+\.\d points since 20/u);
      await operator.link("Prefix");
      expect(operator.text).toContain(`points since ${new Date().toISOString().slice(0, 10)}.`);
    },
    want: /\+1202 lost \d+\.\d points[^]*The network does not accept the number of the recipient/u,
  },
  {
    task: "what failed",
    does: (operator) => operator.link("Failed"),
    want: /Messages found[^]*555 0499/u,
  },
  {
    task: "export of a month",
    does: async (operator) => {
      await operator.link("Harbor Trading");
      await operator.link("Ledger");
      await operator.link(`CSV of ${new Date().toISOString().slice(0, 7)}`);
    },
    want: /^Time,Reason,Kind,Change/u,
  },
])("$task", async ({ does, want }) => {
  const operator = await Clicks.start();
  await does(operator);
  expect(operator.text).toMatch(want);
  expect(operator.count).toBeLessThanOrEqual(most);
});
