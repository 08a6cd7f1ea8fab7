import type { PortalRole } from "#server/domain/accounts/portal-users.js";
import type { Store } from "#server/ports/store.js";

/** A user of a customer who chooses the password of this hash. */
export interface InvitedUser {
  readonly customerId: number;
  readonly user: string;
  readonly role: PortalRole;
  readonly passwordHash: string;
}

/** Invites a user, who is added if there is none, and accepts the invitation. */
export async function giveRole(
  { portal }: Pick<Store, "portal">,
  { customerId, user, role, passwordHash }: InvitedUser,
  at: number,
): Promise<void> {
  const tokenHash = `invitation of ${customerId}/${user}`;
  await portal.invite({ tokenHash, customerId, user, role, expiresAt: at + 1_000 }, at);
  await portal.accept(tokenHash, passwordHash, { name: `${customerId}/${user}`, source: "portal, test" }, at);
}
