import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore, placeOf } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { runScript } from "#server/storage/postgres/engine/scripts.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { primitive, type Steps } from "#server/storage/script/steps.js";
import { eraseNumber } from "#server/storage/tables/erasure/number-erasure.js";
import { CommandRunner } from "../command-runner.js";
import { claimDue, owner } from "../storage/claims.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { execute } from "../storage/local-server.js";
import { temporaryFolder } from "./messenger.js";
import { newDatabase, onlyOn } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
const folder = temporaryFolder();

afterAll(() => {
  runner.end();
  folder.remove();
});

const person = "12025550155";
const other = "12025550166";
const actor = { name: "ann", source: "command line" };
const by = { at: noon, actor, action: "number erase", subject: {} } as const;

/** A call with an entry that is no number, but holds one. */
const refused = {
  recipients: [],
  refused: [{ phone: person, state: RecipientState.InvalidNumber, given: `+1 202 555 0155 ext. 12` }],
  clientTransaction: { id: "order-7", contentHash: "x", keepFor: 86_400_000 },
};

/** A message to the number that a network has refused. */
async function fail(store: Store): Promise<void> {
  await store.outbox.submit(submission("t2", { recipients: [person] }));
  const end = { kind: "failed", code: "RINVDSTADR (0x0b)" } as const;
  for (const { id: recipientId, linkId } of await claimDue(store, noon, 10))
    await store.delivery.settle([{ owner, recipientId, linkId, at: noon, accepted: [], end }]);
}

const noted = (...spellings: readonly string[]): string => `call ${spellings.join(" or ")}, not ${other}`;

/** The number in every place that can have it; `finished`: no message waits. */
async function fill(url: string, finished: boolean): Promise<void> {
  const store = await openStore(url);
  try {
    await openAccount(store, { payment: "postpaid" });
    await store.callbacks.setTarget(
      {
        ...{
          customerId: 42,
          url: "https://shop.example.com/",
          secret: "whsec_",
          parts: false,
          private: false,
        },
      },
      noon,
    );
    await store.links.add(
      {
        ...{ name: "loopback", kind: "loopback", url: "loopback:", password: "", network: "loopback" },
        ...{ settings: {}, ofFile: false },
      },
      noon,
    );
    await store.outbox.submit(submission("t1", { recipients: [person, other] }));
    if (finished)
      for (const { id: recipientId } of await claimDue(store, noon, 10))
        await store.outbox.advance([{ recipientId, state: RecipientState.Delivered, at: noon }]);
    if (finished) await fail(store);
    if (finished) await store.outbox.submit(submission("t3", refused));
    const receipt = { linkId: 1, state: RecipientState.Delivered, at: noon };
    for (const phone of [person, `+${person}`, `00${person}`, other])
      await store.delivery.receipts([{ ...receipt, messageId: phone, keys: ["9"], phone }]);
    for (const from of [person, `+${person}`, other])
      await store.inbox.add({ customerId: 42, from, to: "100", text: "Hi", at: noon });
    await store.incoming.receive([{ linkId: 1, from: `00${person}`, to: "999", text: "Hi", at: noon }]);
    const location = await store.locations.add({ name: "North", description: "" }, noon);
    await store.locations.addAudience(location ?? 0, [person, other]);
    await store.audit.add({ at: noon, actor, action: "message find", subject: { number: person } });
    await store.audit.add({ at: noon, actor, action: "message find", subject: { number: other } });
    const note = { kind: "customer", name: "42", who: "ann", at: noon } as const;
    const spelled = noted("+1 (202) 555-0155");
    await store.audit.add({
      at: noon,
      actor,
      action: "note set",
      subject: { customer: 42 },
      after: { note: spelled },
    });
    await store.notes.set({ ...note, text: noted(person, "+1 (202) 555-0155", "001 202.555.0155") });
  } finally {
    await store.close();
  }
  const file = join(folder.path, "list.csv");
  writeFileSync(file, `phone;name\n${person};Ann\n${other};Eve\n12025550177;Bob\n`);
  const imported = await ran(url, "list", "import", "42", "Friends", file);
  expect(imported.stderr).toBe("");
}

