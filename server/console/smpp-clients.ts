import {
  addSmppAccount,
  changeSmppAccount,
  type ChosenPassword,
  kickSmppSessions,
  listSmppAccounts,
  removeSmppAccount,
  setSmppPassword,
  type SmppAccountRow,
  type SmppOptions,
} from "../admin/smpp.js";
import { Refusal } from "../admin/refusal.js";
import { defaultAlphabets, receiptBinds, receiptIds } from "../domain/smpp/accounts.js";
import type { Store } from "../ports/store.js";
import { textOf, textsOf, type Values } from "../web/form.js";
import { changeAction, part, secretPage } from "../web/page.js";
import {
  exactTime,
  type Field,
  type Form,
  numberCell,
  type Page,
  type Section,
  timeCell,
} from "../web/view.js";
import type { Cell } from "../web/view.js";
import type { Moments } from "./moment.js";
import { sessionColumns, sessionRows } from "./smpp-sessions.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";

const accountPlace = (systemId: string): string => `/smpp/${part(systemId)}`;

/** Fields of the settings of an account, with their values. */
function settingFields(account?: SmppAccountRow): readonly Field[] {
  const addresses = account?.fromAddresses.join("\n");
  const switchField = (name: string, label: string, isOn: boolean): Field => ({
    name,
    label,
    type: "checkbox",
    value: isOn ? "on" : "off",
  });
  return [
    { name: "window", label: "Window", type: "number", width: "short", value: String(account?.window ?? 10) },
    {
      name: "addresses",
      label: "Addresses",
      type: "lines",
      value: addresses,
      hint: "address or range from which it may bind, one a line, for example 192.0.2.0/24; empty: any",
    },
    {
      name: "receipts",
      label: "Receipts to",
      type: "select",
      options: receiptBinds,
      value: account?.receipts,
    },
    {
      name: "receiptId",
      label: "Ids in receipts",
      type: "select",
      options: receiptIds,
      value: account?.receiptId,
    },
    {
      name: "alphabet",
      label: "data_coding 0",
      type: "select",
      options: defaultAlphabets,
      value: account?.alphabet,
    },
    {
      name: "creditStatus",
      label: "command_status without credit",
      type: "text",
      width: "short",
      value: account?.creditStatus ?? "0x45",
    },
    switchField("interim", "Intermediate notifications", account?.interim ?? false),
    switchField("incoming", "Incoming messages", account?.incoming ?? true),
  ];
}

/** The settings of a form. Browsers do not send unticked boxes. */
function optionsOf(form: Values): SmppOptions {
  const fromAddress = (textOf(form, "addresses") ?? "none").split(/\s+/u);
  const switchIn = (name: string): string => (form.get(name) === "on" ? "on" : "off");
  return {
    ...textsOf(form, ["window", "receipts", "receiptId", "alphabet", "creditStatus"]),
    fromAddress,
    interim: switchIn("interim"),
    incoming: switchIn("incoming"),
  };
}

/** Fields of a password that is chosen, or random. */
const passwordFields: readonly Field[] = [
  {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: "1 to 8 characters; empty: a random one, which is shown once",
  },
  {
    name: "allowLong",
    label: "Allow 9 to 64 characters, which many clients cut to 8",
    type: "checkbox",
    value: "off",
  },
];

/** Spaces count in a password. */
const chosenIn = (form: Values): ChosenPassword => ({
  password: form.get("password") === "" ? undefined : form.get("password"),
  allowLong: form.get("allowLong") === "on",
});

const addForm: Form = {
  action: "/smpp/add",
  button: "Add the account",
  caption: "Add an account",
  folded: true,
  primary: true,
  fields: [
    { name: "user", label: "User", type: "text", required: true, hint: "CUSTOMER/USER, for example 42/api" },
    { name: "systemId", label: "system_id", type: "text", required: true, hint: "at most 15 characters" },
    ...passwordFields,
    ...settingFields(),
  ],
};

/** Receipts and messages that wait for a receiver, and since when. */
const waitingCell = ({ waiting, oldestWaiting }: SmppAccountRow): readonly Cell[] => [
  numberCell(waiting),
  timeCell(oldestWaiting),
];

