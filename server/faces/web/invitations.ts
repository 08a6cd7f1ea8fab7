import type { InvitationRow } from "../../actions/portal-users.js";
import { oncePage } from "./page.js";
import { type Cell, type Page, timeCell } from "./view.js";

/** What a site says about an invitation besides it. */
interface Shown {
  /** Customer, where several are shown. */
  readonly customer?: string;
  /** Address of the portal; undefined if the server has none. */
  readonly url: string | undefined;
  /** The site is the portal: the address is a link. */
  readonly isPortal: boolean;
  /** Path to return to. */
  readonly place: string;
}

/** The invitation, which is not shown again. */
export function invitationPage(
  { name, role, expires, path }: InvitationRow,
  { customer, url, isPortal, place }: Shown,
): Page {
  const address: Cell = { text: `${url ?? ""}${path}`, layout: "code", href: isPortal ? path : undefined };
  const facts = [
    ...(customer === undefined ? [] : [{ name: "Customer", text: customer }]),
    { name: "User", text: name },
    { name: "Role", text: role },
    { name: "Valid until", ...timeCell(expires), exact: true },
    { name: "Address", ...address },
  ];
  const text =
    url === undefined && !isPortal
      ? "This server has no portal: serve it with --portal."
      : "Whoever has it chooses the password of the user, who has the role from then on.";
  return oncePage("Invitation", { what: "Copy the address now", text, facts, place });
}
