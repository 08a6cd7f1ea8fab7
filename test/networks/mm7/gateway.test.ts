import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { systemClock } from "#server/ports/service.js";
import { Mm7Gateway, type Mm7GatewayOptions } from "#server/networks/mm7/gateway.js";
import { maxResponse } from "#server/networks/mm7/exchange.js";
import { mm7Settings } from "#server/networks/mm7/settings.js";
import { type MmsPart, usualMmsOptions } from "#server/domain/message/mms-message.js";
import { mm7Schemas } from "#server/networks/mm7/documents/schema.js";
import type { GatewayContext } from "#server/ports/delivery.js";
import { keepingLog } from "../../host/greeter/server.js";
import { ManualClock } from "../../work/delivery/manual-clock.js";
import { type Habit, type Mmsc, type MmscOptions, openMmsc, seededHabits } from "./mmsc.js";
import { schemasIn } from "./requests.js";
import { eventually } from "../../eventually.js";
import type { OutgoingMessage } from "#server/domain/delivery/claiming/attempt.js";
import type { Outcome } from "#server/domain/delivery/outcomes/outcome.js";

const open: { close(): Promise<void> }[] = [];
/** MMSCs first: that ends the requests for which a gateway would wait. */
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function mmsc(options?: MmscOptions): Promise<Mmsc> {
  const centre = await openMmsc(options);
  open.push(centre);
  return centre;
}

const picture: MmsPart = {
  contentType: "image/png",
  contentId: "p",
  body: Uint8Array.of(0x89, 0, 13, 10, 255),
};
const noon = Date.UTC(2030, 0, 15, 12);

interface Link {
  readonly url?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: ManualClock;
  readonly ca?: string;
  readonly parts?: () => Promise<readonly MmsPart[]>;
}

function gatewayTo(
  port: number,
  { url = `mm7://127.0.0.1:${port}/mm7`, settings = {}, clock, ca, parts }: Link = {},
) {
  const log = keepingLog();
  let changes = 0;
  const context: GatewayContext = {
    now: () => noon,
    log,
    maySend: () => true,
    changed: () => changes++,
    receipt: () => Promise.reject(new Error("no receipt is wanted")),
    isReceipt: async () => false,
    incoming: () => Promise.reject(new Error("no message is wanted")),
    ignored: () => undefined,
    mmsParts: parts ?? (async () => [picture]),
  };
  const options: Mm7GatewayOptions = {
    settings: mm7Settings({ url, password: "s3cret", settings: { vaspId: "12", vasId: "34", ...settings } }),
    context,
    clock: clock ?? systemClock,
    ca,
  };
  const gateway = new Mm7Gateway(options);
  open.push(gateway);
  return { gateway, log, changes: () => changes };
}

const message: OutgoingMessage = {
  id: 7,
  transactionId: "t1",
  customerId: 42,
  phone: "12025550101",
  originator: "Shop",
  text: "Offers",
  body: { kind: "mms", wishes: usualMmsOptions },
  dataCoding: 0,
  parts: 1,
  validUntil: noon + 86_400_000,
  attempt: 2,
  deferrals: 0,
};

test.each([...Object.keys(mm7Schemas), "REL-6-MM7-1-0"])(
  "a message is sent in %s and accepted",
  async (schema) => {
    const centre = await mmsc();
    const { gateway } = gatewayTo(centre.port, { settings: { schema } });
    expect(await gateway.prepare(message).submit(1)).toEqual({ kind: "accepted", messageId: "m0" });
    const [submission] = centre.submissions;
    expect(submission).toMatchObject({
      ...{ schema, transactionId: "t1/7/2", recipient: "12025550101" },
      headers: {
        soapaction: '""',
        "content-type": expect.stringMatching(/^multipart\/related; .*type="text\/xml"/),
      },
      parts: [{ type: "image/png", body: picture.body }],
    });
    expect(schemasIn(submission?.envelope)).toEqual([schema]);
    expect(submission?.envelope).toContain("<VASPID>12</VASPID><VASID>34</VASID>");
    expect(submission?.envelope).toContain(
      "<ExpiryDate>2030-01-16T12:00:00Z</ExpiryDate><DeliveryReport>true</DeliveryReport>",
    );
  },
);

test("a message without parts is only a document, and contains the options of its sender", async () => {
  const centre = await mmsc();
  const { gateway } = gatewayTo(centre.port, { parts: async () => [] });
  const wishes = { expiresAt: noon + 60_000, priority: "Low", deliveryReport: false } as const;
  await gateway.prepare({ ...message, body: { kind: "mms", wishes } }).submit(1);
  const [submission] = centre.submissions;
  expect(submission?.headers["content-type"]).toBe("text/xml; charset=utf-8");
  expect(submission?.envelope).toContain(
    "<ExpiryDate>2030-01-15T12:01:00Z</ExpiryDate><DeliveryReport>false</DeliveryReport><Priority>Low</Priority>",
  );
});

