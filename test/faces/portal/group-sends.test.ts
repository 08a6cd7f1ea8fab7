import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RecipientList } from "#server/domain/recipients/lists.js";
import { listChoices, membersIn, offered } from "#server/faces/portal/list-choices.js";
import type { PlainBrowser } from "../console/console-server.js";
import { formsOn, valuesOf } from "../matrix/page-forms.js";
import { other, own, type PortalServer, startPortal } from "./portal-server.js";

const listOf = (name: string, category: string, recipients = 1): RecipientList => ({
  ...{ id: name, customerId: own, name, category, owner: undefined, type: "DistributionList", version: 1 },
  ...{ recipients, columns: ["phone"] },
});

describe("what a message can be sent to", () => {
  test.each([
    [[], []],
    [[listOf("A", "")], ["A, 1 recipient"]],
    [[listOf("A", "Retail", 2)], ["A, 2 recipients", "The group Retail, 1 list"]],
    [
      [listOf("A", "Retail"), listOf("B", "retail")],
      ["A, 1 recipient", "B, 1 recipient", "The group Retail, 2 lists"],
    ],
    [
      [listOf("A", "Z"), listOf("B", "Y")],
      ["A, 1 recipient", "B, 1 recipient", "The group Y, 1 list", "The group Z, 1 list"],
    ],
    [[listOf("A", "  ")], ["A, 1 recipient", "The group   , 1 list"]],
  ])("%#: %j", (lists, want) => {
    expect(listChoices(lists).map((choice) => offered(choice).text)).toEqual(want);
  });

  test("a group has the members of its lists", () => {
    const group = listChoices([listOf("A", "R", 2), listOf("B", "r", 3)]).at(-1);
    expect([group?.value, group && membersIn(group)]).toEqual(["group:R", 5]);
  });
});

/** Lists of the customer with their numbers; `owner`: of one user alone. */
const lists: readonly { name: string; category: string; owner?: string; numbers: readonly string[] }[] = [
  { name: "Berlin", category: "Retail", numbers: ["12025550301", "12025550302"] },
  { name: "Paris", category: "RETAIL", numbers: ["12025550302", "12025550303", "12025550304"] },
  { name: "Empty", category: "Retail", numbers: [] },
  { name: "Private", category: "Retail", owner: "developer", numbers: ["12025550305"] },
  { name: "Others", category: "Staff", numbers: ["12025550306"] },
  { name: "Nobody", category: "Void", numbers: [] },
];

describe("a message to a group", () => {
  let portal: PortalServer;
  let owner: PlainBrowser;
  beforeAll(async () => {
    portal = await startPortal();
    const { store } = portal;
    for (const [index, { name, category, owner: user, numbers }] of lists.entries()) {
      const id = `00000000-0000-4000-8000-00000000010${index}`;
      const kept = { id, customerId: own, name, category, owner: user, columns: ["phone"], replace: false };
      const definition = { ...kept, type: "DistributionList" } as const;
      const begun = await store.lists.beginImport(definition, Date.now());
      if (begun.ok) await store.lists.finishImport(begun.importId, definition, Date.now());
      if (numbers.length > 0) await store.lists.addMembers(own, name, numbers, Date.now());
    }
    owner = await portal.logIn("owner");
  });
  afterAll(() => portal.close());

  const check = (list: string, more: object = {}, browser = owner) =>
    browser.post("/send/check", { originator: "Shop", list, numbers: "", text: "Hello", ...more });

  /** The form that sends what was checked. */
  const sending = (text: string) => formsOn(text).find(({ action }) => action === "/send");
  const balance = async (): Promise<number> =>
    (await portal.store.accounts.balances(own)).find(({ kind }) => kind === "SMS")?.amount ?? 0;

  test.each([
    ["group:RETAIL", "Send to 4 for 4 credits"],
    ["group:STAFF", "Send to 1 for 1 credit"],
  ])("%s: %s", async (group, want) => {
    expect((await check(group)).text).toContain(want);
  });

  test("says the sum: numbers of all lists, less those that are in several", async () => {
    const { text } = await check("group:RETAIL");
    const plain = text.replace(/<[^>]*>/gu, " ").replace(/\s+/gu, " ");
    expect(plain).toMatch(/Numbers of group Retail 5 Repeated, sent once − 1 Recipients 4/u);
  });

  test("has the lists that its user sees", async () => {
    const developer = await portal.logIn("developer");
    expect((await check("group:RETAIL", {}, developer)).text).toContain("Send to 5 for 5 credits");
  });

  test.each([
    ["group:VOID", {}, /no number|No number|number/u],
    ["group:NONE", {}, /Choose one of the lists/u],
    ["group:", {}, /Choose one of the lists/u],
    ["group:RETAIL", { numbers: "12025550301" }, /only one of them/u],
    ["group:Retail", {}, /Choose one of the lists/u],
  ])("%s with %j is refused: %s", async (group, more, want) => {
    const { text } = await check(group, more);
    expect(sending(text)).toBeUndefined();
    expect(text).toMatch(want);
  });

  test("of another customer is not one", async () => {
    const stranger = await portal.logIn("owner", other);
    expect((await check("group:RETAIL", {}, stranger)).text).toContain("Choose one of the lists");
  });

  test("goes once to each number, however often its form comes, and is charged once", async () => {
    const form = sending((await check("group:RETAIL")).text);
    const before = await balance();
    const values = form === undefined ? {} : valuesOf(form);
    const [first, second] = [await owner.post("/send", values), await owner.post("/send", values)];
    const [at, again] = [first, second].map(({ headers }) => headers.get("location"));
    const place = at?.split("?")[0];
    expect(place).toMatch(/^\/transactions\//u);
    expect(again).toContain("repeated=on");
    expect(before - (await balance())).toBe(4_000);
    const id = decodeURIComponent(place?.split("/").at(-1) ?? "");
    const sent = await portal.store.desk.candidates({ kind: "transaction", id }, undefined, 9);
    expect(sent.map(({ phone }) => phone).toSorted()).toEqual(
      [1, 2, 3, 4].map((last) => `1202555030${last}`),
    );
    const [entry] = await portal.store.audit.entries(1);
    expect(entry).toMatchObject({ action: "message send", after: { recipients: 4, list: "group Retail" } });
  });

  test("whose lists have changed after the check is checked again", async () => {
    const form = sending((await check("group:RETAIL")).text);
    const before = await balance();
    await portal.store.lists.addMembers(own, "Paris", ["12025550309"], Date.now());
    const { text } = await owner.post("/send", form === undefined ? {} : valuesOf(form));
    expect(text).toContain("check it again");
    expect(await balance()).toBe(before);
    expect((await check("group:RETAIL")).text).toContain("Send to 5 for 5 credits");
  });
});
