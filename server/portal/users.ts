import { inviteUser, listPortalUsers, type PortalUserRow, setPortalRole } from "../admin/portal-users.js";
import { Refusal } from "../admin/refusal.js";
import { removePassword, setPassword, setUserState } from "../admin/users.js";
import { userNameKey } from "../domain/accounts/accounts.js";
import { portalRoles, type ProgramPassword } from "../domain/accounts/portal-users.js";
import type { Store } from "../ports/store.js";
import { textOf, type Values } from "../web/form.js";
import { changeAction, onceText } from "../web/page.js";
import { accessPill, invitationCell } from "../web/states.js";
import { type Cell, type Choice, type Form, type Link, type Page, type Pill, timeCell } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import {
  type ActionRoute,
  customerText,
  isSupport,
  may,
  type PageRoute,
  userOf,
  type Visit,
} from "./visit.js";

const tabs = [
  { text: "Users", href: "/users" },
  { text: "History", href: "/history" },
] as const;

export const userTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

const roleChoices: readonly Choice[] = [
  { value: "owner", text: "Owner: everything" },
  { value: "developer", text: "Developer: messages, sending, keys, callbacks" },
  { value: "finance", text: "Finance: ledger and statements" },
  { value: "reader", text: "Reader: messages, without sending" },
];

const inviteForm: Form = {
  action: "/users/invite",
  button: "Invite",
  caption: "Invite a user",
  icon: "user",
  folded: true,
  primary: true,
  fields: [
    { name: "name", label: "User", type: "text", required: true, width: "medium" },
    { name: "role", label: "Role", type: "select", options: roleChoices, value: "reader", width: "medium" },
  ],
};

const programsForm: Form = {
  action: "/users/password",
  button: "Set the password",
  caption: "Password for programs",
  icon: "key-round",
  folded: true,
  fields: [
    { name: "name", label: "User", type: "text", required: true, width: "medium" },
    {
      name: "password",
      label: "Password of its programs",
      type: "password",
      required: true,
      autocomplete: "new-password",
      hint: "apart from the password in the portal; what the programs may do follows from the role",
    },
  ],
};

/** What programs of a user log in with, besides its API keys. */
const programWords: Readonly<Record<ProgramPassword, string>> = {
  none: "API keys alone",
  own: "a password of their own",
  same: "the password of the portal",
};

const invited: Pill = { word: "Invited", tone: "mute", icon: "clock" };

function rowForms({ name, state, role, invitedRole, programs }: PortalUserRow): readonly Cell[] {
  const hidden = { name: "name", label: "", type: "hidden", value: name } as const;
  const blocked = state === "blocked";
  const access: Form = {
    action: `/users/${blocked ? "unblock" : "block"}`,
    button: blocked ? "Unblock" : "Block",
    fields: [hidden],
    danger: !blocked,
  };
  const roles = [...portalRoles, "none"];
  const field = {
    name: "role",
    label: "Role",
    type: "select",
    options: roles,
    value: role ?? invitedRole ?? "none",
  } as const;
  const change: Form = { action: "/users/role", button: "Change", fields: [hidden, field] };
  const remove: Form = {
    action: "/users/password/remove",
    button: "Remove the password",
    fields: [hidden],
    danger: true,
  };
  return [
    { text: "", form: change },
    { text: "", form: access },
    { text: "", form: programs === "none" ? undefined : remove },
  ];
}

async function usersPage(store: Store, visit: Visit): Promise<Page> {
  const mayChange = may(visit, "manage");
  const own = isSupport(visit.visitor) ? undefined : userNameKey(visit.visitor.user);
  const rows = (await listPortalUsers(store, customerText(visit), visit.now)).map((user): readonly Cell[] => [
    { text: user.name, note: userNameKey(user.name) === own ? "you" : undefined },
    { text: "", pill: user.invitedUntil === null ? accessPill(user.state) : invited },
    { text: user.role ?? (user.invitedUntil === null ? "API alone" : "none") },
    { text: user.totp ? "asked for" : "no" },
    invitationCell(user),
    { text: programWords[user.programs] },
    ...(mayChange && userNameKey(user.name) !== own
      ? rowForms(user)
      : mayChange
        ? [{ text: "" }, { text: "" }, { text: "" }]
        : []),
  ]);
  const columns = [
    "User",
    "State",
    "Role",
    "One-time code",
    "Invited until",
    "Programs",
    ...(mayChange ? ["", "", ""] : []),
  ];
  const table = { caption: "Users", columns, rows, empty: "There is no user." };
  return {
    title: "Users",
    tabs: userTabs("/users"),
    sections: [{ heading: "Users", tables: [table], forms: mayChange ? [inviteForm, programsForm] : [] }],
  };
}