async function ran(url: string, ...words: readonly string[]) {
  return runner.run([...words, "--database", url]);
}

/** The same on each database. */
async function erases(url: string): Promise<void> {
  await fill(url, true);
  const { code, stdout, stderr } = await ran(url, "number", "erase", `+${person}`, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const erased = {
    messages: 3,
    inbox: 2,
    incoming: 1,
    callbacks: 3,
    receipts: 3,
    responses: 1,
    members: 2,
    audit: 2,
  };
  expect(JSON.parse(stdout)).toEqual(erased);
  const store = await openStore(url);
  try {
    const entries = await store.audit.entries(9);
    expect(entries.map(({ action, subject, after }) => ({ action, subject, after }))).toEqual([
      { action: "number erase", subject: {}, after: erased },
      { action: "list import", subject: { customer: 42, list: "Friends" }, after: expect.anything() },
      { action: "note set", subject: { customer: 42 }, after: { note: noted("***") } },
      { action: "message find", subject: { number: other }, after: undefined },
      { action: "message find", subject: { number: "***" }, after: undefined },
    ]);
    expect((await store.notes.find("customer", "42"))?.text).toBe(noted("***", "***", "***"));
    const callbacks = await store.callbacks.list({ customerId: 42, failed: false }, 9);
    expect(callbacks.map(({ phone }) => phone)).toEqual(["", "", other, ""]);
    const [failed] = await store.desk.candidates({ kind: "transaction", id: "t2" }, undefined, 1);
    expect(await store.desk.message(failed?.id ?? 0)).toMatchObject({ phone: "", failedAttempts: [] });
    expect(await store.desk.resend(failed?.id ?? 0, "t3", actor, noon)).toEqual({
      kind: "refused",
      reason: "notSendable",
    });
    expect((await store.outbox.statistics(42, "t1"))?.counts).toEqual([
      { state: RecipientState.Delivered, count: 2 },
    ]);
  } finally {
    await store.close();
  }
  expect((await ran(url, "database", "check")).code).toBe(0);
  const again = await ran(url, "number", "erase", person, "--json");
  expect(JSON.parse(again.stdout)).toEqual({
    ...{ messages: 0, inbox: 0, incoming: 0, callbacks: 0, receipts: 0, responses: 0, members: 0, audit: 0 },
  });
}

test("while a message to the number waits, nothing is erased", async () => {
  const url = await newDatabase();
  await fill(url, false);
  const { code, stderr } = await ran(url, "number", "erase", person);
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("messages wait") });
  const store = await openStore(url);
  expect((await store.audit.entries(9)).map(({ subject }) => subject)).toContainEqual({ number: person });
  await store.close();
});

/** The script, with the plans of its statements about recipients. */
function* explained<T>(script: Steps<T>, plans: string[]): Steps<T> {
  let next = script.next();
  while (next.done !== true) {
    const step = next.value;
    if ("statement" in step && /(?:FROM|UPDATE) recipient /u.test(step.statement.text)) {
      const { sqlite = step.statement.text } = step.statement;
      const statement = { ...step.statement, columns: undefined, sqlite: `EXPLAIN QUERY PLAN ${sqlite}` };
      const steps = (yield { ...step, kind: "all", statement }) as readonly { readonly detail: string }[];
      plans.push(steps.map(({ detail }) => detail).join("; "));
    }
    next = script.next(yield step);
  }
  return next.value;
}