function accountsCard(accounts: readonly SmppAccountRow[]): Section {
  const rows = accounts.map((account): readonly Cell[] => [
    { text: account.systemId, href: accountPlace(account.systemId), note: account.user },
    { text: String(account.customer), href: `/customers/${account.customer}` },
    numberCell(account.sessions),
    ...waitingCell(account),
    numberCell(account.window),
    { text: account.fromAddresses.join(", ") || "any" },
  ]);
  const number = (text: string) => ({ text, number: true });
  const columns = [
    "Account",
    "Customer",
    number("Sessions"),
    number("Waiting"),
    "Oldest",
    number("Window"),
    { text: "Addresses", wideOnly: true },
  ];
  const empty = {
    icon: "log-in",
    title: "There is no account",
    text: "Customers with volume bind with SMPP; an account belongs to a user.",
  } as const;
  return { heading: "Accounts", tables: [{ caption: "SMPP accounts", columns, rows, empty }] };
}

async function clientsPage(store: Store, moments: Moments, visit: Visit): Promise<Page> {
  const moment = await moments.now();
  const mayChange = hasRole(visit, "admin");
  const accounts = await listSmppAccounts(store, visit.now);
  const sessions = {
    caption: "Sessions of all processes",
    columns: sessionColumns(mayChange),
    rows: sessionRows(moment, { mayKick: mayChange }),
    empty: "No client is bound.",
  };
  return {
    title: "SMPP clients",
    live: true,
    facts: [{ text: `${moment.sessions.length} sessions of ${accounts.length} accounts` }],
    actions: mayChange ? [addForm] : [],
    sections: [
      { heading: "Sessions", note: "counted since the bind", tables: [sessions] },
      accountsCard(accounts),
    ],
  };
}

const systemIdOf = ({ params }: Visit): string => params["systemId"] ?? "";

/** @throws Refusal for an unknown one */
async function accountOf(store: Store, visit: Visit): Promise<SmppAccountRow> {
  const systemId = systemIdOf(visit);
  const account = (await listSmppAccounts(store, visit.now)).find((each) => each.systemId === systemId);
  if (account === undefined) throw new Refusal(`there is no SMPP account ${systemId}`);
  return account;
}

function changeCard(account: SmppAccountRow): Section {
  const place = accountPlace(account.systemId);
  const change: Form = {
    action: `${place}/change`,
    button: "Change the account",
    caption: "Change the account",
    folded: true,
    icon: "settings",
    fields: settingFields(account),
  };
  const password: Form = {
    action: `${place}/password`,
    button: "Replace the password",
    caption: "Replace the password",
    folded: true,
    icon: "key-round",
    danger: true,
    fields: passwordFields,
  };
  const remove: Form = { action: `${place}/remove`, button: "Remove the account", fields: [], danger: true };
  return {
    heading: "Change",
    text: "Changes apply from the next bind on.",
    forms: [change, password, remove],
  };
}

async function accountPage(store: Store, moments: Moments, visit: Visit): Promise<Page> {
  const account = await accountOf(store, visit);
  const moment = await moments.now();
  const mayChange = hasRole(visit, "admin");
  const { systemId, customer, waiting, oldestWaiting } = account;
  const kick: Form = {
    action: `${accountPlace(systemId)}/kick`,
    button: "Close all sessions",
    fields: [],
    danger: true,
  };
  const fact = (name: string, text: string) => ({ name, text });
  const facts = [
    { name: "Customer", text: String(customer), href: `/customers/${customer}` },
    fact("User", account.user),
    fact("Waiting receipts and messages", String(waiting)),
    { name: "Oldest", ...exactTime(oldestWaiting) },
    fact("Window", String(account.window)),
    fact("Addresses", account.fromAddresses.join(", ") || "any"),
    fact("Receipts to", account.receipts),
    fact("Ids in receipts", account.receiptId),
    fact("data_coding 0", account.alphabet),
    fact("command_status without credit", account.creditStatus),
    fact("Intermediate notifications", account.interim ? "on" : "off"),
    fact("Incoming messages", account.incoming ? "on" : "off"),
  ];
  const sessions = {
    caption: "Sessions of the account",
    columns: sessionColumns(mayChange),
    rows: sessionRows(moment, { mayKick: mayChange, systemId }),
    empty: "The client is not bound.",
  };
  return {
    title: systemId,
    live: true,
    crumbs: [
      { text: "SMPP clients", href: "/smpp" },
      { text: systemId, href: "" },
    ],
    actions: mayChange && account.sessions > 0 ? [kick] : [],
    sections: [
      { heading: "Sessions", note: "counted since the bind", tables: [sessions] },
      { heading: "Settings", facts: [{ caption: "Settings", facts }] },
      ...(mayChange ? [changeCard(account)] : []),
    ],
  };
}

