import { expect } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { phoneText } from "#server/faces/web/number-texts.js";
import type { Clicks } from "../../counted-clicks.js";
import type { Locator } from "../../playwright.js";
import { own, type PortalServer } from "./portal-server.js";

/** What a user of a customer does in the portal from its overview, with what the database has afterwards. */
export type PortalTask = readonly [
  name: string,
  does: (user: Clicks, portal: PortalServer) => Promise<void>,
  found: (portal: PortalServer, spent: number) => Promise<unknown>,
  want: unknown,
];

/** The messages of the transaction that was stored last: their numbers, with a word for those that are not sent. */
async function storedLast({ store }: PortalServer): Promise<readonly string[]> {
  const { desk } = store;
  const [last] = await desk.candidates({ kind: "customer", id: own, until: undefined }, undefined, 1);
  const id = last?.transactionId ?? "";
  const all = await desk.candidates({ kind: "transaction", id }, undefined, 99);
  const word = (state: RecipientState): string => (state === RecipientState.Blacklisted ? "blocked " : "");
  return all.map(({ phone, state }) => `${word(state)}${phone}`).toSorted();
}

/** The message that was stored last to a number. */
async function lastTo({ store }: PortalServer, digits: string) {
  const [found] = await store.desk.candidates(
    { kind: "number", number: { digits, whole: true } },
    undefined,
    1,
  );
  return found;
}

const field = ({ page }: Clicks, label: string): Locator => page.getByLabel(label, { exact: true });

/** Fills in the form of sending, and checks its cost. */
async function write(user: Clicks, fields: Readonly<Record<string, string>>): Promise<void> {
  await user.place("Send");
  for (const [label, value] of Object.entries(fields)) await field(user, label).fill(value);
}

const check = (user: Clicks): Promise<void> => user.button("Check the cost");
const accepted = (user: Clicks): Promise<void> => user.done("The message was accepted.");

const csv = (...lines: readonly string[]) => ({
  ...{ name: "numbers.csv", mimeType: "text/csv" },
  buffer: Buffer.from(lines.join("\r\n")),
});

export const portalTasks: readonly PortalTask[] = [
  [
    "send a message, its parts counted",
    async (user) => {
      const text = "a".repeat(161);
      await write(user, { To: "12025550201\n+1 202 555 0202", Text: text });
      await user.page.getByText("161 characters, GSM alphabet: 2 parts of 153, 145 left").first().waitFor();
      await check(user);
      await user.button("Send to 2 for 4 credits");
      await accepted(user);
    },
    async (portal, spent) => [await storedLast(portal), spent],
    [["12025550201", "12025550202"], 4_000],
  ],
  [
    "send to a list",
    async (user, { store }) => {
      await store.lists.addMembers(own, "Clients", ["12025550211", "12025550212", "12025550213"], Date.now());
      await store.coverage.addToBlacklist(own, ["12025550213"], Date.now());
      await write(user, { Text: "For you" });
      await field(user, "To a list or a group").selectOption(
        (await store.lists.named(own, "Clients"))?.id ?? "",
      );
      await check(user);
      const facts = user.page.locator("dl").filter({ hasText: "Numbers of Clients" });
      await facts.getByText("Opted out or blocked").waitFor();
      expect((await facts.innerText()).replaceAll(/\s+/gu, " ")).toMatch(
        /Numbers of Clients 4 .*Opted out or blocked − 1 Recipients 3 /u,
      );
      await user.button("Send to 3 for 3 credits");
      await accepted(user);
    },
    async (portal, spent) => [await storedLast(portal), spent],
    [["12025550142", "12025550211", "12025550212", "blocked 12025550213"], 3_000],
  ],
  [
    "send at a time of the own zone",
    async (user) => {
      await write(user, { To: "12025550221", Text: "Later", When: "2031-01-15T08:30" });
      await check(user);
      await user.page.getByText("15 Jan 2031, 08:30:00 New York").waitFor();
      await user.button("Send to 1 for 1 credit");
      await accepted(user);
    },
    async (portal, spent) => [
      new Date((await lastTo(portal, "12025550221"))?.dueAt ?? 0).toISOString(),
      spent,
    ],
    ["2031-01-15T13:30:00.000Z", 1_000],
  ],
  [
    "send a test to oneself",
    async (user) => {
      await write(user, { To: "12025550231\n12025550232", Text: "Try it" });
      await check(user);
      await field(user, "Your number").fill("+1 202 555 0230");
      await user.button("Send me a test");
      await user.page.getByText("A test was sent to +1 202 555 0230.").waitFor();
    },
    async (portal, spent) => [await storedLast(portal), spent],
    [["12025550230"], 1_000],
  ],
  [
    "get the rows of a file that are left out",
    async (user) => {
      await write(user, { Text: "Hello" });
      await field(user, "File of numbers").setInputFiles(csv("phone", "12025550241", "12345", "12025550213"));
      await check(user);
      await user.page.getByText("Send to 1 for 1 credit").waitFor();
      const file = user.page.getByRole("link", { name: "CSV" }).first();
      const href = (await file.getAttribute("href")) ?? "";
      expect(await user.page.evaluate(`fetch(${JSON.stringify(href)}).then((found) => found.text())`)).toBe(
        [
          "Row,Value,Reason",
          "1,phone,Not a phone number: has no digits",
          "3,12345,Not a phone number: is too short for an international number",
          "4,'12025550213,Opted out or blocked",
          "",
        ].join("\r\n"),
      );
      await user.click(file);
    },
    async (portal, spent) => [await storedLast(portal), spent],
    [["12025550230"], 0],
  ],
  [
    "cancel a message before it leaves",
    async (user) => {
      await user.place("Messages");
      await user.link(phoneText("12025550221"));
      await user.button("Cancel the message");
      await user.button("Cancel the message");
      await user.done("The message was cancelled.");
    },
    async (portal, spent) => [(await lastTo(portal, "12025550221"))?.state, spent],
    [RecipientState.Deleted, -1_000],
  ],
  [
    "make a list of numbers",
    async (user) => {
      await user.place("Lists");
      await user.click(user.page.getByText("Create a list").first());
      await user.form("Create a list").getByLabel("Name").fill("Regulars");
      await user.send("Create a list");
      await field(user, "Numbers to add").fill("+1 202 555 0251\n12025550252, 12025550251");
      await user.button("Add the numbers");
      await user.done("2 numbers were added.");
    },
    async ({ store }) => (await store.lists.named(own, "Regulars"))?.recipients,
    2,
  ],
];
