import { expect } from "@jest/globals";
import { creditsText } from "#server/domain/credit/credit.js";
import { submission } from "../../storage/fixtures.js";
import { failMessage } from "./console-server.js";
import type { Task } from "./operator-tasks.js";

/** What an operator looks up: the figures are those of the database. */

const failed = "12025550156";

export const lookTasks: readonly Task[] = [
  [
    "see when the balance of a customer ends",
    async (operator, { store }) => {
      const at = Date.now();
      const charge = { kind: "SMS", amount: 1_000 } as const;
      const change = { at, dueAt: at + 86_400_000, recipients: ["12025550155"], charge };
      await store.outbox.submit(submission("balance", change));
      await operator.customer(42);
      const tile = operator.page.locator(".tile").filter({ hasText: "Balance" });
      await tile.getByText(/^ends (?:today|tomorrow|\d+ [A-Z][a-z]{2}) about \d\d:\d\d$/u).waitFor();
      const balance = (await store.accounts.balances(42)).find(({ kind }) => kind === "SMS")?.amount ?? 0;
      expect(await tile.textContent()).toContain(`${creditsText(balance)} SMS`);
    },
    async ({ store }) => {
      const [until, step] = [Date.now(), 3_600_000];
      const found = await store.ledger.course({
        customerId: 42,
        kind: "SMS",
        from: until - step,
        until,
        step,
      });
      const [before = 0, now = 0] = found?.balances ?? [];
      return before > now || (found?.refills.length ?? 0) > 0;
    },
    true,
  ],
  [
    "see what happened on a link",
    async (operator) => {
      await operator.place("Links");
      const links = operator.page.getByRole("main").getByRole("link", { name: "test", exact: true });
      await operator.click(links.first());
      await operator.page.getByText("test bound").first().waitFor();
    },
    async ({ store }) => (await store.links.events(1, 9)).some(({ event }) => event === "bound"),
    true,
  ],
  [
    "follow the money of a message",
    async (operator, { store }) => {
      await failMessage(store, "money", failed);
      await operator.page.keyboard.press("/");
      await operator.page.keyboard.type(`+${failed}`);
      await operator.page.keyboard.press("Enter");
      operator.count++;
      await operator.page.getByText("1 credit taken").waitFor();
      await operator.click(operator.page.locator(".time-line").getByRole("link", { name: "Ledger" }).first());
      await operator.page.getByRole("row", { name: "money" }).first().waitFor();
    },
    async ({ store }) => {
      const [message] = await store.desk.candidates({ kind: "transaction", id: "money" }, undefined, 1);
      return (await store.desk.message(message?.id ?? 0))?.charges.map(({ amount }) => amount);
    },
    [1_000],
  ],
];
