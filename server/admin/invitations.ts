import { createHash } from "node:crypto";
import type { Invitation } from "../domain/accounts/portal-users.js";
import type { Store } from "../ports/store.js";
import { Refusal } from "./refusal.js";
import { hashPassword } from "../credentials/hash.js";
import { portalPasswordOf } from "./passwords.js";

/** Hash of the token of an invitation, which the store contains. */
export function invitationHash(token: string): string {
  return createHash("sha256").update(`invitation ${token}`).digest("base64url");
}

/** An invitation that has not expired. @throws Refusal */
export async function openInvitation(
  { portal }: Pick<Store, "portal">,
  token: string,
  now: number,
): Promise<Invitation> {
  const found = await portal.invitation(invitationHash(token), now);
  if (found === undefined)
    throw new Refusal("this invitation is not valid any more: it was used, replaced, or has expired");
  return found;
}

/** Sets the password in the portal and the role of an invited user; recorded. @throws Refusal */
export async function acceptInvitation(
  store: Pick<Store, "portal">,
  { token, password }: { readonly token: string; readonly password: string },
  { address, now }: { readonly address: string; readonly now: number },
): Promise<Invitation> {
  const invitation = await openInvitation(store, token, now);
  const { customerId, user, tokenHash } = invitation;
  const hash = await hashPassword(portalPasswordOf(password, user));
  const by = { name: `${customerId}/${user}`, source: `portal, ${address}` };
  if (!(await store.portal.accept(tokenHash, hash, by, now)))
    throw new Refusal("this invitation is not valid any more: it was used, replaced, or has expired");
  return invitation;
}
