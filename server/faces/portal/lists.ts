import { listLists } from "../../actions/lists.js";
import type { PortalRight } from "../../domain/accounts/portal-users.js";
import type { Store } from "../../ports/store.js";
import { optOutActions, optOutCards } from "../web/opt-outs.js";
import { type Cell, type Link, countCell, type Page } from "../web/view.js";
import { type ActionRoute, customerText, type PageRoute, rightOf, type Visit } from "./visit.js";

const tabs = [
  { text: "Lists", href: "/lists" },
  { text: "Opt-outs", href: "/opt-outs" },
] as const;

const listTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

async function listsPage(store: Store, visit: Visit): Promise<Page> {
  const rows = (await listLists.rows(store, { customer: customerText(visit) }, visit)).map(
    ({ name, category, type, owner, recipients }): readonly Cell[] => [
      ...[name, category, type, owner ?? "every user"].map((text) => ({ text })),
      countCell(recipients),
    ],
  );
  const columns = ["List", "Category", "Type", "Visible to", { text: "Recipients", number: true }];
  const empty = {
    icon: "list",
    title: "No list yet",
    text: "Your contact imports lists of recipients; programs send to them by name.",
  } as const;
  return {
    title: "Lists",
    tabs: listTabs("/lists"),
    sections: [{ heading: "Lists", tables: [{ caption: "Lists", columns, rows, empty }] }],
  };
}

async function optOutsPage(store: Store, visit: Visit): Promise<Page> {
  const sections = await optOutCards(store, { customer: customerText(visit), base: "/opt-outs", visit });
  return { title: "Lists", tabs: listTabs("/opt-outs"), sections };
}

export function listPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/lists", role: "messages", show: (visit) => listsPage(store, visit) },
    { path: "/opt-outs", role: "messages", show: (visit) => optOutsPage(store, visit) },
  ];
}

export function listActions(store: Store): readonly ActionRoute[] {
  return optOutActions<Visit, PortalRight>({
    store,
    path: "/opt-outs",
    needOf: rightOf,
    customerOf: customerText,
    back: () => "/opt-outs",
  });
}
