import { blacklistBegin } from "#server/domain/credit/coverage.js";
import { accepted, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import type { LinkReceipt } from "#server/domain/delivery/claiming/claim.js";
import { responseLimits } from "#server/domain/usage/quantiles.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { allOf, detailsOf, ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import { definition, importList, listId } from "./list-cases.js";

const day = 86_400_000;
const number = (index: number): string => String(12_025_550_000 + index);
const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => number(index));
const by = { name: "ann", source: "command line" };

/** Adds data of one kind to a store; `n` differs in every call. */
export type Step = (store: Store, n: number) => Promise<unknown>;

async function finished(store: Store, n: number, end: SettlementEnd, messageId?: string): Promise<unknown> {
  const claimed = await claimDue(store, noon + n, 1);
  return store.delivery.settle(
    claimed.map(({ id, linkId }) => ({
      ...{ owner, recipientId: id, linkId, at: noon + n, end },
      accepted: messageId === undefined ? [] : [{ part: 1, messageId }],
    })),
  );
}

const receipt = (messageId: string, state: PartState, phone?: string): LinkReceipt => ({
  ...{ linkId: 1, messageId, keys: [messageId], phone, state, at: noon + 5, code: "001" },
});

async function part(store: Store, place: { number: number; total: number }, n: number): Promise<unknown> {
  const text = place.number === 1 ? "half a pair \ud83d" : "\ude00 and the rest";
  const whole = { from: number(900), to: number(800), text, linkId: 1, at: noon };
  return store.incoming.receive([{ ...whole, place: { reference: `udh8:${n}`, ...place } }]);
}

