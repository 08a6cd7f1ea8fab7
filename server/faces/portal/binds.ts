import type { SmppAccount } from "../../domain/smpp/accounts.js";
import type { Store } from "../../ports/store.js";
import { type Cell, countCell, numberCell, type Page, type Table, unknown } from "../web/view.js";
import { developerTabs } from "./keys.js";
import type { PageRoute, Visit } from "./visit.js";

/** Accounts and binds of the customer's SMPP clients. Names of processes and links are for operators. */

const receiptTexts = { any: "any receiver", "same-bind": "the bind of the message" } as const;

/** Accounts of the SMPP server, and their binds. */
export async function bindsOf({ smpp }: Store, { customer, now }: Pick<Visit, "customer" | "now">) {
  const binds = await smpp.binds(now);
  return {
    accounts: await smpp.accounts(customer),
    binds: binds.filter(({ customerId }) => customerId === customer),
  };
}

async function accountsTable(
  { smpp }: Store,
  accounts: readonly SmppAccount[],
  binds: readonly { readonly systemId: string }[],
): Promise<Table> {
  const waiting = new Map((await smpp.waiting()).map((each) => [each.userId, each]));
  const rows = accounts.map((account): readonly Cell[] => {
    const { userId, systemId, userName, window, receipts, fromAddresses } = account;
    const found = waiting.get(userId);
    return [
      { text: systemId, layout: "code", note: userName },
      numberCell(binds.filter((bind) => bind.systemId === systemId).length),
      numberCell(window),
      { text: receiptTexts[receipts] },
      { text: fromAddresses.join(", ") || "any" },
      countCell(found?.waiting ?? 0),
      found === undefined ? { text: unknown } : { text: "", time: found.oldest },
    ];
  });
  return {
    caption: "Accounts",
    columns: ["Account", "Binds", "Window", "Receipts go to", "Addresses", "Waiting for a bind", "Oldest"],
    rows,
    empty: {
      icon: "log-in",
      title: "No SMPP account",
      text: "Your contact makes one for programs that send over SMPP.",
    },
  };
}

async function bindsPage(store: Store, visit: Visit): Promise<Page> {
  const { accounts, binds } = await bindsOf(store, visit);
  const rows = binds.map(({ systemId, kind, address, since, ...counts }): readonly Cell[] => [
    { text: systemId, layout: "code", note: kind },
    { text: address, layout: "code" },
    { text: "", time: since },
    ...[counts.submitted, counts.refused, counts.throttled, counts.delivered].map((count) =>
      countCell(count),
    ),
  ]);
  const empty = {
    icon: "log-in",
    title: "No program is bound",
    text: "A bind appears here within seconds, with what it has sent and received.",
  } as const;
  const columns = ["Account", "From", "Since", "Accepted", "Refused", "Too fast", "Received"];
  const table = { caption: "Binds", columns, rows, empty };
  return {
    title: "Developers",
    tabs: developerTabs("/binds"),
    sections: [
      { heading: "SMPP accounts", tables: [await accountsTable(store, accounts, binds)] },
      { heading: "Binds", note: "counted since each bind began", tables: [table] },
    ],
  };
}

export function bindPages(store: Store): readonly PageRoute[] {
  return [{ path: "/binds", role: "develop", show: (visit) => bindsPage(store, visit) }];
}
