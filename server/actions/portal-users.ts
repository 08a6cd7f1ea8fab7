import { randomBytes } from "node:crypto";
import { invitationTime, type PortalRole, portalRoles } from "../domain/accounts/portal-users.js";
import type { Store } from "../ports/store.js";
import { isoTime } from "../admin/period.js";
import { invitationHash } from "../admin/invitations.js";
import { expectDone, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { userNameOf } from "../admin/values.js";
import { customerKey } from "./account-fields.js";
import { action, list } from "./action.js";
import { choice, key, oneOf, required, requiredOneOf, text } from "./fields.js";
import { described, nullable, textMember, timeMember } from "./members.js";

const may = { operator: "admin", portal: "manage", identity: "recent" } as const;

const roleOf = oneOf("role", portalRoles, portalRoles.join(", "));

const columns = [
  ...(["customer", "name", "state", "role", "totp"] as const),
  ...(["invitedUntil", "invitedRole", "programs"] as const),
];
const members = {
  ...described(columns),
  role: nullable(textMember("role in the portal; null for a user of the API alone")),
};

/**
 * Invites a user to the portal, who is added if there is none with this name. The person who opens the path sets the password in the portal,
 * and the user has the role from then on; until then, one that exists stays as it is. A new user has no password for programs, one that exists
 * keeps it. An earlier invitation is void.
 */
export const inviteUser = action({
  name: "user invite",
  help: "Invite a user to the portal, who is added if there is none, and print the path with which the password is chosen, once. Example: messenger user invite 42 maria --role owner",
  may,
  button: "Invite",
  done: "The user was invited.",
  keys: { customer: customerKey, name: required(text("User", undefined, { width: "medium" }), userNameOf) },
  fields: {
    role: requiredOneOf("Role", "role in the portal, from when the password is chosen", "role", portalRoles),
  },
  members: {
    ...described(["customer", "name", "role", "path"]),
    expires: timeMember("end of the invitation"),
  },
  run: async ({ customer, name, role }, { now, recorded }) => {
    const token = randomBytes(32).toString("base64url");
    const expiresAt = now + invitationTime;
    const { portal } = recorded({ subject: { customer, user: name }, after: { role } });
    const tokenHash = invitationHash(token);
    const change = await portal.invite({ tokenHash, customerId: customer, user: name, role, expiresAt }, now);
    expectDone(change, { customerId: customer, thing: `user ${name}` });
    /** Below the address of the portal. */
    const path = `/invitation/${token}`;
    const expires = new Date(expiresAt).toISOString();
    return {
      row: { customer, name, role, expires, path },
      text: `${path}\nuser ${name} of customer ${customer} is invited until ${expires}; the path below the address of the portal is not shown again`,
      secret: { member: "path", title: "Invitation", label: "Address" },
    };
  },
});

/** An invitation; the path with its token is not shown again. */
export type InvitationRow = Awaited<ReturnType<typeof inviteUser.run>>["row"];

/** A user of the portal as the commands print it. */
export type PortalUserRow = Awaited<ReturnType<typeof portalUsersOf>>[number];

/** Users of a customer with their roles in the portal, and the invitations that have not expired. */
async function portalUsersOf({ portal }: Pick<Store, "portal">, customer: number, now: number) {
  const users = await portal.users(customer, now);
  return users.map(({ role = null, invitedUntil, invitedRole = null, ...user }) => ({
    customer,
    ...user,
    /** Null for a user of the API alone. */
    role,
    /** End of a pending invitation: ISO 8601, UTC; null without one. */
    invitedUntil: isoTime(invitedUntil),
    /** Role that it gives once it is accepted; null without one. */
    invitedRole,
  }));
}

/** Gives a user another role in the portal, or takes it away with `none`; the user's sessions end. */
export const setPortalRole = action({
  name: "user role",
  help: `Change the role of a user in the portal: ${portalRoles.join(", ")}, or none; sessions are closed`,
  may,
  button: "Change",
  done: "The role was changed.",
  keys: {
    customer: customerKey,
    name: key,
    role: required(
      choice("Role", undefined, { choices: [...portalRoles, "none"] }),
      (given, now): PortalRole | null => (given === "none" ? null : roleOf(given, now)),
    ),
  },
  members,
  run: async ({ customer, name, role }, { store, caller, now, recorded }) => {
    const { portal } = recorded({ subject: { customer, user: name }, after: { role } });
    const by = caller.kind === "customer" ? "owner" : "operator";
    const change = await portal.setRole(customer, name, role, by, now);
    expectDone(change, { customerId: customer, thing: `user ${name}` });
    const row = (await portalUsersOf(store, customer, now)).find(
      (user) => user.name.toLowerCase() === name.toLowerCase(),
    );
    if (row === undefined) throw unknownThing(said`${{ customer }} has no user ${name}`);
    return { row, text: `user ${row.name} of customer ${customer}: ${row.role ?? "none"}` };
  },
});

export const listPortalUsers = list({
  name: "user portal",
  help: "List the users of a customer with their roles in the portal; programs: whether they have a password for programs (none, own, same as in the portal)",
  may: { operator: "viewer", portal: "manage" },
  keys: { customer: customerKey },
  columns,
  members,
  rows: ({ customer }, { store, now }) => portalUsersOf(store, customer, now),
});
