import { type PortalRight, portalRights, portalRoles } from "../../domain/accounts/portal-users.js";
import { logInFields, message, type RefusedAccess } from "../web/fixed-pages.js";
import { textOf, type Values } from "../web/form.js";
import type { Page } from "../web/view.js";

/** Reasons why a browser may not use the portal at all. */
export const refusedAccess = {
  plain: message(
    "The portal is not available here",
    "From other machines the portal requires TLS: without it, passwords could be read on the network.",
  ),
  proxy: message(
    "The portal is not available here",
    "The request comes from an untrusted proxy, so the address of the browser is unknown.",
  ),
} as const satisfies RefusedAccess;

export const notFound = message("Page not found", "The portal has no such page.");

/** @param need that the page or action requires */
export function notAllowed(need: PortalRight): Page {
  const roles = portalRoles.filter((role) => portalRights[role].includes(need));
  return message("Not allowed", `This page is for users with the role ${roles.join(" or ")}.`, [
    "Ask a user with the role owner.",
  ]);
}

/** The page for the log-in of a user; `typed`: what was sent before. */
export const logInPage = (next: string, typed?: Values): Page => ({
  title: "Log in to the portal",
  sections: [
    {
      heading: "Your account",
      forms: [
        {
          action: "/log-in",
          button: "Log in",
          icon: "log-in",
          primary: true,
          fields: [
            { name: "next", label: "", type: "hidden", value: next },
            {
              name: "customer",
              label: "Customer number",
              type: "text",
              width: "short",
              required: true,
              value: typed && textOf(typed, "customer"),
              autocomplete: "organization",
            },
            ...logInFields("User", typed),
          ],
        },
      ],
    },
  ],
});
