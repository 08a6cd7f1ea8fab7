import {
  inviteUser,
  listPortalUsers,
  type PortalUserRow,
  setPortalRole,
} from "../../actions/portal-users.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { invitationPage } from "../web/invitations.js";
import { accessPill, invitationCell } from "../web/states.js";
import type { Cell, Form, Section } from "../web/view.js";
import { customerAction } from "./customer-actions.js";
import { customerOfPage } from "./customer-frame.js";
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

export function portalActions(store: Store, portalUrl: () => string | undefined): readonly ActionRoute[] {
  return [
    customerAction(store, inviteUser, "portal-users/invite", "users", {
      ownerOf: (visit) => customerOfPage(store, visit),
      shown: (row, _visit, customer) =>
        invitationPage(row, {
          customer,
          url: portalUrl(),
          isPortal: false,
          place: `/customers/${row.customer}/users`,
        }),
    }),
    customerAction(store, setPortalRole, "portal-users/role", "users"),
  ];
}
