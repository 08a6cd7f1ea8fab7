import { inviteUser, listPortalUsers, type PortalUserRow, setPortalRole } from "../admin/portal-users.js";
import { portalRoles } from "../domain/accounts/portal-users.js";
import type { Store } from "../ports/store.js";
import { textOf, type Values } from "../web/form.js";
import { changeAction, idOf, part, onceText } from "../web/page.js";
import { accessPill, invitationCell } from "../web/states.js";
import { type Cell, type Form, type Page, type Section, timeCell } from "../web/view.js";
import { customerText } from "./customer-frame.js";
import { type ActionRoute, hasRole, type Visit } from "./visit.js";

/** Who of a customer may log in at the portal, and invitations to it. */

const inviteForm = (id: string): Form => ({
  action: `/customers/${id}/portal-users/invite`,
  button: "Invite to the portal",
  caption: "Invite a user to the portal",
  icon: "user",
  folded: true,
  fields: [
    {
      name: "name",
      label: "User",
      type: "text",
      required: true,
      width: "medium",
      hint: "a user that exists gets the role, for its programs too, when the link is used",
    },
    { name: "role", label: "Role", type: "select", options: portalRoles, value: "owner", width: "short" },
  ],
});

function roleForm(id: string, { name, role, invitedRole }: PortalUserRow): Form {
  const options = [...portalRoles, "none"];
  return {
    action: `/customers/${id}/portal-users/role`,
    button: "Change",
    fields: [
      { name: "name", label: "", type: "hidden", value: name },
      { name: "role", label: "Role", type: "select", options, value: role ?? invitedRole ?? "none" },
    ],
  };
}

/** Users who may log in at the portal. */
export async function portalCard(store: Store, id: string, visit: Visit): Promise<Section> {
  const mayChange = hasRole(visit, "admin");
  const users = (await listPortalUsers(store, id, visit.now)).filter(
    ({ role, invitedUntil }) => role !== null || invitedUntil !== null,
  );
  const rows = users.map((user): readonly Cell[] => [
    { text: user.name },
    { text: "", pill: accessPill(user.state) },
    { text: user.role ?? "none" },
    { text: user.totp ? "asked for" : "no" },
    invitationCell(user),
    ...(mayChange ? [{ text: "", form: roleForm(id, user) }] : []),
  ]);
  const columns = [
    "User",
    "State",
    "Role",
    "One-time code",
    "Invited until",
    ...(mayChange ? ["Action"] : []),
  ];
  const empty = {
    icon: "users",
    title: "Nobody uses the portal",
    text: "An invited user sees messages, balances and keys of this customer alone.",
  } as const;
  const look = [{ text: "Look at the portal of this customer", href: `/customers/${id}/portal` }];
  return {
    heading: "Portal",
    tables: [{ caption: "Users of the portal", columns, rows, empty }],
    forms: mayChange ? [inviteForm(id)] : [],
    links: hasRole(visit, "support") ? look : [],
  };
}

const toUsers: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}/users`;

async function invite(
  store: Store,
  portalUrl: () => string | undefined,
  visit: Visit,
  form: Values,
): Promise<Page> {
  const customer = await customerText(store, visit);
  const input = { customer: idOf(visit), name: textOf(form, "name") ?? "", role: textOf(form, "role") ?? "" };
  const { path, expires, name, role } = await inviteUser(store, input, visit);
  const facts = [
    { name: "Customer", text: customer },
    { name: "User", text: name },
    { name: "Role", text: role },
    { name: "Valid until", ...timeCell(expires), exact: true },
    { name: "Address", text: `${portalUrl() ?? ""}${path}`, layout: "code" as const },
  ];
  return {
    title: "Invitation",
    notice: {
      tone: "warn",
      icon: "key-round",
      what: "Copy the address now",
      text:
        portalUrl() === undefined
          ? `${onceText} This server has no portal: serve it with --portal.`
          : `${onceText} Whoever has it chooses the password of the user, who has the role from then on.`,
    },
    sections: [
      {
        heading: "Invitation",
        facts: [{ caption: "Invitation", facts }],
        links: [{ text: "Back", href: toUsers(visit.params) }],
      },
    ],
  };
}

export function portalActions(store: Store, portalUrl: () => string | undefined): readonly ActionRoute[] {
  return [
    {
      path: "/customers/:id/portal-users/invite",
      role: "admin",
      identity: "recent",
      done: "The user was invited.",
      back: toUsers,
      run: (visit, form) => invite(store, portalUrl, visit, form),
    },
    changeAction(
      {
        path: "/customers/:id/portal-users/role",
        role: "admin",
        identity: "recent",
        done: "The role was changed.",
        back: toUsers,
      },
      async (visit, form) => {
        const [name, role] = [textOf(form, "name") ?? "", textOf(form, "role") ?? ""];
        await setPortalRole(store, { customer: idOf(visit), name, role }, "operator", visit);
      },
    ),
  ];
}
