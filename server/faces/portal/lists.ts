import { addToList, createList, importNumbers, removeFromList } from "../../actions/list-members.js";
import { changeList, listLists, removeList } from "../../actions/lists.js";
import { mayChange } from "../../actions/rights.js";
import { Refusal } from "../../admin/refusal.js";
import type { PortalRight } from "../../domain/accounts/portal-users.js";
import type { RecipientList } from "../../domain/recipients/lists.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import type { Values } from "../web/form.js";
import { countText, countWords } from "../web/number-texts.js";
import { optOutActions, optOutCards } from "../web/opt-outs.js";
import { idOf, part } from "../web/page.js";
import {
  type Cell,
  countCell,
  type Form,
  type Link,
  type Page,
  phoneCell,
  type Section,
} from "../web/view.js";
import { typedEntries } from "./send-draft.js";
import {
  type ActionRoute,
  customerAction,
  customerText,
  isSupport,
  type PageRoute,
  rightOf,
  type Visit,
} from "./visit.js";

const tabs = [
  { text: "Lists", href: "/lists" },
  { text: "Opt-outs", href: "/opt-outs" },
] as const;

const listTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

const pathOf = (id: string): string => `/lists/${part(id)}`;

/** Whether a visitor sees the numbers of a list: a user those of every user and its own, as a program of it. */
const isVisible = ({ visitor }: Visit, owner: string | null): boolean =>
  owner === null || (!isSupport(visitor) && owner === visitor.user);

async function listsPage(store: Store, visit: Visit): Promise<Page> {
  const rows = (await listLists.rows(store, { customer: customerText(visit) }, visit)).map(
    ({ id, name, category, type, owner, recipients }): readonly Cell[] => [
      { text: name, href: isVisible(visit, owner) ? pathOf(id) : undefined },
      ...[category, type, owner ?? "every user"].map((text) => ({ text })),
      countCell(recipients),
    ],
  );
  const columns = ["List", "Group", "Type", "Visible to", { text: "Recipients", number: true }];
  const empty = {
    icon: "list",
    title: "No list yet",
    text: "A list has numbers that get the same messages. Programs send to it by its name.",
  } as const;
  const create: Form = actionForm(createList, "/lists/create", {
    caption: "Create a list",
    folded: true,
    names: ["name", "category"],
  });
  return {
    title: "Lists",
    tabs: listTabs("/lists"),
    sections: [
      {
        heading: "Lists",
        tables: [{ caption: "Lists", columns, rows, empty }],
        forms: mayChange(createList.may, visit.caller) ? [create] : [],
      },
    ],
  };
}

/** A list that a visitor sees. @throws Refusal for another one, as for an unknown one */
async function ownList(store: Store, visit: Visit): Promise<RecipientList> {
  const id = idOf(visit);
  const all = await store.lists.all(visit.customer);
  const list = all.find((each) => each.id === id);
  if (list === undefined || !isVisible(visit, list.owner ?? null))
    throw new Refusal(`there is no list ${id}`);
  return list;
}

/** Numbers of a page. */
const shownNumbers = 100;

const placeIn = (given: string | undefined): number => (/^\d{1,9}$/u.test(given ?? "") ? Number(given) : 0);

/** The numbers of a list from a place on, and whether there are more. */
async function numbersCard(
  store: Store,
  visit: Visit,
  list: RecipientList,
  changes: boolean,
): Promise<Section> {
  const { id, type, recipients, owner, customerId } = list;
  const offset = Math.min(placeIn(visit.query.get("from")), Math.max(0, recipients - 1));
  const viewer = { customerId, userName: owner ?? "" };
  const selection = { listId: id, type, filters: [], offset, count: shownNumbers };
  const phones: string[] = [];
  await store.lists.select(viewer, selection, (found) => phones.push(...found));
  const path = pathOf(id);
  const rows = phones.map((phone): readonly Cell[] => [
    phoneCell(phone),
    ...(changes
      ? [
          {
            text: "",
            form: actionButton(
              removeFromList,
              `${path}/remove-number`,
              { numbers: phone },
              { button: "Remove" },
            ),
          },
        ]
      : []),
  ]);
  const end = offset + phones.length;
  const foot = {
    text: `${countText(recipients === 0 ? 0 : offset + 1)} to ${countText(end)} of ${countText(recipients)}`,
    newer: offset === 0 ? undefined : `${path}?from=${Math.max(0, offset - shownNumbers)}`,
    older: end < recipients ? `${path}?from=${end}` : undefined,
    words: { newer: "Back", older: "Next" },
  };
  const empty = {
    icon: "list",
    title: "No number yet",
    text: "Add numbers one a line, or those of a file.",
  } as const;
  return {
    heading: "Numbers",
    width: 8,
    tables: [
      { caption: "Numbers of the list", columns: ["Number", ...(changes ? [""] : [])], rows, empty, foot },
    ],
  };
}