/** The invitation, which is not shown again. */
async function invite({ store, addresses }: PortalSources, visit: Visit, form: Values): Promise<Page> {
  const [name, role] = [otherName(visit, form), textOf(form, "role") ?? ""];
  const { path, expires } = await inviteUser(store, { customer: customerText(visit), name, role }, visit);
  const facts = [
    { name: "User", text: name },
    { name: "Role", text: role },
    { name: "Valid until", ...timeCell(expires), exact: true },
    { name: "Address", text: `${addresses.portal?.() ?? ""}${path}`, href: path, layout: "code" as const },
  ];
  return {
    title: "Invitation",
    notice: {
      tone: "warn",
      icon: "key-round",
      what: "Copy the address of the link now",
      text: `${onceText} Whoever has it chooses the password of the user, who has the role from then on.`,
    },
    sections: [
      {
        heading: "Invitation",
        facts: [{ caption: "Invitation", facts }],
        links: [{ text: "Back", href: "/users" }],
      },
    ],
  };
}

/**
 * The name in a form: never the visitor's own, so that nobody shuts themselves out, or replaces the own password without the old one.
 * @throws Refusal
 */
function otherName(visit: Visit, form: Values): string {
  const name = textOf(form, "name") ?? "";
  if (userNameKey(name) === userNameKey(userOf(visit).user))
    throw new Refusal("ask another owner to change your own user");
  return name;
}

export function userPages(store: Store): readonly PageRoute[] {
  return [{ path: "/users", role: "manage", show: (visit) => usersPage(store, visit) }];
}

const route = { role: "manage", back: () => "/users", identity: "recent" } as const;

/** Actions on the passwords of programs. */
function passwordActions(store: Store): readonly ActionRoute[] {
  return [
    changeAction(
      { ...route, path: "/users/password", done: "The password of the programs was set." },
      (visit, form) =>
        setPassword(
          store,
          {
            customer: customerText(visit),
            name: otherName(visit, form),
            password: form.get("password") ?? "",
            rule: "chosen",
          },
          visit,
        ),
    ),
    changeAction(
      {
        ...route,
        path: "/users/password/remove",
        done: "The programs have API keys alone.",
        danger: {
          button: "Remove the password",
          text: "Programs that log in with it are refused at once; the password of the portal stays.",
        },
      },
      (visit, form) => removePassword(store, customerText(visit), otherName(visit, form), visit),
    ),
  ];
}

export function userActions(sources: PortalSources): readonly ActionRoute[] {
  const { store } = sources;
  const state = (verb: "block" | "unblock") =>
    changeAction<Visit, ActionRoute["role"]>(
      {
        ...route,
        path: `/users/${verb}`,
        done: `The user was ${verb}ed.`,
        danger:
          verb === "unblock"
            ? undefined
            : {
                button: "Block the user",
                text: "The user is logged out, and calls of its programs are refused at once.",
              },
      },
      async (visit, form) =>
        setUserState(
          store,
          customerText(visit),
          otherName(visit, form),
          verb === "block" ? "blocked" : "active",
          visit,
          "owner",
        ),
    );
  return [
    {
      ...route,
      path: "/users/invite",
      done: "The user was invited.",
      run: (visit, form) => invite(sources, visit, form),
    },
    changeAction({ ...route, path: "/users/role", done: "The role was changed." }, async (visit, form) => {
      const role = textOf(form, "role") ?? "";
      const input = { customer: customerText(visit), name: otherName(visit, form), role };
      await setPortalRole(store, input, "owner", visit);
    }),
    state("block"),
    state("unblock"),
    ...passwordActions(store),
  ];
}
