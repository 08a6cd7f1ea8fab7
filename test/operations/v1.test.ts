import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newApiKey } from "#server/credentials/api-keys.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { ids } from "../samples/service.js";
import { claimDue } from "../storage/claims.js";
import { noon, password } from "./desk.js";
import { basic as mmsBasic, multipartData, plainData } from "./mm7-samples.js";
import { basic, message, openCaller, type Caller } from "./v1-caller.js";

let caller: Caller;
let call: Caller["call"];

beforeAll(async () => {
  caller = await openCaller();
  ({ call } = caller);
});
afterAll(() => caller.service.close());

/** Holds the first message that is about to be stored, until it is released. */
function holdSubmits(): { readonly reached: Promise<unknown>; readonly release: () => void } {
  const { outbox } = caller.service.store;
  const submit = outbox.submit.bind(outbox);
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  const reached = new Promise((done) => {
    const holding: typeof submit = async (...message) => {
      Object.assign(outbox, { submit });
      done(undefined);
      await held;
      return submit(...message);
    };
    Object.assign(outbox, { submit: holding });
  });
  return { reached, release };
}

const { originator, smsText, messageType } = message;
const listMessage = { originator, smsText, messageType };

describe("credentials", () => {
  test.each([
    { title: "an API key", authorization: () => `Bearer ${caller.key}`, status: 200 },
    { title: "a scheme in other case", authorization: () => `bearer ${caller.key}`, status: 200 },
    { title: "a password", authorization: () => basic(`42/api:${password}`), status: 200 },
    {
      title: "an API key in place of the password",
      authorization: () => basic(`42/api:${caller.key}`),
      status: 200,
    },
    { title: "nothing", authorization: () => "", status: 401 },
    { title: "another key", authorization: () => `Bearer ${newApiKey().key}`, status: 401 },
    { title: "a token of another form", authorization: () => "Bearer secret", status: 401 },
    { title: "a wrong password", authorization: () => basic("42/api:wrong"), status: 401 },
    { title: "a user without a customer", authorization: () => basic("api:wrong"), status: 401 },
    { title: "no base64", authorization: () => "Basic %%%", status: 401 },
    { title: "another scheme", authorization: () => "Digest username=api", status: 401 },
  ])("$title: $status", async ({ authorization, status }) => {
    const got = await call("/account", { authorization: authorization() });
    expect(got.status).toBe(status);
    if (status !== 401) return;
    expect(got.headers.get("www-authenticate")).toBe(
      'Bearer realm="messenger", Basic realm="messenger", charset="UTF-8"',
    );
    expect(got.body).toMatchObject({ type: "/v1/problems/WrongCredentials", status: 401 });
  });

  test("wrong keys of nobody are limited, and right ones are not refused for them", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      const { status, headers } = await call("/account", { authorization: `Bearer ${newApiKey().key}` });
      statuses.push(status);
      if (status === 429) expect(headers.get("retry-after")).toBe("6");
    }
    expect(statuses.at(-1)).toBe(429);
    expect(await call("/account")).toMatchObject({ status: 200 });
  });

  test("a key needs the scope of the operation", async () => {
    const authorization = `Bearer ${await caller.keyWith("read")}`;
    expect(await call("/account", { authorization })).toMatchObject({ status: 200 });
    expect(await call("/messages", { body: message, authorization })).toMatchObject({
      status: 403,
      body: { code: "NotAllowed", result: resultTexts.interfaceClosed },
    });
  });
});

