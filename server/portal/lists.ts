import { addToBlacklist, listBlacklist, removeFromBlacklist } from "../admin/coverage.js";
import { listLists } from "../admin/lists.js";
import { inField } from "../admin/refusal.js";
import { phoneOf } from "../admin/values.js";
import type { Store } from "../ports/store.js";
import { textOf } from "../web/form.js";
import { changeAction } from "../web/page.js";
import { type Cell, type Link, numberCell, type Page } from "../web/view.js";
import { type ActionRoute, customerText, may, type PageRoute, type Visit } from "./visit.js";

const tabs = [
  { text: "Lists", href: "/lists" },
  { text: "Opt-outs", href: "/opt-outs" },
] as const;

const listTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

async function listsPage(store: Store, visit: Visit): Promise<Page> {
  const rows = (await listLists(store, customerText(visit))).map(
    ({ name, category, type, owner, recipients }): readonly Cell[] => [
      ...[name, category, type, owner ?? "every user"].map((text) => ({ text })),
      numberCell(recipients),
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
  const mayChange = may(visit, "send");
  const rows = (await listBlacklist(store, customerText(visit))).map(({ number }): readonly Cell[] => {
    const fields = [{ name: "number", label: "", type: "hidden", value: number }] as const;
    const form = { action: "/opt-outs/remove", button: "Remove", fields, danger: true };
    return [{ text: number }, ...(mayChange ? [{ text: "", form }] : [])];
  });
  const empty = {
    icon: "ban",
    title: "No opt-out",
    text: "Messages to a number that opted out are rejected before they are sent, and cost nothing.",
  } as const;
  const columns = ["Number", ...(mayChange ? [""] : [])];
  return {
    title: "Lists",
    tabs: listTabs("/opt-outs"),
    sections: [
      {
        heading: "Opt-outs",
        tables: [{ caption: "Opt-outs", columns, rows, empty, csv: "opt-outs" }],
        forms: mayChange
          ? [
              {
                action: "/opt-outs/add",
                button: "Add the number",
                caption: "Add an opt-out",
                folded: true,
                fields: [
                  {
                    name: "number",
                    label: "Number",
                    type: "text",
                    required: true,
                    width: "medium",
                    hint: "with its country code",
                  },
                ],
              },
            ]
          : [],
      },
    ],
  };
}

export function listPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/lists", role: "messages", show: (visit) => listsPage(store, visit) },
    { path: "/opt-outs", role: "messages", show: (visit) => optOutsPage(store, visit) },
  ];
}

export function listActions(store: Store): readonly ActionRoute[] {
  const route = { role: "send", back: () => "/opt-outs" } as const;
  return [
    changeAction(
      { ...route, path: "/opt-outs/add", done: "The number is on the list of opt-outs." },
      async (visit, form) =>
        addToBlacklist(
          store,
          [inField("number", () => phoneOf(textOf(form, "number") ?? ""))],
          customerText(visit),
          visit,
        ),
    ),
    changeAction(
      {
        ...route,
        path: "/opt-outs/remove",
        done: "The number was removed.",
        danger: {
          button: "Remove the opt-out",
          text: "The next message to this number is sent. Remove it only if its owner has asked for it.",
        },
      },
      async (visit, form) =>
        removeFromBlacklist(store, [textOf(form, "number") ?? ""], customerText(visit), visit),
    ),
  ];
}