export function smppPages(store: Store, moments: Moments): readonly PageRoute[] {
  return [
    { path: "/smpp", role: "viewer", show: (visit) => clientsPage(store, moments, visit) },
    { path: "/smpp/:systemId", role: "viewer", show: (visit) => accountPage(store, moments, visit) },
  ];
}

const toAll: ActionRoute["back"] = () => "/smpp";
const toAccount: ActionRoute["back"] = ({ systemId = "" }) => accountPlace(systemId);

/** Actions whose result is a password that is shown once, unless it was chosen. */
function passwordActions(store: Store): readonly ActionRoute[] {
  const shown = (systemId: string, user: string, password: string | null): Page | undefined =>
    password === null
      ? undefined
      : secretPage(
          `SMPP account ${systemId}`,
          { name: "Password", secret: password, customer: user },
          accountPlace(systemId),
        );
  return [
    {
      path: "/smpp/add",
      role: "admin",
      done: "The account was added.",
      back: toAll,
      run: async (visit, form) => {
        const [user, systemId] = [textOf(form, "user") ?? "", textOf(form, "systemId") ?? ""];
        const input = { ...optionsOf(form), ...chosenIn(form), user, systemId };
        const { password } = await addSmppAccount(store, input, visit);
        return shown(systemId, user, password);
      },
    },
    {
      path: "/smpp/:systemId/password",
      role: "admin",
      done: "The password was replaced.",
      back: toAccount,
      danger: {
        button: "Replace the password",
        text: "Sessions of the account are closed within 3 seconds, and the client binds again only with the new password.",
      },
      run: async (visit, form) => {
        // Read first: nothing may fail once the password is stored.
        const { systemId, customer, user } = await accountOf(store, visit);
        const password = await setSmppPassword(store, systemId, chosenIn(form), visit);
        return shown(systemId, `${customer}/${user}`, password);
      },
    },
  ];
}

const kickDanger = {
  button: "Close the sessions",
  text: "They are closed within 3 seconds, after their responses. The client may bind again: block the user to keep it out.",
};

export function smppActions(store: Store): readonly ActionRoute[] {
  const route = { path: "/smpp/:systemId", role: "admin", back: toAccount } as const;
  return [
    ...passwordActions(store),
    changeAction(
      { ...route, path: "/smpp/kick", back: toAll, done: "The session is closed.", danger: kickDanger },
      async (visit, form) => kickSmppSessions(store, form.get("session") ?? "", visit),
    ),
    changeAction(
      { ...route, path: `${route.path}/kick`, done: "The sessions are closed.", danger: kickDanger },
      async (visit) => kickSmppSessions(store, systemIdOf(visit), visit),
    ),
    changeAction(
      { ...route, path: `${route.path}/change`, done: "The account was changed." },
      async (visit, form) => changeSmppAccount(store, systemIdOf(visit), optionsOf(form), visit),
    ),
    changeAction(
      {
        ...route,
        path: `${route.path}/remove`,
        back: toAll,
        done: "The account was removed.",
        danger: {
          button: "Remove the account",
          text: "Its sessions are closed, and receipts and messages that wait for it are discarded.",
        },
      },
      async (visit) => removeSmppAccount(store, systemIdOf(visit), visit),
    ),
  ];
}
