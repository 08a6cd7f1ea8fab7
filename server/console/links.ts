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
import { recorded } from "../admin/recorded.js";
import { InvalidInput } from "../admin/refusal.js";
import { isFileSetting, isSecretSetting } from "../delivery/link-settings.js";
import { includesRole } from "../domain/accounts/operators.js";
import type { Store } from "../ports/store.js";
import { expectConfirmed, textOf, textsOf, type Values } from "./form.js";
import {
  type ActionRoute,
  type Cell,
  type Field,
  type Form,
  numberCell,
  type Page,
  type PageRoute,
  part,
  type Section,
  timeText,
  type Visit,
} from "./page.js";
import { routeForm, routeSection } from "./message-routes.js";

const isAdmin = ({ operator }: Visit): boolean => includesRole(operator.role, "admin");

const settingFields = (settings: readonly string[]): readonly Field[] => [
  {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: "empty: as it is",
  },
  { name: "network", label: "Network", type: "text", hint: "links of one network share message ids" },
  {
    ...{ name: "set", label: "Settings", type: "lines", value: settings.join("\n") },
    hint: "one NAME=VALUE a line, for example window=50; NAME= restores the default",
  },
];

const addForm: Form = {
  ...{ action: "/links/add", button: "Add the link", caption: "Add a link" },
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
  const forms = isAdmin(visit) ? [addForm] : [];
  return {
    title: "Links and routes",
    sections: [
      { heading: "Links", tables: [table], forms },
      await routeSection(store, isAdmin(visit)),
      ...(isAdmin(visit) ? [{ heading: "New route", forms: [routeForm] }] : []),
    ],
  };
}

function linkForms({ name, settings }: LinkCard): Section {
  const place = `/links/${part(name)}`;
  const given = Object.entries(settings)
    .filter(([key]) => !isSecretSetting(key) && !isFileSetting(key))
    .map(([key, text]) => `${key}=${text}`);
  const form = (verb: string, button: string, danger: boolean): Form => ({
    ...{ action: `${place}/${verb}`, button, caption: button, fields: [], danger },
  });
  const url: Field = {
    ...{ name: "url", label: "URL", type: "text" },
    hint: "empty: as it is; a new address needs the password",
  };
  return {
    heading: "Actions",
    forms: [
      form("start", "Start the link", false),
      form("stop", "Stop the link", true),
      {
        ...{ action: `${place}/change`, button: "Change the link", caption: "Change the link" },
        fields: [url, ...settingFields(given)],
      },
      form("remove", "Remove the link", true),
    ],
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
      { heading: "State", facts: [{ caption: "State", facts }] },
      ...(settings.length > 0
        ? [{ heading: "Settings", facts: [{ caption: "Settings", facts: settings }] }]
        : []),
      ...(counts.length > 0
        ? [{ heading: "Counters since the server started", facts: [{ caption: "Counters", facts: counts }] }]
        : []),
      ...(isAdmin(visit) ? [linkForms(card)] : []),
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
    throw new InvalidInput("give settings in their own field, not behind ? in the URL");
  const set = (textOf(form, "set") ?? "").split(/\r?\n/u).filter((line) => line.trim() !== "");
  const file = set.map((line) => line.split("=")[0]?.trim() ?? "").find(isFileSetting);
  if (file !== undefined) throw new InvalidInput(`${file} names a file: use messenger link change`);
  const password = form.get("password");
  return { ...texts, set, ...(password === undefined || password === "" ? {} : { password }) };
}

/** An address with a stored password could send it anywhere. @throws InvalidInput */
function changeOf(form: Values): Partial<LinkInput> {
  const input = inputOf(form);
  if (input.url !== undefined && input.password === undefined)
    throw new InvalidInput("give the password together with a new address");
  return input;
}

/** A link for the audit log: without secrets. */
const entryOf = ({ url, network, settings }: LinkCard) => ({ url, network, settings });

export function linkActions(store: Store): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ name = "" }) => `/links/${part(name)}`;
  const nameOf = ({ params }: Visit): string => params["name"] ?? "";
  const switched = (verb: "start" | "stop", done: string): ActionRoute => ({
    ...{ path: `/links/:name/${verb}`, role: "admin", done, back },
    run: async (visit, form) => {
      if (verb === "stop") expectConfirmed(form);
      const what = { action: `link ${verb}`, subject: { link: nameOf(visit) } } as const;
      await recorded(store, visit, what, () => setStarted(store, nameOf(visit), verb === "start"));
      return undefined;
    },
  });
  return [
    {
      ...{ path: "/links/add", role: "admin", done: "The link was added.", back: () => "/links" },
      run: async (visit, form) => {
        const [name, url] = [textOf(form, "name") ?? "", textOf(form, "url") ?? ""];
        const input = { ...inputOf(form), url };
        const what = { action: "link add", subject: { link: name } } as const;
        await recorded(store, visit, what, () => addLink(store, name, input, visit.now), entryOf);
        return undefined;
      },
    },
    switched("start", "The link starts within a second."),
    switched("stop", "The link stops after the responses to its messages in flight."),
    {
      ...{ path: "/links/:name/change", role: "admin", done: "The link was changed.", back },
      run: async (visit, form) => {
        const input = changeOf(form);
        const before = entryOf(await showLink(store, nameOf(visit), visit.now));
        const what = { action: "link change", subject: { link: nameOf(visit) }, before } as const;
        await recorded(store, visit, what, () => changeLink(store, nameOf(visit), input, visit.now), entryOf);
        return undefined;
      },
    },
    {
      ...{ path: "/links/:name/remove", role: "admin", done: "The link was removed.", back: () => "/links" },
      run: async (visit, form) => {
        expectConfirmed(form);
        const before = entryOf(await showLink(store, nameOf(visit), visit.now));
        const what = { action: "link remove", subject: { link: nameOf(visit) }, before } as const;
        await recorded(store, visit, what, () => removeLink(store, nameOf(visit)));
        return undefined;
      },
    },
  ];
}
