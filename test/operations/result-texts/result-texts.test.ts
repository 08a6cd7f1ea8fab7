import type { AnyOperation } from "messenger-gen-runtime/host";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Messenger, ServiceTypes } from "messenger-client";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import {
  namesInRecords,
  parameterNames,
  resultOf as resultIn,
  resultTexts,
} from "#server/faces/contract/result-texts.js";
import { authenticateTube } from "#server/operations/tube.js";
import { definition, importList, listId, phone } from "../../storage/list-cases.js";
import { submission } from "../../storage/fixtures.js";
import { type Desk, noon, openDesk } from "../desk.js";
import { commonRows, heading, listedTexts, page, shortName } from "../documented-texts.js";
import { type Case, cases, sentTransaction } from "./cases.js";
import { type OperationName, operationNames, resultOf } from "./every-operation.js";

/** A desk on which every operation succeeds. */
async function openFurnished(): Promise<Desk> {
  const desk = await openDesk();
  const { accounts, lists, locations, outbox, campaigns } = desk.store;
  await accounts.addCredit(42, "SMS", 1_000_000, noon);
  await accounts.addCredit(42, "MMS", 1_000_000, noon);
  const members = [{ phone: phone(1), attributes: ["Cairo"] }];
  const columns = ["Phone", "City"];
  for (const [index, customerId] of [42, 43].entries()) {
    const own = { customerId, id: listId(1 + 2 * index), name: "Plain" };
    await importList(lists, definition(own), members);
    const smart = { customerId, id: listId(2 + 2 * index), name: "Smart", type: "SmartList" } as const;
    await importList(lists, definition({ ...smart, columns }), members);
  }
  await locations.add({ name: "Station", description: "" }, noon);
  await outbox.submit(submission(sentTransaction));
  const message = submission("campaign", { recipients: [] });
  const schedule = { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" };
  await campaigns.start({ submission: message, schedule, locations: [], recipientLimit: 1 });
  return desk;
}

let shared: Desk;
beforeAll(async () => {
  shared = await openFurnished();
});
afterAll(async () => {
  await shared.close();
});

const textOf = ({ text }: Case, operation: OperationName): string =>
  typeof text === "string" ? text : text(operation);

/** The store responds too late: tested with a separate store below. */
const late = { text: resultTexts.serverBusy, by: ["TubeAuthenticateCustomerUser"] } as const;

const pairs = (): ReadonlyMap<OperationName, readonly string[]> =>
  new Map(
    operationNames.map((name) => [
      name,
      [...cases, late]
        .filter(({ by }) => by.some((one) => one === name))
        .map((one) => shortName(textOf(one, name))),
    ]),
  );

describe.each(cases.map((one) => ({ one, title: shortName(textOf(one, one.by[0] ?? "Diag")) })))(
  "$title",
  ({ one: { given = {}, by, prepare, ...one } }) => {
    let own: Desk | undefined;
    beforeAll(async () => {
      if (prepare === undefined) return;
      own = await openFurnished();
      await prepare(own);
    });
    afterAll(async () => {
      await own?.close();
    });

    test.each([...by])("%s", async (operation) => {
      const asked = typeof given === "function" ? given(operation) : given;
      const result = await resultOf((own ?? shared).client, operation, asked);
      expect(result).toBe(textOf({ ...one, by }, operation));
    });
  },
);

test("TubeAuthenticateCustomerUser when the store does not answer", async () => {
  const credentials = { verify: () => new Promise<never>(() => undefined) };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dependencies = { credentials, store: shared.store } as unknown as Parameters<
    typeof authenticateTube
  >[0];
  const input = { serviceType: ServiceTypes.SMPP_TRANSMITTER, user: shared.user };
  const outcome = await authenticateTube(dependencies, input, log, 1);
  expect(resultIn(outcome, "TubeAuthenticateCustomerUser")).toBe(late.text);
});

/** The section of the page: every operation with the texts that it can give. */
function section(): string {
  const rows = Object.values<AnyOperation>(Messenger.operations).map(({ name }) => {
    const texts = [...(pairs().get(name as OperationName) ?? [])];
    return `- **${name}**: ${texts.length === 0 ? "no `Result`; returns a text" : listedTexts(texts)}`;
  });
  return `${heading}\n${[...commonRows, ...rows].join("\n")}\n`;
}

describe(page, () => {
  test("has every operation with every text that it can give (MESSENGER_GOLDEN=write writes it anew)", () => {
    const text = readFileSync(page, "utf8");
    const [before = "", after] = text.split(heading);
    if (process.env["MESSENGER_GOLDEN"] === "write")
      writeFileSync(page, `${before.trimEnd()}\n\n${section()}`);
    else expect(`${heading}${after ?? ""}`).toBe(section());
  });

  test("every operation of the contract and every text of the table has a case (every-operation.ts, cases.ts)", () => {
    expect([...operationNames].sort()).toEqual(
      Object.values<AnyOperation>(Messenger.operations)
        .map(({ name }) => name)
        .sort(),
    );
    const given = new Set([...cases, late].flatMap((one) => one.by.map((name) => textOf(one, name))));
    expect(Object.values(resultTexts).filter((text) => !given.has(text))).toEqual([]);
  });

  test("every parameter that a refusal can name has a case", () => {
    const named = new Set(
      [...cases].flatMap((one) => one.by.map((name) => /'([^']+)'/.exec(textOf(one, name))?.[1])),
    );
    const names = [parameterNames, ...Object.values(namesInRecords)].flatMap((each) => Object.values(each));
    expect(names.filter((name) => !named.has(name))).toEqual([]);
  });

  test("no operation has a text twice", () => {
    for (const [name, texts] of pairs()) {
      const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
      expect([name, twice]).toEqual([name, []]);
    }
  });
});
