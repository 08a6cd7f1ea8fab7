import {
  addLink,
  changeLink,
  type LinkCard,
  type LinkInput,
  listLinks,
  removeLink,
  setStarted,
  showLink,
} from "../admin/links.js";
import { InvalidInput } from "../admin/refusal.js";
import { isFileSetting } from "../work/delivery/link-settings.js";
import { isSecretSetting } from "../domain/delivery/setting-forms.js";
import { changeRefusal, removalRefusal } from "../domain/delivery/configuration.js";
import type { Store } from "../ports/store.js";
import { textOf, textsOf, type Values } from "./form.js";
import {
  type ActionRoute,
  changeAction,
  type Cell,
  type Field,
  type Form,
  hasRole,
  numberCell,
  type Page,
  type PageRoute,
  part,
  type Section,
  timeText,
  type Visit,
} from "./page.js";
import { routeForm, routeSection } from "./message-routes.js";

const settingFields = (settings: readonly string[], passwordHint?: string): readonly Field[] => [
  {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: passwordHint,
  },
  { name: "network", label: "Network", type: "text", hint: "links of one network share message ids" },
  {
    name: "set",
    label: "Settings",
    type: "lines",
    value: settings.join("\n"),
    hint: "one NAME=VALUE a line, for example window=50; NAME= restores the default",
  },
];

const addForm: Form = {
  action: "/links/add",
  button: "Add the link",
  caption: "Add a link",
  fields: [
    { name: "name", label: "Name", type: "text", required: true },
    {
      name: "url",
      label: "URL",
      type: "text",
      required: true,
      hint: "smpp://SYSTEM_ID@HOST:PORT, smpps:// or mm7s://",
    },
    ...settingFields([]),
  ],
};

async function linksPage(store: Store, visit: Visit): Promise<Page> {
  const rows = (await listLinks(store, visit.now)).map((link): readonly Cell[] => [
    { text: link.name, href: `/console/links/${part(link.name)}` },
    { text: link.kind },
    { text: link.url },
    { text: link.state, tone: link.up ? "good" : link.state === "stopped" ? undefined : "critical" },
    numberCell(`${link.used} of ${link.window}`),
    { text: link.problem ?? "" },
  ]);
  const columns = ["Link", "Kind", "Address", "State", "In flight", "Problem"];
  const table = { caption: "Links to networks", columns, rows, empty: "There is no link." };
  const forms = hasRole(visit, "admin") ? [addForm] : [];
  return {
    title: "Links and routes",
    sections: [
      { heading: "Links", tables: [table], forms },
      await routeSection(store, hasRole(visit, "admin")),
      ...(hasRole(visit, "admin") ? [{ heading: "New route", forms: [routeForm] }] : []),
    ],
  };
}

function linkForms({ name, settings, state, ...link }: LinkCard): Section {
  const place = `/links/${part(name)}`;
  const given = Object.entries(settings)
    .filter(([key]) => !isSecretSetting(key) && !isFileSetting(key))
    .map(([key, text]) => `${key}=${text}`);
  const form = (verb: string, button: string, danger: boolean): Form => ({
    action: `${place}/${verb}`,
    button,
    caption: button,
    fields: [],
    danger,
  });
  const url: Field = {
    name: "url",
    label: "URL",
    type: "text",
    hint: "empty: unchanged; a new URL requires the password",
  };
  const mayChange = changeRefusal(link, { settings }) === undefined;
  const mayRemove = removalRefusal(link, false) === undefined;
  const change: Form = {
    action: `${place}/change`,
    button: "Change the link",
    caption: "Change the link",
    fields: [url, ...settingFields(given, "empty: unchanged")],
  };
  return {
    heading: "Actions",
    text: mayChange ? undefined : "The link is changed and removed in the configuration of the server.",
    forms: [
      state === "stopped" ? form("start", "Start the link", false) : form("stop", "Stop the link", true),
      ...(mayChange ? [change] : []),
      ...(mayRemove ? [form("remove", "Remove the link", true)] : []),
    ],
  };
}

function codeSection({ codes }: LinkCard): Section {
  const rows = Object.entries(codes ?? {})
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]): readonly Cell[] => [{ text: code }, numberCell(count)]);
  const table = { caption: "Since the link was opened", columns: ["Status code", "Responses"], rows };
  return {
    heading: "Responses other than acceptance",
    tables: [{ ...table, empty: "There was no such response." }],
  };
}

