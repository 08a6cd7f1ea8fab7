import type { OperatorRole } from "../../domain/accounts/operators.js";
import { logInFields, message, type RefusedAccess } from "../web/fixed-pages.js";
import type { Values } from "../web/form.js";
import type { Page } from "../web/view.js";

/** Reasons why a browser may not use the console at all. */
export const refusedAccess = {
  plain: message(
    "The console is not available here",
    "From other machines the console requires TLS: without it, passwords could be read on the network.",
    [
      "Start the server with --admin-tls on, --tls-cert and --tls-key; or put a proxy that terminates TLS in front, name it with --trust-proxy, and let it send X-Forwarded-For and X-Forwarded-Proto; or use a tunnel: ssh -L 9464:127.0.0.1:9464 HOST.",
    ],
  ),
  proxy: message(
    "The console is not available here",
    "The request comes from an untrusted proxy, so the address of the browser is unknown.",
    ["Name the proxy with --trust-proxy, and let it send X-Forwarded-For and X-Forwarded-Proto: https."],
  ),
} as const satisfies RefusedAccess;

export const notFound = message("Page not found", "The console has no such page.");

/** @param role that the page or action requires */
export const notAllowed = (role: OperatorRole): Page =>
  message("Not allowed", `This page or action requires the role ${role}.`, [
    `Ask an operator with the role admin: messenger operator change NAME --role ${role}.`,
  ]);

/** The page for the name and password of an operator; `typed`: what was sent before. */
export const logInPage = (next: string, typed?: Values): Page => ({
  title: "Log in to the console",
  sections: [
    {
      heading: "Operator",
      text: "With the name and password of an operator. If there is no operator yet, `messenger operator add NAME --role admin` adds the first.",
      forms: [
        {
          action: "/log-in",
          button: "Log in",
          icon: "log-in",
          primary: true,
          fields: [{ name: "next", label: "", type: "hidden", value: next }, ...logInFields("Name", typed)],
        },
      ],
    },
  ],
});
