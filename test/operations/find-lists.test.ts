import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DistributionListType, type FindListsResult } from "messenger-client";
import { toGuid, zeroGuid } from "messenger-gen-runtime";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { definition, importList, listId, phone } from "../storage/list-cases.js";
import { type Desk, openDesk } from "./desk.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { lists } = desk.store;
  const members = [1, 2, 3].map((number) => ({ phone: phone(number), attributes: [] }));
  await importList(lists, definition({ name: "Clients", category: "Sales" }), members);
  const smart = { id: listId(2), name: "Café", category: "sales", type: "SmartList", owner: "api" } as const;
  await importList(lists, definition(smart), []);
  await importList(lists, definition({ id: listId(3), customerId: 43, category: "Sales" }), []);
  await importList(lists, definition({ ...smart, replace: true }), members.slice(1));
});

afterAll(async () => {
  await desk.close();
});

const clients = {
  ...{ ID: listId(1), Name: "Clients", Category: "Sales", RecipientsCount: 3, Version: 1, Private: false },
  Type: DistributionListType.DistributionList,
};
const cafe = {
  ...{ ID: listId(2), Name: "Café", Category: "sales", RecipientsCount: 2, Version: 2, Private: true },
  Type: DistributionListType.SmartList,
};

const found = (...Lists: readonly object[]): object => ({ ErrorCode: 0, Result: "OK", Lists });
const refused = (ErrorCode: number, Result: string): object => ({ ErrorCode, Result, Lists: [] });

interface Search {
  readonly id?: string;
  readonly name?: string;
  readonly category?: string;
}

/** The same search by both operations. */
async function search({ id = "", name, category }: Search): Promise<readonly FindListsResult[]> {
  const { user, client } = desk;
  const searchCriteria = { ID: id === "" ? zeroGuid : toGuid(id), Name: name, Category: category };
  const flat = { customerID: user.CustomerID, userName: user.Name, userPassword: user.Password };
  return [
    await client.findDistributionLists({ user, searchCriteria }),
    await client.httpFindDistributionLists({ ...flat, listId: id, listName: name, listCategory: category }),
  ];
}

describe("lists are found", () => {
  const table: readonly { given: Search; want: object }[] = [
    { given: {}, want: found(clients, cafe) },
    { given: { id: zeroGuid, name: "", category: " " }, want: found(clients, cafe) },
    { given: { id: listId(2) }, want: found(cafe) },
    { given: { id: listId(2), name: "Clients" }, want: found() },
    { given: { name: "CAFÉ" }, want: found(cafe) },
    { given: { name: " clients " }, want: found(clients) },
    { given: { name: "Client" }, want: found() },
    { given: { category: "SALES" }, want: found(clients, cafe) },
    { given: { category: "Other" }, want: found() },
    { given: { id: listId(3) }, want: found() },
  ];
  test.each(table)("$given", async ({ given, want }) => {
    for (const answer of await search(given)) expect(answer).toEqual(want);
  });

  test.each([
    `{${listId(2)}}`,
    `(${listId(2)})`,
    listId(2).replaceAll("-", "").toUpperCase(),
    ` {${zeroGuid}} `,
  ])("listId %j, as new Guid() reads it", async (id) => {
    const { user, client } = desk;
    const flat = { customerID: user.CustomerID, userName: user.Name, userPassword: user.Password };
    const want = id.includes(zeroGuid) ? found(clients, cafe) : found(cafe);
    for (const binding of ["soap11", "httpGet", "httpPost"] as const)
      expect(await client.httpFindDistributionLists({ ...flat, listId: id }, { binding })).toEqual(want);
  });

  test("by every binding the HTTP_ operation has", async () => {
    const { user, client } = desk;
    const flat = { customerID: user.CustomerID, userName: user.Name, userPassword: user.Password };
    for (const binding of ["soap11", "soap12", "httpGet", "httpPost"] as const) {
      expect(await client.httpFindDistributionLists({ ...flat, listId: "" }, { binding })).toEqual(
        found(clients, cafe),
      );
    }
  });
});

describe("a search is refused", () => {
  test("without credentials that fit, before anything else", async () => {
    const { user, client } = desk;
    const wrong = { ...user, Password: "wrong" };
    const want = refused(4042, resultTexts.unknownUser);
    expect(await client.findDistributionLists({ user: wrong })).toEqual(want);
    expect(await client.findDistributionLists({})).toEqual(want);
    expect(await client.httpFindDistributionLists({ customerID: 7, listId: "x" })).toEqual(want);
  });

  test("without criteria", async () => {
    expect(await desk.client.findDistributionLists({ user: desk.user })).toEqual(
      refused(6057, missingParameter("searchCriteria")),
    );
  });

  test.each(["x", `{${listId(1)})`, listId(1).slice(1), "0"])("with listId %s", async (id) => {
    const { user, client } = desk;
    const flat = { customerID: user.CustomerID, userName: user.Name, userPassword: user.Password };
    expect(await client.httpFindDistributionLists({ ...flat, listId: id })).toEqual(
      refused(6056, incorrectParameter("listId")),
    );
  });
});