async function linkPage(store: Store, visit: Visit): Promise<Page> {
  const card = await showLink(store, visit.params["name"] ?? "", visit.now);
  const fact = (name: string, text: string | number) => ({ name, text: String(text) });
  const facts = [
    { ...fact("State", card.state), tone: card.up ? ("good" as const) : undefined },
    fact("Problem", card.problem ?? "–"),
    fact("Address", card.url),
    fact("Network", card.network),
    fact("In flight", `${card.used} of ${card.window}`),
    fact("Reported (UTC)", timeText(card.reportedAt)),
    fact("Configured by", card.ofFile ? "the configuration of the server" : "commands and the console"),
  ];
  const settings = Object.entries(card.settings).map(([name, text]) => fact(name, text));
  const counts = Object.entries(card.counts ?? {}).map(([name, count]) => fact(name, count));
  return {
    title: `Link ${card.name}`,
    sections: [
      {
        heading: "State",
        facts: [{ caption: "State", facts }],
        links: [{ text: "Traffic", href: `/console/traffic?link=${part(card.name)}` }],
      },
      ...(settings.length > 0
        ? [{ heading: "Settings", facts: [{ caption: "Settings", facts: settings }] }]
        : []),
      ...(counts.length > 0
        ? [{ heading: "Counters since the server started", facts: [{ caption: "Counters", facts: counts }] }]
        : []),
      codeSection(card),
      ...(hasRole(visit, "admin") ? [linkForms(card)] : []),
    ],
  };
}

export function linkPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/links", role: "viewer", show: (visit) => linksPage(store, visit) },
    { path: "/links/:name", role: "viewer", show: (visit) => linkPage(store, visit) },
  ];
}

/**
 * The settings of a form. Names of files are for the command line: a browser must not choose files of the server.
 * @throws InvalidInput
 */
function inputOf(form: Values): Partial<LinkInput> {
  const texts = textsOf(form, ["url", "network"]);
  if (texts.url?.includes("?") === true)
    throw new InvalidInput("give settings in their own field, not in the query of the URL");
  const set = (textOf(form, "set") ?? "").split(/\r?\n/u).filter((line) => line.trim() !== "");
  const file = set.map((line) => line.split("=")[0]?.trim() ?? "").find(isFileSetting);
  if (file !== undefined) throw new InvalidInput(`${file} names a file: use messenger link change`);
  const password = form.get("password");
  return { ...texts, set, ...(password === undefined || password === "" ? {} : { password }) };
}

/** Requires the password with a new URL: otherwise the stored password could be sent to any host. @throws InvalidInput */
function changeOf(form: Values): Partial<LinkInput> {
  const input = inputOf(form);
  if (input.url !== undefined && input.password === undefined)
    throw new InvalidInput("give the password together with a new address");
  return input;
}

const back: ActionRoute["back"] = ({ name = "" }) => `/links/${part(name)}`;
const all: ActionRoute["back"] = () => "/links";
const nameOf = ({ params }: Visit): string => params["name"] ?? "";

function switchAction(store: Store, verb: "start" | "stop", done: string): ActionRoute {
  const route = { path: `/links/:name/${verb}`, role: "admin", done, back } as const;
  return changeAction({ ...route, danger: verb === "stop" }, async (visit) =>
    setStarted(store, nameOf(visit), verb === "start", visit),
  );
}

export function linkActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(
      { path: "/links/add", role: "admin", done: "The link was added.", back: all },
      async (visit, form) => {
        const [name, url] = [textOf(form, "name") ?? "", textOf(form, "url") ?? ""];
        await addLink(store, name, { ...inputOf(form), url }, visit);
      },
    ),
    switchAction(store, "start", "The link starts within a second."),
    switchAction(store, "stop", "The link stops after the responses to its messages in flight."),
    changeAction(
      { path: "/links/:name/change", role: "admin", done: "The link was changed.", back },
      async (visit, form) => changeLink(store, nameOf(visit), changeOf(form), visit),
    ),
    changeAction(
      { path: "/links/:name/remove", role: "admin", done: "The link was removed.", back: all, danger: true },
      async (visit) => removeLink(store, nameOf(visit), visit),
    ),
  ];
}
