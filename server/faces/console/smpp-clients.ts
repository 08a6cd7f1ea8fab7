import { customerCell, customerText, type NameOf, namesOfCustomers, userText } from "./customer-names.js";
import {
  addSmppAccount,
  changeSmppAccount,
  listSmppAccounts,
  removeSmppAccount,
  setSmppPassword,
  settingNames,
  type SmppAccountRow,
} from "../../actions/smpp-accounts.js";
import { kickSmppSessions } from "../../actions/smpp-sessions.js";
import { mayChange } from "../../actions/rights.js";
import { Refusal } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { knownOf, withUsers } from "../web/known-values.js";
import { cellOf, listedTable, type ListedColumn } from "../web/listed.js";
import { part } from "../web/page.js";
import { exactTime, type Form, type Page, type Section, timeCell } from "../web/view.js";
import type { Snapshots } from "./snapshot.js";
import { sessionColumns, sessionRows } from "./smpp-sessions.js";
import { type ActionRoute, operatorAction, type PageRoute, type Visit } from "./visit.js";

const accountPlace = (systemId: string): string => `/smpp/${part(systemId)}`;

/** The customer that was chosen, or that of a refused form. */
function chosenIn({ query, typed }: Visit): number | undefined {
  const [text] = (typed?.get("user") ?? query.get("customer") ?? "").split("/");
  return /^[1-9]\d{0,9}$/u.test(text ?? "") ? Number(text) : undefined;
}

/** The customer first, then one of its users. */
async function addForm(store: Store, visit: Visit): Promise<Form> {
  const caption = "Add an account";
  const known = await knownOf(store);
  const [customer, { typed }] = [chosenIn(visit), visit];
  if (customer === undefined && !(typed?.has("user") ?? false)) {
    const options = known.customer;
    return {
      method: "get",
      action: "/smpp",
      caption,
      button: "Choose its user",
      columns: true,
      fields: [{ name: "customer", label: "Customer", type: options ? "select" : "number", options }],
    };
  }
  return actionForm(addSmppAccount, "/smpp/add", {
    caption,
    primary: true,
    columns: true,
    known: customer === undefined ? known : await withUsers(known, store, customer),
    names: ["user", "systemId", "password", "allowLong", ...settingNames],
    values: { window: 10, creditStatus: "0x45", interim: false, incoming: true },
    fields:
      customer === undefined
        ? {}
        : { user: { hint: `of ${customerText(customer, await namesOfCustomers(store))}` } },
  });
}

const number = (text: string) => ({ text, number: true });

const columnsWith = (nameOf: NameOf): readonly ListedColumn<SmppAccountRow>[] => [
  ["Account", ({ systemId, user }) => ({ text: systemId, href: accountPlace(systemId), note: user })],
  ["Customer", ({ customer }) => customerCell(customer, nameOf)],
  [number("Sessions"), "sessions"],
  [number("Waiting"), "waiting"],
  ["Oldest", ({ oldestWaiting }) => timeCell(oldestWaiting)],
  [number("Window"), "window"],
  [{ text: "Addresses", wideOnly: true }, "fromAddresses"],
];

const empty = {
  icon: "log-in",
  title: "There is no account",
  text: "Customers with volume bind with SMPP; an account belongs to a user.",
} as const;

async function clientsPage(store: Store, snapshots: Snapshots, visit: Visit): Promise<Page> {
  const snapshot = await snapshots.now();
  const changes = mayChange(changeSmppAccount.may, visit.caller);
  const accounts = await listSmppAccounts.rows(store, {}, visit);
  const sessions = {
    caption: "Sessions of all processes",
    columns: sessionColumns(changes),
    rows: sessionRows(snapshot, { mayKick: changes }),
    empty: "No client is bound.",
  };
  return {
    title: "SMPP clients",
    live: true,
    facts: [{ text: `${snapshot.sessions.length} sessions of ${accounts.length} accounts` }],
    sections: [
      { heading: "Sessions", note: "counted since the bind", tables: [sessions] },
      {
        heading: "Accounts",
        tables: [
          await listedTable(accounts, columnsWith(await namesOfCustomers(store)), {
            caption: "SMPP accounts",
            empty,
          }),
        ],
      },
      ...(changes ? [{ heading: "Add an account", forms: [await addForm(store, visit)] }] : []),
    ],
  };
}

const systemIdOf = ({ params }: Visit): string => params["systemId"] ?? "";