describe("messages", () => {
  test("are accepted, counted, listed page by page, and not sent twice for one key", async () => {
    const body = { ...message, recipientPhone: "12025550101,12025550102,12" };
    const headers = { "idempotency-key": '"order-1"' };
    const sent = await call("/messages", { body, headers });
    expect(sent).toMatchObject({
      status: 202,
      body: { rejectedNumbers: ["12"], netPoints: expect.stringMatching(/^\d+$/) as unknown },
    });
    const { transactionId } = sent.body as { readonly transactionId: string };
    const location = `/messages/${transactionId}`;
    expect(sent.headers.get("location")).toBe(`/v1${location}`);
    expect(await call("/messages", { body, headers: { "idempotency-key": "order-1" } })).toMatchObject({
      status: 202,
      body: sent.body,
    });
    expect(await call("/messages", { body: message, headers })).toMatchObject({
      status: 422,
      body: {
        code: "RefusedValue",
        detail: expect.stringMatching(
          /^The header Idempotency-Key was sent .* whose content differs/u,
        ) as unknown,
        errors: [{ pointer: "/idempotency-key", header: "Idempotency-Key" }],
      },
    });

    const counted = await call(location);
    expect(counted.body).toEqual({
      transactionId,
      final: false,
      statuses: expect.arrayContaining([
        { status: "InProcessNow", statusName: "In process", final: false, recipients: 2 },
        { status: "REJECTED_INVALID_NUMBER", statusName: "Invalid number", final: true, recipients: 1 },
      ]) as unknown,
      netPoints: expect.any(String) as unknown,
    });
    const etag = counted.headers.get("etag") ?? "";
    expect(await call(location, { headers: { "if-none-match": etag } })).toMatchObject({
      status: 304,
      body: undefined,
    });

    const first = await call(`${location}/recipients?limit=2`);
    const { items, next } = first.body as { readonly items: readonly unknown[]; readonly next: string };
    expect(items).toHaveLength(2);
    expect(first.headers.get("link")).toBe(`</v1${location}/recipients?limit=2&cursor=${next}>; rel="next"`);
    const last = await call(`${location}/recipients?limit=2&cursor=${next}`);
    expect(last.headers.get("link")).toBeNull();
    expect(last.body).toEqual({ items: [expect.objectContaining({ number: "12" })] });
    const time = "2030-01-15T12:00:00.000Z";
    expect([...items, ...(last.body as { items: readonly unknown[] }).items]).toContainEqual({
      ...{ number: "12025550101", status: "InProcessNow", statusName: "In process", final: false, at: time },
    });
  });

  test.each([
    ["an empty key", '""'],
    ["a key that is too long", "k".repeat(500)],
  ])("are not sent with %s", async (_, key) => {
    const refused = await call("/messages", { body: message, headers: { "idempotency-key": key } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: "/idempotency-key" }] } });
  });

  test("are sent once by calls at once with one key: 409 while the first one is running, then its response", async () => {
    const headers = { "idempotency-key": "at once" };
    const send = () => call("/messages", { body: message, headers });
    const held = holdSubmits();
    const first = send();
    await held.reached;
    const repeated = await send();
    expect(repeated).toMatchObject({ status: 409, body: { code: "StillRunning" } });
    expect(repeated.headers.get("retry-after")).toBe("1");
    expect(repeated.body).not.toHaveProperty("result");
    expect(await call("/messages", { body: message, headers: { "idempotency-key": "other" } })).toMatchObject(
      {
        status: 202,
      },
    );
    held.release();
    const { status, body } = await first;
    expect(status).toBe(202);
    // None waits for another where all find the response.
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map((each) => each.body)).toEqual([body, body, body]);
  });

  test("change their entity tag with their status", async () => {
    const { body } = await call("/messages", { body: message });
    const { transactionId } = body as { readonly transactionId: string };
    const before = await call(`/messages/${transactionId}`);
    const claimed = await claimDue(caller.service.store, noon, 100);
    await caller.service.store.outbox.advance(
      claimed.map(({ id }) => ({ recipientId: id, state: RecipientState.Delivered, at: noon + 5_000 })),
    );
    const after = await call(`/messages/${transactionId}`, {
      headers: { "if-none-match": before.headers.get("etag") ?? "" },
    });
    expect(after).toMatchObject({
      status: 200,
      body: { final: true, statuses: [{ status: "SMSC_DELIVERED" }] },
    });
  });

  test.each([
    {
      path: "/messages/binary",
      body: { originator: "Shop", binaryBody: "DEAD", recipientPhone: "12025550101", dataCoding: "4" },
      status: 202,
    },
    {
      path: "/messages/service",
      body: { ...message, smsText: undefined, serviceName: "Shop", serviceUrl: "http://example.com/" },
      status: 202,
    },
    {
      path: "/messages/file",
      body: {
        ...message,
        recipientPhone: undefined,
        recipientPhonesFile: Buffer.from("12025550101\n12025550102").toString("base64"),
      },
      status: 202,
    },
    {
      path: `/lists/${ids.plainList}/messages`,
      body: { ...listMessage, distributionListCount: 2 },
      status: 202,
    },
    { path: `/smart-lists/${ids.smartList}/messages`, body: { ...listMessage, count: 2 }, status: 202 },
  ])("are sent with $path", async ({ path, body, status }) => {
    const sent = await call(path, { body });
    expect(sent).toMatchObject({ status, body: { rejectedNumbers: [] } });
  });

  test("have a price", async () => {
    const { recipientPhone: recipients, messageType: msgType } = message;
    expect(await call("/cost", { body: { smsText, recipients, msgType } })).toMatchObject({
      status: 200,
      body: { cost: "1", rejectedNumbers: [] },
    });
  });
});