/** What customers, operators and networks do. */
export const steps: Readonly<Record<string, Step>> = {
  customer: (store, n) =>
    openAccount(store, { id: 100 + n, payment: "postpaid", credit: 5_000, user: `Üser ${n}` }),
  settings: async ({ accounts, tube }, n) => {
    await accounts.changeCustomer(42, { timeZone: "Africa/Nairobi", rate: 1 + n });
    await accounts.addNetwork(42, "ann", "192.0.2.7", noon + n);
    await tube.change(42, "Ann", { userPriority: n % 256, powerAds: true });
  },
  "events of links": async ({ links, traffic }, n) => {
    const link = { linkId: 1, process: "a", event: "lost", detail: "no response" } as const;
    await links.addEvents([{ ...link, at: noon + n, lastAt: noon + n + 1, times: 2 }], noon);
    const responses = [0, ...responseLimits].map((_, place) => place + n);
    await traffic.addLinks([{ at: noon + n * 60_000, link: "test", used: 3, window: 20, responses }], 0);
  },
  peaks: ({ traffic }, n) => traffic.addPeaks([{ customerId: 42, hour: 482_136 + n, peak: 900 }], 0),
  unusual: ({ unusual }, n) => {
    const destination = { kind: "destination", prefix: `${1 + n}`, ended: undefined } as const;
    const failures = { kind: "failures", prefix: "", ended: 400 } as const;
    const found = n % 2 === 0 ? destination : failures;
    return unusual.add([{ customerId: 42, ...found, messages: 200 + n, usual: n }], noon + n);
  },
  "keys of operators": async ({ operators, operatorKeys }, n) => {
    const operator = `operator${n}`;
    await operators.add({ name: operator, role: "admin", passwordHash: "hash", createdAt: noon }, by);
    const scope = {
      role: "viewer",
      trusted: n % 2 === 0,
      fromAddresses: ["::1"],
      expiresAt: undefined,
    } as const;
    await operatorKeys.add({
      id: `k${n}`,
      operator,
      name: "billing",
      hash: "hash",
      ...scope,
      createdAt: noon,
    });
  },
  prices: async ({ coverage }, n) => {
    const rules = [
      { prefix: `49${n}`, price: 1500 },
      { prefix: `7${n}`, price: undefined },
    ];
    await coverage.setPrices(42, rules, noon);
    await coverage.setPrices(42, rules, noon, Math.floor(noon / day) + 400);
    await coverage.addToBlacklist(undefined, [number(700 + n)], noon);
  },
  single: ({ outbox }, n) =>
    outbox.submit(
      submission(`single ${n}`, {
        at: noon - n * day,
        text: "“Grüße” \\ {1,2} NULL \n 😀 \u0001",
        clientTransaction: { id: `c${n}`, contentHash: "h", keepFor: 400 * day },
      }),
    ),
  several: ({ outbox }, n) =>
    outbox.submit(
      submission(`several ${n}`, {
        recipients: numbers(5),
        refused: [{ phone: number(9), state: RecipientState.Blacklisted }],
      }),
    ),
  many: ({ outbox }, n) =>
    outbox.submit(
      submission(`many ${n}`, {
        recipients: numbers(1_800),
        refused: numbers(1_200).map((phone) => ({ phone, state: RecipientState.InvalidNumber })),
        charge: { kind: "SMS", amount: 1_800 },
      }),
    ),
  binary: ({ outbox }, n) =>
    outbox.submit(
      submission(`binary ${n}`, {
        dataCoding: 245,
        body: {
          kind: "binary",
          header: Uint8Array.of(6, 5, 4, 0, 255),
          body: Uint8Array.from({ length: 256 }, (_, index) => index),
          esmClass: 0x40,
          protocolId: 21,
        },
      }),
    ),
  mms: ({ outbox }, n) =>
    outbox.submit(
      submission(`mms ${n}`, {
        body: {
          kind: "mms",
          wishes: { expiresAt: noon + day, priority: "High", deliveryReport: true },
          parts: [
            { contentType: "text/plain", contentId: "", body: Buffer.from("Hello") },
            { contentType: "image/png", contentId: "a", body: Buffer.alloc(70_000, n) },
          ],
        },
      }),
    ),
  sent: (store, n) => finished(store, n, { kind: "submitted" }, `m${n}`),
  delivered: async (store, n) => {
    await finished(store, n, { kind: "submitted" }, `d${n}`);
    await store.delivery.receipts([
      receipt(`d${n}`, RecipientState.Delivered),
      receipt(`d${n}`, RecipientState.Undeliverable),
    ]);
  },
  failed: (store, n) => finished(store, n, { kind: "failed", code: "0x0b" }),
  held: (store, n) => finished(store, n, { kind: "held", code: "lost" }),
  later: (store, n) =>
    finished(store, n, {
      ...{ kind: "queued", nextAt: noon + n + 60_000, linkId: 1, counts: "attempt" },
      ...{ uncertain: true, code: "0x58" },
    }),
  inFlight: (store, n) => claimDue(store, noon + n, 1),
  unmatched: ({ delivery }, n) =>
    delivery.receipts([receipt(`early${n}`, RecipientState.Delivered, number(0))]),
  inbox: async ({ inbox }, n) => {
    await inbox.add({ customerId: 42, from: number(1), to: "100", text: `Message ${n}`, at: noon + n });
    await inbox.add({ customerId: 42, from: number(1), to: "100", subject: "S", text: "T", at: noon + n });
    if (n % 3 === 0) await allOf(inbox.fetch(42, "new"));
    if (n % 4 === 0) await inbox.kill(42, "all");
  },
  incoming: async (store, n) => {
    await store.incoming.addNumber({ number: number(800), customerId: 42 }, noon);
    await store.incoming.setForward({
      customerId: 42,
      url: "http://127.0.0.1/",
      method: "POST",
      private: true,
    });
    await part(store, { number: 1, total: 2 }, n);
    if (n % 2 === 0) await part(store, { number: 2, total: 2 }, n);
    await store.incoming.receive([{ from: number(1), to: "999", text: `Stray ${n}`, linkId: 1, at: noon }]);
  },
  list: async ({ lists }, n) => {
    const wanted = definition({ id: listId(n), name: `List ${n}`, columns: ["phone", "Name"] });
    const members = numbers(20).map((phone) => ({ phone, attributes: [`"N" ${n}`] }));
    await importList(lists, wanted, members);
    if (n % 2 === 0) await lists.beginImport({ ...wanted, id: listId(10_000 + n), replace: true }, noon);
    if (n % 3 === 0) await lists.removeList(42, `List ${n}`);
  },
  campaign: async (store, n) => {
    const location = (await store.locations.add({ name: `Station ${n}`, description: "" }, noon)) ?? 0;
    await store.locations.addAudience(location, numbers(9));
    const started = await store.campaigns.start({
      submission: submission(`campaign ${n}`, { recipients: [], charge: { kind: "SMS", amount: 8_000 } }),
      schedule: { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
      ...{ locations: [{ location, limit: 8 }], recipientLimit: 8 },
    });
    if (started.kind !== "accepted") return;
    await store.campaigns.move(started.campaignId, "Pending", { ...accepted, status: "Running" }, noon);
    const slice = await store.campaigns.audience(started.campaignId, 3);
    if (slice !== undefined) await store.campaigns.take(started.campaignId, slice, noon);
  },
  cancelled: ({ desk }, n) => desk.cancel({ kind: "transaction", id: `several ${n}` }, 100, by, noon + n),
  audit: ({ audit }, n) =>
    audit.add({ at: noon + n, actor: by, action: "message find", subject: { n }, after: { found: 1 } }),
  keys: ({ apiKeys }, n) =>
    apiKeys.add({
      ...{ id: String(n).padStart(16, "0"), customerId: 42, userName: "Ann", name: `key ${n}`, hash: "h" },
      ...{ scopes: ["send"], fromAddresses: ["192.0.2.0/24"], expiresAt: noon + n, createdAt: noon },
    }),
  callbacks: ({ callbacks }, n) =>
    callbacks.setTarget(
      {
        ...{
          customerId: 42,
          url: `https://shop.example.com/${n}`,
          secret: "whsec_",
          parts: true,
          private: true,
        },
      },
      noon,
    ),
  links: async ({ links }, n) => {
    const link = { name: `link-${n}`, kind: "smpp", url: "smpp://a@127.0.0.1", network: "other" } as const;
    await links.add({ ...link, password: "secret", settings: { window: "5" }, ofFile: false }, noon);
    await links.setBuyPrice(link.name, `49${n}`, 45);
    await links.addRoute({
      ...{ prefix: "33", customerId: 42, originator: "Shop", kind: "sms", link: link.name },
      ...{ rank: 2, weight: 1, uncertain: "hold", ofFile: n % 2 === 0 },
    });
  },
};

/** A customer, a link and a route, which the steps need. */
export async function fillFirst(store: Store): Promise<void> {
  await openAccount(store, { credit: 90_000_000 });
  await claimDue(store, 0, 1);
}

/** Runs steps one after the other; a step that finds nothing to do changes nothing. */
export async function runSteps(store: Store, names: readonly string[]): Promise<void> {
  await fillFirst(store);
  for (const [index, name] of names.entries()) await steps[name]?.(store, index + 1);
}

async function outboxOf({ outbox }: Store, transactionId: string): Promise<unknown> {
  const parts = await outbox.mmsParts(transactionId);
  return {
    statistics: await outbox.statistics(42, transactionId),
    details: await detailsOf(outbox, 42, transactionId),
    parts: parts.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body).toString("hex") })),
  };
}