/** @throws Refusal for an unknown one */
async function accountOf(store: Store, visit: Visit): Promise<SmppAccountRow> {
  const systemId = systemIdOf(visit);
  const account = (await listSmppAccounts.rows(store, {}, visit)).find((each) => each.systemId === systemId);
  if (account === undefined) throw new Refusal(`there is no SMPP account ${systemId}`);
  return account;
}

function changeCard(account: SmppAccountRow): Section {
  const place = accountPlace(account.systemId);
  const folded = (caption: string, icon: "key-round" | "settings") => ({ caption, icon, folded: true });
  const change = {
    ...folded("Change the account", "settings"),
    names: settingNames,
    values: account,
  };
  return {
    heading: "Change",
    text: "Changes apply from the next bind on.",
    forms: [
      actionForm(changeSmppAccount, `${place}/change`, change),
      actionForm(setSmppPassword, `${place}/password`, folded("Replace the password", "key-round")),
      actionButton(removeSmppAccount, `${place}/remove`),
    ],
  };
}

async function accountPage(store: Store, snapshots: Snapshots, visit: Visit): Promise<Page> {
  const account = await accountOf(store, visit);
  const snapshot = await snapshots.now();
  const changes = mayChange(changeSmppAccount.may, visit.caller);
  const { systemId, customer, waiting, oldestWaiting } = account;
  const kick = {
    ...actionButton(kickSmppSessions, `${accountPlace(systemId)}/kick`),
    button: "Close all sessions",
  };
  const fact = (name: string, text: string) => ({ name, text });
  const facts = [
    { name: "Customer", ...customerCell(customer, await namesOfCustomers(store)) },
    fact("User", account.user),
    fact("Waiting receipts and messages", String(waiting)),
    { name: "Oldest", ...exactTime(oldestWaiting) },
    ...settingNames.map((name) =>
      fact(changeSmppAccount.fields[name]?.label ?? name, cellOf(account[name]).text),
    ),
  ];
  const sessions = {
    caption: "Sessions of the account",
    columns: sessionColumns(changes),
    rows: sessionRows(snapshot, { mayKick: changes, systemId }),
    empty: "The client is not bound.",
  };
  return {
    title: systemId,
    live: true,
    crumbs: [
      { text: "SMPP clients", href: "/smpp" },
      { text: systemId, href: "" },
    ],
    actions: changes && account.sessions > 0 ? [kick] : [],
    sections: [
      { heading: "Sessions", note: "counted since the bind", tables: [sessions] },
      { heading: "Settings", facts: [{ caption: "Settings", facts }] },
      ...(changes ? [changeCard(account)] : []),
    ],
  };
}

export function smppPages(store: Store, snapshots: Snapshots): readonly PageRoute[] {
  return [
    { path: "/smpp", role: "viewer", show: (visit) => clientsPage(store, snapshots, visit) },
    { path: "/smpp/:systemId", role: "viewer", show: (visit) => accountPage(store, snapshots, visit) },
  ];
}

/** The user of an account, for people; nothing for an unknown account. */
async function ownerOf(store: Store, systemId: string): Promise<string> {
  const account = await store.smpp.account(systemId);
  return account === undefined
    ? ""
    : userText(`${account.customerId}/${account.userName}`, await namesOfCustomers(store));
}

export function smppActions(store: Store): readonly ActionRoute[] {
  const toAll: ActionRoute["back"] = () => "/smpp";
  const back: ActionRoute["back"] = ({ systemId = "" }) => accountPlace(systemId);
  const path = "/smpp/:systemId";
  return [
    operatorAction(store, addSmppAccount, {
      path: "/smpp/add",
      back: toAll,
      ownerOf: async (_visit, form) => userText(form.get("user") ?? "", await namesOfCustomers(store)),
    }),
    operatorAction(store, setSmppPassword, {
      path: `${path}/password`,
      back,
      ownerOf: (visit) => ownerOf(store, systemIdOf(visit)),
    }),
    operatorAction(store, kickSmppSessions, { path: "/smpp/kick", back: toAll }),
    operatorAction(store, kickSmppSessions, {
      path: `${path}/kick`,
      back,
      given: (visit) => ({ session: systemIdOf(visit) }),
      done: "The sessions are closed.",
    }),
    operatorAction(store, changeSmppAccount, { path: `${path}/change`, back }),
    operatorAction(store, removeSmppAccount, { path: `${path}/remove`, back: toAll }),
  ];
}
