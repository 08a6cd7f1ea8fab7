import {
  linkable,
  listSearches,
  removeSearch,
  renameSearch,
  saveConditions,
  type SavedSearchRow,
} from "../../actions/saved-searches.js";
import type { SearchPage } from "../../ports/shift.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { type Cell, type Form, type Page, type Section, timeCell } from "../web/view.js";
import { conditionsText, type NameOf, namesOfCustomers } from "./customer-names.js";
import { type ActionRoute, hasRole, operatorAction, type PageRoute, roleOf, type Visit } from "./visit.js";

/** Searches that operators have saved for all of them: a click searches with their conditions, as of now. */

const place = "/searches";

const hrefOf = ({ page, conditions }: SavedSearchRow): string =>
  `/${page}?${new URLSearchParams(conditions).toString()}`;

/** The saved searches of a page; none without one. */
export async function savedCard(store: Store, page: SearchPage, visit: Visit): Promise<readonly Section[]> {
  const saved = (await listSearches.rows(store, {}, visit)).filter((search) => search.page === page);
  if (saved.length === 0) return [];
  const menu = saved.map((search) => ({ text: search.name, href: hrefOf(search), icon: "search" as const }));
  return [{ heading: "Saved searches", links: [{ text: "Rename or remove", href: place }], menu }];
}

/** Saves the conditions of a page under a name; nothing for a page without those that can be saved. */
export function saveForm(
  page: SearchPage,
  input: Readonly<Partial<Record<string, string>>>,
  visit: Visit,
): readonly Form[] {
  const names: readonly string[] = linkable[page];
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== "");
  const isLinkable = given.length > 0 && given.every(([name]) => names.includes(name));
  if (!isLinkable || !hasRole(visit, roleOf(saveConditions))) return [];
  const conditions = given.map(([name, value = ""]) => `${name}=${value}`).join("\n");
  return [{ ...nameForm(page, conditions), folded: true }];
}

/** Asks for the name of conditions. */
function nameForm(page: string, conditions: string): Form {
  const form = actionForm(saveConditions, `${place}/save`, {
    caption: "Save this search",
    icon: "search",
    names: ["name"],
  });
  const hidden = Object.entries({ page, conditions }).map(
    ([name, value]) => ({ name, label: "", type: "hidden", value }) as const,
  );
  return { ...form, fields: [...hidden, ...form.fields] };
}

/** The form of another page that was not carried out: its search is another one now. */
function typedCard({ typed }: Visit): readonly Section[] {
  const [page, conditions] = [typed?.get("page"), typed?.get("conditions")];
  if (page === undefined || conditions === undefined) return [];
  return [{ heading: "Save this search", forms: [nameForm(page, conditions)] }];
}

function rowOf(search: SavedSearchRow, nameOf: NameOf, mayChange: boolean): readonly Cell[] {
  const { id, name, page, conditions, who, at } = search;
  const own = `${place}/${id}`;
  const forms = [
    actionButton(renameSearch, `${own}/rename`, {}, { names: ["to"] }),
    actionButton(removeSearch, `${own}/remove`),
  ].map((form): Cell => ({ text: "", form }));
  return [
    { text: name, href: hrefOf(search), note: page },
    { text: conditionsText(conditions, nameOf), layout: "rest" },
    { text: who, layout: "short" },
    timeCell(at),
    ...(mayChange ? forms : []),
  ];
}

async function searchesPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = hasRole(visit, roleOf(renameSearch));
  const nameOf = await namesOfCustomers(store);
  const rows = (await listSearches.rows(store, {}, visit)).map((search) => rowOf(search, nameOf, mayChange));
  const columns = ["Name", "Conditions", "By", "Saved", ...(mayChange ? ["Rename", "Remove"] : [])];
  const empty = {
    icon: "search",
    title: "There is no saved search",
    text: "Search for messages, or choose columns of the customers, then save it under a name.",
  } as const;
  return {
    title: "Saved searches",
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: "Saved searches", href: "" },
    ],
    facts: [{ text: "For all operators. Times such as 24h are counted from when a search is opened." }],
    sections: [
      ...typedCard(visit),
      { heading: "Searches", tables: [{ caption: "Saved searches", columns, rows, empty }] },
    ],
  };
}

export function savedSearchPages(store: Store): readonly PageRoute[] {
  return [{ path: place, role: listSearches.may.operator, show: (visit) => searchesPage(store, visit) }];
}

export function savedSearchActions(store: Store): readonly ActionRoute[] {
  const back = (): string => place;
  return [
    operatorAction(store, saveConditions, {
      path: `${place}/save`,
      back,
      given: (_visit, form) => ({
        name: form.get("name"),
        page: form.get("page"),
        conditions: form.get("conditions")?.split(/\r?\n/u).filter(Boolean),
      }),
    }),
    operatorAction(store, renameSearch, { path: `${place}/:id/rename`, back }),
    operatorAction(store, removeSearch, { path: `${place}/:id/remove`, back }),
  ];
}
