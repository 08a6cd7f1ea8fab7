import {
  type InvitationRow,
  inviteUser,
  listPortalUsers,
  type PortalUserRow,
  setPortalRole,
} from "../../actions/portal-users.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { onceText } from "../web/page.js";
import { accessPill, invitationCell } from "../web/states.js";
import { type Cell, type Form, type Page, type Section, timeCell } from "../web/view.js";
import { customerAction } from "./customer-actions.js";
import { customerText } from "./customer-frame.js";
import { type ActionRoute, hasRole, type Visit } from "./visit.js";

/** Who of a customer may log in at the portal, and invitations to it. */

const inviteForm = (id: string): Form =>
  actionForm(inviteUser, `/customers/${id}/portal-users/invite`, {
    button: "Invite to the portal",
    caption: "Invite a user to the portal",
    icon: "user",
    folded: true,
    fields: {
      name: { hint: "a user that exists gets the role, for its programs too, when the link is used" },
      role: { value: "owner", width: "short" },
    },
  });

const roleForm = (id: string, { name, role, invitedRole }: PortalUserRow): Form =>
  actionButton(
    setPortalRole,
    `/customers/${id}/portal-users/role`,
    { name },
    { names: ["role"], values: { role: role ?? invitedRole ?? "none" } },
  );

/** Users who may log in at the portal. */
export async function portalCard(store: Store, id: string, visit: Visit): Promise<Section> {
  const changes = mayChange(inviteUser.may, visit.caller);
  const users = (await listPortalUsers.rows(store, { customer: id }, visit)).filter(
    ({ role, invitedUntil }) => role !== null || invitedUntil !== null,
  );
  const rows = users.map((user): readonly Cell[] => [
    { text: user.name },
    { text: "", pill: accessPill(user.state) },
    { text: user.role ?? "none" },
    { text: user.totp ? "asked for" : "no" },
    invitationCell(user),
    ...(changes ? [{ text: "", form: roleForm(id, user) }] : []),
  ]);
  const columns = ["User", "State", "Role", "One-time code", "Invited until", ...(changes ? ["Action"] : [])];
  const empty = {
    icon: "users",
    title: "Nobody uses the portal",
    text: "An invited user sees messages, balances and keys of this customer alone.",
  } as const;
  const look = [{ text: "Look at the portal of this customer", href: `/customers/${id}/portal` }];
  return {
    heading: "Portal",
    tables: [{ caption: "Users of the portal", columns, rows, empty }],
    forms: changes ? [inviteForm(id)] : [],
    links: hasRole(visit, "support") ? look : [],
  };
}

/** The invitation, which is not shown again. */
function invitationPage(
  { name, role, expires, path, customer: id }: InvitationRow,
  customer: string,
  portalUrl: string | undefined,
): Page {
  const facts = [
    { name: "Customer", text: customer },
    { name: "User", text: name },
    { name: "Role", text: role },
    { name: "Valid until", ...timeCell(expires), exact: true },
    { name: "Address", text: `${portalUrl ?? ""}${path}`, layout: "code" as const },
  ];
  return {
    title: "Invitation",
    notice: {
      tone: "warn",
      icon: "key-round",
      what: "Copy the address now",
      text:
        portalUrl === undefined
          ? `${onceText} This server has no portal: serve it with --portal.`
          : `${onceText} Whoever has it chooses the password of the user, who has the role from then on.`,
    },
    sections: [
      {
        heading: "Invitation",
        facts: [{ caption: "Invitation", facts }],
        links: [{ text: "Back", href: `/customers/${id}/users` }],
      },
    ],
  };
}

export function portalActions(store: Store, portalUrl: () => string | undefined): readonly ActionRoute[] {
  return [
    customerAction(store, inviteUser, "portal-users/invite", "users", {
      ownerOf: (visit) => customerText(store, visit),
      shown: (row, _visit, customer) => invitationPage(row, customer, portalUrl()),
    }),
    customerAction(store, setPortalRole, "portal-users/role", "users"),
  ];
}