const later = (code: string, delay = 60_000, counts = true) => ({ kind: "later", code, delay, counts });
const habits: readonly { readonly name: string; readonly habit: Habit; readonly want: object }[] = [
  {
    name: "partial success",
    habit: { kind: "status", code: 1100 },
    want: { kind: "accepted", messageId: "" },
  },
  { name: "content refused", habit: { kind: "status", code: 2004 }, want: { kind: "refused", code: "2004" } },
  { name: "not possible now", habit: { kind: "status", code: 3001 }, want: later("3001") },
  { name: "a fault: unavailable", habit: { kind: "status", code: 4006, fault: true }, want: later("4006") },
  {
    name: "a fault: denied",
    habit: { kind: "status", code: 4007, fault: true },
    want: { kind: "refused", code: "4007" },
  },
  { name: "503", habit: { kind: "http", status: 503 }, want: later("HTTP 503", 30_000, false) },
  {
    name: "429 with a time",
    habit: { kind: "http", status: 429, headers: { "Retry-After": "7" } },
    want: later("HTTP 429", 7000, false),
  },
  {
    name: "429 with a date",
    habit: { kind: "http", status: 429, headers: { "Retry-After": "Wed" } },
    want: later("HTTP 429", 30_000, false),
  },
  {
    name: "500 without a document",
    habit: { kind: "http", status: 500, body: "<html>" },
    want: later("HTTP 500"),
  },
  { name: "502", habit: { kind: "http", status: 502 }, want: { kind: "uncertain", code: "HTTP 502" } },
  { name: "504", habit: { kind: "http", status: 504 }, want: { kind: "uncertain", code: "HTTP 504" } },
  { name: "400", habit: { kind: "http", status: 400 }, want: { kind: "refused", code: "HTTP 400" } },
  { name: "404", habit: { kind: "http", status: 404 }, want: later("HTTP 404", 100, false) },
  {
    name: "a redirect",
    habit: { kind: "http", status: 307, headers: { Location: "/other" } },
    want: later("HTTP 307", 100, false),
  },
  {
    name: "200 without a document",
    habit: { kind: "http", status: 200, body: "thanks" },
    want: { kind: "uncertain", code: "HTTP 200" },
  },
  {
    name: "a document type",
    habit: { kind: "http", status: 200, body: "<!DOCTYPE a><a/>" },
    want: { kind: "uncertain", code: "HTTP 200" },
  },
  {
    name: "an endless answer",
    habit: { kind: "http", status: 200, body: "x".repeat(maxResponse + 1) },
    want: { kind: "uncertain", code: "answerTooLarge" },
  },
  { name: "a lost connection", habit: { kind: "reset" }, want: { kind: "uncertain", code: "ECONNRESET" } },
];
test.each(habits)("the MMSC responds with $name", async ({ habit, want }) => {
  const centre = await mmsc({ habit: () => habit });
  const { gateway } = gatewayTo(centre.port);
  expect(await gateway.prepare(message).submit(1)).toEqual(want);
});

test.each([false, true])("no response in time (begun: %s) leaves the message uncertain", async (begun) => {
  const centre = await mmsc({ habit: () => ({ kind: "silent", begun }) });
  const clock = new ManualClock();
  const { gateway } = gatewayTo(centre.port, { clock, settings: { timeout: "30" } });
  const outcomes: Outcome[] = [];
  void gateway
    .prepare(message)
    .submit(1)
    .then((outcome) => outcomes.push(outcome));
  await eventually(() => centre.submissions.length > 0);
  clock.advance(29_999);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(outcomes).toEqual([]);
  expect(gateway.free()).toBe(9);
  clock.advance(1);
  await eventually(() => outcomes.length > 0);
  expect(outcomes).toEqual([{ kind: "uncertain", code: "timeout" }]);
  expect(gateway.free()).toBe(10);
});

describe("credentials", () => {
  const url = (port: number) => `mm7://shop%40example@127.0.0.1:${port}/mm7?x=1`;
  test.each(["basic", "digest"] as const)("%s", async (scheme) => {
    const centre = await mmsc({ login: { scheme, name: "shop@example", password: "s3cret" } });
    const { gateway } = gatewayTo(centre.port, {
      url: url(centre.port),
      settings: { authorization: scheme },
    });
    for (const attempt of [1, 2, 3])
      expect(await gateway.prepare({ ...message, attempt }).submit(1)).toMatchObject({ kind: "accepted" });
    expect(centre.refusedLogins).toBe(scheme === "digest" ? 1 : 0);
  });

  test.each(["basic", "digest"] as const)(
    "that are wrong fail no message and pause the link: %s",
    async (scheme) => {
      const centre = await mmsc({ login: { scheme, name: "shop@example", password: "other" } });
      const { gateway, log } = gatewayTo(centre.port, {
        url: url(centre.port),
        settings: { authorization: scheme },
      });
      expect(await gateway.prepare(message).submit(1)).toEqual(later("HTTP 401", 100, false));
      expect({ up: gateway.up, ...gateway.state() }).toEqual({
        up: false,
        word: "waiting",
        problem: "HTTP 401",
        nextAt: expect.any(Number),
      });
      expect(gateway.free()).toBe(0);
      expect(JSON.stringify(log.lines)).not.toMatch(/s3cret|12025550101/);
      expect(centre.refusedLogins).toBe(scheme === "digest" ? 2 : 1);
    },
  );
});