onlyOn("sqlite", () => {
  test("SQLite: the number is gone from all files of the database; other numbers, charges and statuses stay", async () => {
    mkdirSync(join(folder.path, "data"));
    await erases(`sqlite:${join(folder.path, "data", "erase.db")}`);
    const files = readdirSync(join(folder.path, "data"));
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder.path, "data", name))));
    expect(bytes.includes(person)).toBe(false);
    expect(bytes.includes(other)).toBe(true);
  });

  test("SQLite: messages to the number are found by the index, so that the write lock is not held for long", async () => {
    const url = `sqlite:${join(folder.path, "index.db")}`;
    await fill(url, true);
    const plans: string[] = [];
    const { messages } = await (await placeOf(url)).erase(() => explained(eraseNumber(person, by), plans));
    expect({ messages, plans }).toEqual({
      messages: 3,
      plans: Array(2).fill(expect.stringMatching(/recipient_phone \(<expr>=\? AND phone=\?\)/u)),
    });
    expect(plans.join()).not.toMatch(/SCAN recipient(?!_block)/u);
  });
});

/** The script with a step before or after the messages lose the number. */
function* interrupted<T>(script: Steps<T>, when: "before" | "after"): Steps<T> {
  let next = script.next();
  while (next.done !== true) {
    const ofMessages = "statement" in next.value && next.value.statement.text.startsWith("UPDATE recipient ");
    if (ofMessages && when === "before") yield* primitive("meanwhile", undefined);
    const result = yield next.value;
    if (ofMessages && when === "after") yield* primitive("meanwhile", undefined);
    next = script.next(result);
  }
  return next.value;
}

/** Erases the number while the server does something before or after the messages lose it. */
async function erasedWhile(url: string, when: "before" | "after", happens: () => Promise<unknown>) {
  const database = await connect(postgresSettings(url));
  try {
    await database.transaction((session) =>
      runScript(session, interrupted(eraseNumber(person, by), when), { meanwhile: async () => happens() }),
    );
  } finally {
    await database.close();
  }
}

onlyOn("postgres", () => {
  test.each([
    { when: "before", meanwhile: "is accepted", states: [RecipientState.Queued, RecipientState.Delivered] },
    { when: "after", meanwhile: "gets its final status", states: [RecipientState.Delivered] },
  ] as const)(
    "PostgreSQL: nothing is erased when a message $meanwhile meanwhile",
    async ({ when, states }) => {
      const url = await newDatabase();
      const store = await openStore(url);
      const submit = async (id: string) => store.outbox.submit(submission(id, { recipients: [person] }));
      try {
        await openAccount(store, { payment: "postpaid" });
        await submit("t1");
        const [claimed] = await claimDue(store, noon, 1);
        const delivered = { recipientId: claimed?.id ?? 0, state: RecipientState.Delivered, at: noon };
        const deliver = async () => store.outbox.advance([delivered]);
        if (when === "before") await deliver();
        const happens = when === "before" ? async () => submit("t2") : deliver;
        await expect(erasedWhile(url, when, happens)).rejects.toMatchObject({ code: "inUse" });
        const number = { digits: person, whole: true };
        const messages = await store.desk.candidates({ kind: "number", number }, undefined, 9);
        expect(messages.map(({ state }) => state)).toEqual(states);
      } finally {
        await store.close();
      }
    },
  );

  test("PostgreSQL: a message that fails meanwhile loses its failed attempts too", async () => {
    const url = await newDatabase();
    const store = await openStore(url);
    try {
      await openAccount(store, { payment: "postpaid" });
      await erasedWhile(url, "before", async () => fail(store));
      expect(await execute(url, "SELECT phone FROM recipient")).toEqual([{ phone: "" }]);
      expect(await execute(url, "SELECT recipient FROM failed_attempt")).toEqual([]);
    } finally {
      await store.close();
    }
  });

  test("PostgreSQL: the number is gone from all tables", async () => {
    const url = await newDatabase();
    await erases(url);
    const tables = await execute(
      url,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    for (const { name } of tables as readonly { readonly name: string }[])
      expect(await execute(url, `SELECT t::text FROM "${name}" t WHERE t::text LIKE '%${person}%'`)).toEqual(
        [],
      );
  });
});
