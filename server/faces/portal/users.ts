import {
  inviteUser,
  listPortalUsers,
  type PortalUserRow,
  setPortalRole,
} from "../../actions/portal-users.js";
import { mayChange } from "../../actions/rights.js";
import { blockUser, setPassword, unblockUser } from "../../actions/users.js";
import { Refusal } from "../../admin/refusal.js";
import { userNameKey } from "../../domain/accounts/accounts.js";
import type { ProgramPassword } from "../../domain/accounts/portal-users.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { invitationPage } from "../web/invitations.js";
import { accessPill, invitationCell } from "../web/states.js";
import type { Cell, Choice, Link, Page, Pill } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import {
  type ActionRoute,
  customerAction,
  customerText,
  isSupport,
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

const inviteForm = actionForm(inviteUser, "/users/invite", {
  caption: "Invite a user",
  icon: "user",
  folded: true,
  primary: true,
  fields: { role: { options: roleChoices, value: "reader", width: "medium" } },
});

const programsForm = actionForm(setPassword, "/users/password", {
  button: "Set the password",
  caption: "Password for programs",
  icon: "key-round",
  folded: true,
  names: ["name", "password"],
  fields: {
    name: { label: "User", required: true, width: "medium" },
    password: {
      label: "Password of its programs",
      hint: "apart from the password in the portal; what the programs may do follows from the role",
    },
  },
});

/** What programs of a user log in with, besides its API keys. */
const programWords: Readonly<Record<ProgramPassword, string>> = {
  none: "API keys alone",
  own: "a password of their own",
  same: "the password of the portal",
};

const invited: Pill = { word: "Invited", tone: "mute", icon: "clock" };

function rowForms({ name, state, role, invitedRole, programs }: PortalUserRow): readonly Cell[] {
  const values = { role: role ?? invitedRole ?? "none" };
  const access =
    state === "blocked"
      ? actionButton(unblockUser, "/users/unblock", { name })
      : actionButton(blockUser, "/users/block", { name });
  const removal = { button: "Remove the password", danger: true };
  return [
    { text: "", form: actionButton(setPortalRole, "/users/role", { name }, { names: ["role"], values }) },
    { text: "", form: access },
    {
      text: "",
      form:
        programs === "none"
          ? undefined
          : actionButton(setPassword, "/users/password/remove", { name }, removal),
    },
  ];
}

async function usersPage(store: Store, visit: Visit): Promise<Page> {
  const changes = mayChange(inviteUser.may, visit.caller);
  const own = isSupport(visit.visitor) ? undefined : userNameKey(visit.visitor.user);
  const rows = (await listPortalUsers.rows(store, { customer: customerText(visit) }, visit)).map(
    (user): readonly Cell[] => [
      { text: user.name, note: userNameKey(user.name) === own ? "you" : undefined },
      { text: "", pill: user.invitedUntil === null ? accessPill(user.state) : invited },
      { text: user.role ?? (user.invitedUntil === null ? "API alone" : "none") },
      { text: user.totp ? "asked for" : "no" },
      invitationCell(user),
      { text: programWords[user.programs] },
      ...(changes && userNameKey(user.name) !== own
        ? rowForms(user)
        : changes
          ? [{ text: "" }, { text: "" }, { text: "" }]
          : []),
    ],
  );
  const columns = [
    "User",
    "State",
    "Role",
    "One-time code",
    "Invited until",
    "Programs",
    ...(changes ? ["", "", ""] : []),
  ];
  const table = { caption: "Users", columns, rows, empty: "There is no user." };
  return {
    title: "Users",
    tabs: userTabs("/users"),
    sections: [{ heading: "Users", tables: [table], forms: changes ? [inviteForm, programsForm] : [] }],
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

export function userActions({ store, addresses }: PortalSources): readonly ActionRoute[] {
  const back = (): string => "/users";
  const given = (visit: Visit, form: Values) => ({ name: otherName(visit, form) });
  return [
    customerAction(store, inviteUser, {
      path: "/users/invite",
      back,
      given,
      shown: (row) => invitationPage(row, { url: addresses.portal?.(), isPortal: true, place: "/users" }),
    }),
    customerAction(store, setPortalRole, { path: "/users/role", back, given }),
    customerAction(store, blockUser, {
      path: "/users/block",
      back,
      given,
      danger: {
        button: "Block the user",
        text: "The user is logged out, and calls of its programs are refused at once.",
      },
    }),
    customerAction(store, unblockUser, { path: "/users/unblock", back, given }),
    customerAction(store, setPassword, {
      path: "/users/password",
      back,
      given,
      done: "The password of the programs was set.",
    }),
    customerAction(store, setPassword, {
      path: "/users/password/remove",
      back,
      given: (visit, form) => ({ ...given(visit, form), none: "on" }),
      done: "The programs have API keys alone.",
      danger: {
        button: "Remove the password",
        text: "Programs that log in with it are refused at once; the password of the portal stays.",
      },
    }),
  ];
}