describe("without a connection", () => {
  test("nothing is sent, and the next attempts follow after 1, 2, 4 seconds, one at a time", async () => {
    const centre = await openMmsc();
    await centre.close();
    const clock = new ManualClock();
    const { gateway, log, changes } = gatewayTo(centre.port, { clock });
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(await gateway.prepare(message).submit(1)).toEqual({ kind: "unsent" });
      expect(gateway.up).toBe(false);
      expect(gateway.state().problem).toBe("no connection (ECONNREFUSED)");
      clock.advance(wait - 1);
      expect(gateway.free()).toBe(0);
      const before = changes();
      clock.advance(1);
      expect(changes()).toBe(before + 1);
      expect(gateway.free()).toBe(1);
    }
    expect(log.lines.map(({ event }) => event)).toEqual(["MMSC is not available"]);
  });

  test("TLS is verified, with the certificates of the link where it has some", async () => {
    const centre = await mmsc({ secure: true });
    const url = `mm7s://localhost:${centre.port}/`;
    const unauthenticated = gatewayTo(centre.port, { url });
    expect(await unauthenticated.gateway.prepare(message).submit(1)).toEqual({ kind: "unsent" });
    expect(unauthenticated.gateway.state().problem).toBe("no connection (DEPTH_ZERO_SELF_SIGNED_CERT)");
    const known = gatewayTo(centre.port, { url, ca: readFileSync("test/host/tls/cert.pem", "utf8") });
    expect(await known.gateway.prepare(message).submit(1)).toMatchObject({ kind: "accepted" });
    expect(centre.submissions).toHaveLength(1);
  });
});

describe("a gateway", () => {
  test("refuses a body that is no MMS, and an expired message", async () => {
    const centre = await mmsc();
    const { gateway } = gatewayTo(centre.port);
    expect(await gateway.prepare({ ...message, body: undefined }).submit(1)).toEqual({
      kind: "refused",
      code: "notMms",
    });
    expect(await gateway.prepare({ ...message, validUntil: noon }).submit(1)).toEqual({ kind: "expired" });
    const wishes = { ...usualMmsOptions, expiresAt: noon - 1 };
    expect(await gateway.prepare({ ...message, body: { kind: "mms", wishes } }).submit(1)).toEqual({
      kind: "expired",
    });
    expect(centre.submissions).toHaveLength(0);
  });

  test("sends nothing when the parts cannot be read", async () => {
    const centre = await mmsc();
    const { gateway, log } = gatewayTo(centre.port, { parts: () => Promise.reject(new Error("disk")) });
    expect(await gateway.prepare(message).submit(1)).toEqual({ kind: "unsent" });
    expect(log.lines.map(({ level }) => level)).toEqual(["error"]);
  });

  test("has the slots of its window, and reuses connections", async () => {
    const centre = await mmsc();
    const { gateway } = gatewayTo(centre.port, { settings: { window: "3" } });
    const first = [1, 2, 3].map((attempt) => gateway.prepare({ ...message, attempt }).submit(1));
    expect(gateway.free()).toBe(0);
    await Promise.all(first);
    expect(gateway.free()).toBe(3);
    await gateway.prepare(message).submit(1);
    expect(Math.max(...centre.submissions.map(({ connection }) => connection))).toBe(2);
  });

  test("waits for responses when it is closed, and accepts nothing more", async () => {
    const centre = await mmsc();
    const { gateway } = gatewayTo(centre.port);
    const outcome = gateway.prepare(message).submit(1);
    await gateway.close();
    expect(await outcome).toMatchObject({ kind: "accepted" });
    expect({ up: gateway.up, ...gateway.state() }).toEqual({ up: false, word: "closed" });
    expect(await gateway.prepare(message).submit(1)).toEqual({ kind: "unsent" });
  });

  test.each([1, 2, 3])(
    "never reports a message as accepted that the MMSC lacks, or as unsent that it has: seed %i",
    async (seed) => {
      const centre = await mmsc({
        habit: seededHabits(seed, [
          ...([{ kind: "accept" }, { kind: "status", code: 2002 }, { kind: "status", code: 3000 }] as const),
          ...([
            { kind: "reset" },
            { kind: "http", status: 503 },
            { kind: "http", status: 200, body: "?" },
          ] as const),
        ]),
      });
      const { gateway } = gatewayTo(centre.port, { settings: { window: "5" } });
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, id) => gateway.prepare({ ...message, id }).submit(1)),
      );
      const taken = new Map(
        centre.submissions.map(({ transactionId, messageId }) => [transactionId, messageId]),
      );
      for (const [id, outcome] of outcomes.entries()) {
        const messageId = taken.get(`t1/${id}/2`);
        if (outcome.kind === "accepted") expect(outcome.messageId).toBe(messageId);
        if (outcome.kind === "unsent") expect(messageId).toBeUndefined();
      }
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(
        new Set(["accepted", "refused", "later", "uncertain"]),
      );
    },
  );
});