describe("lists, account, inbox and campaigns", () => {
  test("lists are found by their names, page by page", async () => {
    const all = await call("/lists");
    const { items } = all.body as { readonly items: readonly { readonly name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["Clients", "Members"]);
    const { body } = await call("/lists?limit=1");
    const { next } = body as { readonly next: string };
    expect(await call(`/lists?limit=1&cursor=${next}`)).toMatchObject({
      body: { items: [{ name: "Members" }] },
    });
    expect(await call("/lists?name=Members")).toMatchObject({
      body: { items: [{ id: ids.smartList, type: "SmartList", recipientsCount: 3 }] },
    });
  });

  test("locations are listed page by page, without those that are not active", async () => {
    const { locations } = caller.service.store;
    const pier = (await locations.add({ name: "Pier", description: "" }, noon)) ?? 0;
    const last = (await locations.add({ name: "Zoo", description: "" }, noon)) ?? 0;
    await locations.setActive(pier, false);
    const pageAt = async (cursor: string) => {
      const { body } = await call(`/locations?limit=1${cursor}`);
      return body as { readonly items: readonly { readonly id: number }[]; readonly next?: string };
    };
    const ids: number[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const { items, next } = await pageAt(cursor);
      ids.push(...items.map(({ id }) => id));
      cursor = next && `&cursor=${next}`;
    }
    expect(ids).not.toContain(pier);
    expect(ids.at(-1)).toBe(last);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("an account has its balances", async () => {
    expect(await call("/account")).toMatchObject({
      status: 200,
      body: { customerId: 42, credits: [{ type: "SMS" }, { type: "MMS", value: "10" }] },
    });
  });

  test("an inbox is listed, read and emptied", async () => {
    expect(await call("/inbox/counts")).toMatchObject({ body: { unread: 2, total: 2 } });
    const { body } = await call("/inbox?limit=1");
    const [first] = (body as { readonly items: readonly { readonly id: number }[] }).items;
    expect(first).toEqual({
      ...{ id: first?.id, unread: true, type: "SMS", from: "12025550101", to: "Shop" },
      ...{ receivedAt: "2030-01-15T12:00:00.000Z", size: 2 },
    });
    const id = first?.id ?? 0;
    expect(await call(`/inbox/${id}/fetch`, { method: "POST" })).toMatchObject({
      body: { items: [{ id, unread: true, text: "Hi" }] },
    });
    expect(await call("/inbox/fetch", { method: "POST" })).toMatchObject({
      body: { items: [{ unread: true, text: "مرحبا" }] },
    });
    expect(await call(`/inbox/${id}`, { method: "DELETE" })).toMatchObject({ body: { deleted: 1 } });
    expect(await call(`/inbox/${id}`, { method: "DELETE" })).toMatchObject({
      status: 404,
      body: { code: "UnknownResource" },
    });
  });

  test("a page of the inbox begins behind the one before, whatever was added and removed", async () => {
    const { inbox } = caller.service.store;
    const add = () => inbox.add({ customerId: 42, from: "1", to: "Shop", text: "Hi", at: noon });
    await add();
    const third = await add();
    const pageAt = async (query: string) => {
      const { body } = await call(`/inbox?limit=2${query}`);
      const { items, next } = body as {
        readonly items: readonly { readonly id: number }[];
        readonly next?: string;
      };
      return { ids: items.map(({ id }) => id), next };
    };
    const first = await pageAt("");
    await call(`/inbox/${first.ids[0] ?? 0}`, { method: "DELETE" });
    const added = await add();
    const second = await pageAt(`&cursor=${first.next ?? ""}`);
    expect(second).toEqual({ ids: [third, added], next: undefined });
  });

  test("campaigns are started, shown and stopped", async () => {
    const { body: locations } = await call("/locations");
    const [location] = (locations as { readonly items: readonly { readonly id: number }[] }).items;
    const campaign = { originator, smsText, locationId: location?.id, targetRecipientsLimit: 5 };
    const started = await call("/campaigns", { body: campaign });
    expect(started).toMatchObject({ status: 201, body: { spentCredits: "5" } });
    const path = started.headers.get("location")?.replace("/v1", "") ?? "";
    expect(await call(path)).toMatchObject({ status: 200, body: { statistics: { originator: "Shop" } } });
    expect(await call(`${path}/stop`, { method: "POST" })).toMatchObject({ status: 204 });
    expect(await call("/campaigns/999999")).toMatchObject({ status: 404, body: { code: "UnknownResource" } });
  });
});

describe("MMS", () => {
  const named = (vaspId: string, vasId = ""): { readonly fields: Readonly<Record<string, string>> } => ({
    fields: {
      SenderIdentification: `<SenderIdentification>${vaspId && `<VASPID>${vaspId}</VASPID>`}${vasId && `<VASID>${vasId}</VASID>`}<SenderAddress><ShortCode>Shop</ShortCode></SenderAddress></SenderIdentification>`,
    },
  });
  const wrong = mmsBasic("api", "wrong");
  const refused = { code: "RefusedValue", errors: [{ pointer: "/mm7Data" }] };
  test.each([
    { title: "that name the customer", data: multipartData(), status: 202, body: { customerId: 42 } },
    { title: "without a customer", data: plainData(named("")), status: 202, body: { customerId: 42 } },
    { title: "with other credentials", data: plainData({ authorization: wrong }), status: 202, body: {} },
    { title: "of another customer", data: plainData(named("43")), status: 422, body: refused },
    { title: "of another user", data: plainData(named("42", "999")), status: 422, body: refused },
    {
      title: "of a customer with a name",
      data: plainData(named("shop")),
      status: 422,
      body: { result: resultTexts.vasIdNotNumeric },
    },
    { title: "of nothing", data: new Uint8Array(), status: 422, body: { result: resultTexts.noMmsData } },
  ])(
    "is sent with the credentials of the request and data $title: $status",
    async ({ data, status, body }) => {
      const mm7Data = Buffer.from(data).toString("base64");
      expect(await call("/mms", { body: { mm7Data } })).toMatchObject({ status, body });
    },
  );

  test.each([
    { title: "a password", authorization: async () => basic(`42/api:${password}`), status: 202 },
    { title: "nothing", authorization: async () => "", status: 401 },
    { title: "a wrong password", authorization: async () => basic("42/api:wrong"), status: 401 },
    {
      title: "another scope",
      authorization: async () => `Bearer ${await caller.keyWith("read")}`,
      status: 403,
    },
  ])("with $title: $status", async ({ authorization, status }) => {
    const mm7Data = Buffer.from(plainData()).toString("base64");
    const sent = { body: { mm7Data }, authorization: await authorization() };
    expect(await call("/mms", sent)).toMatchObject({ status });
  });
});