const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();

/** The numbers of a long list appear one block after the other. */
const ofShortList = ({ transactionId }: { readonly transactionId: string }): boolean =>
  !transactionId.startsWith("many");

async function deskOf({ desk }: Store): Promise<unknown> {
  const found = await desk.candidates({ kind: "customer", id: 42, until: undefined }, undefined, 100_000);
  return sorted(found.filter(ofShortList));
}

async function linksOf({ links }: Store): Promise<unknown> {
  return {
    links: await links.links(),
    routes: await links.routes(),
    queues: sorted(await links.queues()),
    uncertain: sorted(await links.uncertain(1_000)),
    contradictions: sorted(await links.contradictions(1_000)),
  };
}

async function accountsOf(store: Store): Promise<unknown> {
  const { accounts, apiKeys, tube, coverage } = store;
  return {
    customers: await accounts.customers(),
    users: await accounts.users(),
    originators: await accounts.allOriginators(),
    balances: await accounts.balances(42),
    ledger: await ledgerOf(store),
    login: await accounts.login(42, "ANN"),
    keys: await apiKeys.list(),
    known: await accounts.knowsNetwork(42, "Ann", "192.0.2.7"),
    tube: await tube.user(42, "Ann"),
    prices: await coverage.allPrices("all"),
    blacklist: await coverage.blacklist("all", blacklistBegin, 99),
  };
}

async function listsOf({ lists }: Store): Promise<unknown> {
  const all = await lists.all();
  const members = await Promise.all(
    all.map(async ({ id: listId, type }) => {
      const phones: string[] = [];
      const selection = { listId, type, filters: [], offset: 0, count: 1_000 };
      const outcome = await lists.select({ customerId: 42, userName: "Ann" }, selection, (slice) =>
        phones.push(...slice),
      );
      return { listId, outcome, phones };
    }),
  );
  return { all, members };
}

async function restOf(store: Store): Promise<unknown> {
  const { callbacks, campaigns, locations, inbox, incoming, audit, outbox } = store;
  const listed = await callbacks.list({ customerId: 42, failed: false }, 10_000);
  const waiting = listed.filter(ofShortList);
  return {
    campaigns: await campaigns.list(),
    slices: await Promise.all((await campaigns.list()).map(async ({ id }) => campaigns.audience(id, 100))),
    locations: await allOf(locations.list()),
    inbox: { counts: await inbox.counts(42), all: await allOf(inbox.list(42, "all")) },
    numbers: await incoming.numbers(),
    forwards: { all: await incoming.forwards(), due: sorted(await incoming.queue.due(42, noon + day, 100)) },
    callbacks: { target: await callbacks.target(42), waiting: sorted(waiting) },
    audit: (await audit.entries(1_000)).filter(({ action }) => action !== "database copy"),
    answered: await outbox.answered(42, { id: "c4", contentHash: "h", keepFor: 1 }, noon),
  };
}

/** Everything that a store shows through its ports. */
export async function shown(store: Store, count: number): Promise<unknown> {
  const kinds = ["single", "several", "many", "binary", "mms", "campaign"];
  const transactions: unknown[] = [];
  for (let n = 1; n <= count; n++)
    for (const kind of kinds) transactions.push(await outboxOf(store, `${kind} ${n}`));
  return {
    transactions,
    accounts: await accountsOf(store),
    desk: await deskOf(store),
    links: await linksOf(store),
    lists: await listsOf(store),
    rest: await restOf(store),
  };
}