/** The forms that change a list. */
function changeCards(list: RecipientList): readonly Section[] {
  const path = pathOf(list.id);
  const hint = "One a line, with its country code.";
  const numbersField = (label: string) => ({ numbers: { label, type: "lines", hint } as const });
  return [
    {
      heading: "Add numbers",
      width: 4,
      forms: [
        actionForm(addToList, `${path}/add`, {
          names: ["numbers"],
          fields: numbersField("Numbers to add"),
          primary: true,
        }),
        actionForm(importNumbers, `${path}/import`, {
          names: ["file"],
          fields: {
            file: { label: "File of numbers", hint: "Text or CSV; a column phone or number counts." },
          },
        }),
      ],
    },
    {
      heading: "Remove numbers",
      width: 4,
      forms: [
        actionForm(removeFromList, `${path}/remove-numbers`, {
          names: ["numbers"],
          fields: numbersField("Numbers to remove"),
        }),
      ],
    },
    {
      heading: "This list",
      width: 4,
      forms: [
        actionForm(changeList, `${path}/change`, { names: ["name", "category"], values: list }),
        actionButton(removeList, `${path}/remove`, {}, { button: "Remove the list" }),
      ],
    },
  ];
}

async function listPage(store: Store, visit: Visit): Promise<Page> {
  const list = await ownList(store, visit);
  const changes = mayChange(addToList.may, visit.caller);
  const { name, category, recipients, id } = list;
  return {
    title: name,
    crumbs: [
      { text: "Lists", href: "/lists" },
      { text: name, href: "" },
    ],
    facts: [
      { text: countWords(recipients, "number") },
      ...(category === "" ? [] : [{ text: `group ${category}` }]),
      { text: id, layout: "code" },
    ],
    actions: changes ? [{ text: "Send to it", href: `/send?list=${part(id)}`, icon: "send" }] : [],
    sections: [await numbersCard(store, visit, list, changes), ...(changes ? changeCards(list) : [])],
  };
}

async function optOutsPage(store: Store, visit: Visit): Promise<Page> {
  const sections = await optOutCards(store, { customer: customerText(visit), base: "/opt-outs", visit });
  return { title: "Lists", tabs: listTabs("/opt-outs"), sections };
}

export function listPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/lists", role: "messages", show: (visit) => listsPage(store, visit) },
    { path: "/lists/:id", role: "messages", show: (visit) => listPage(store, visit) },
    { path: "/opt-outs", role: "messages", show: (visit) => optOutsPage(store, visit) },
  ];
}

const numbersIn = (form: Values) => ({
  numbers: typedEntries(form.get("numbers") ?? "").map(({ entry }) => entry),
});

/** The counts of an imported file as text. */
function importedPage({ changed, recipients, entries, invalid, problems }: ImportedRow, visit: Visit): Page {
  const facts = [
    ["Entries of the file", countText(entries)],
    ["Added", countText(changed)],
    ["In the list already, or repeated", countText(entries - invalid - changed)],
    ["Not a phone number", countText(invalid)],
    ["Numbers of the list now", countText(recipients)],
  ] as const;
  const rows = problems.map((entry): readonly Cell[] => [{ text: entry }]);
  const table = { caption: "Not a phone number, the first of them", columns: ["Entry"], rows, empty: "" };
  return {
    title: "The numbers of the file were added",
    sections: [
      {
        heading: "File",
        width: 6,
        facts: [{ caption: "File", facts: facts.map(([name, text]) => ({ name, text })), isSum: true }],
        links: [{ text: "Back to the list", href: pathOf(idOf(visit)) }],
      },
      ...(rows.length === 0 ? [] : [{ heading: "Not a phone number", width: 6 as const, tables: [table] }]),
    ],
  };
}

type ImportedRow = Awaited<ReturnType<typeof importNumbers.run>>["row"];

function listChanges(store: Store): readonly ActionRoute[] {
  const back = ({ id = "" }: Readonly<Record<string, string>>): string => pathOf(id);
  /** A list of the visitor by its id, in place of its name. */
  const route = <R extends object>(
    action: Parameters<typeof customerAction<R>>[1],
    path: string,
    place: Partial<Parameters<typeof customerAction<R>>[2]> & { readonly key?: "list" | "name" } = {},
  ): ActionRoute => {
    const { key = "list", given, ...more } = place;
    const named = (name: string): ActionRoute =>
      customerAction(store, action, {
        path,
        back,
        ...more,
        given: async (visit, form) => ({ ...(await given?.(visit, form)), [key]: name }),
      });
    return {
      ...named(""),
      run: async (visit, form) => named((await ownList(store, visit)).name).run(visit, form),
    };
  };
  return [
    route(addToList, "/lists/:id/add", { given: (_, form) => numbersIn(form) }),
    route(importNumbers, "/lists/:id/import", { shown: importedPage }),
    route(removeFromList, "/lists/:id/remove-numbers", { given: (_, form) => numbersIn(form) }),
    route(removeFromList, "/lists/:id/remove-number", { given: (_, form) => numbersIn(form) }),
    route(changeList, "/lists/:id/change"),
    route(removeList, "/lists/:id/remove", { key: "name", back: () => "/lists" }),
  ];
}

export function listActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, createList, {
      path: "/lists/create",
      back: () => "/lists",
      shown: ({ id }) => pathOf(id),
    }),
    ...listChanges(store),
    ...optOutActions<Visit, PortalRight>({
      store,
      path: "/opt-outs",
      needOf: rightOf,
      customerOf: customerText,
      back: () => "/opt-outs",
    }),
  ];
}
