import { acceptInvitation, openInvitation } from "../../admin/invitations.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { type Invitation, shortestPortalPassword } from "../../domain/accounts/portal-users.js";
import type { Store } from "../../ports/store.js";
import type { Browser } from "../web/browser.js";
import { message } from "../web/fixed-pages.js";
import { type Values, valuesOf } from "../web/form.js";
import { keptAt, type KeptForms, keptName, refusedWhy } from "../web/kept-forms.js";
import { shownWith } from "../web/kept-page.js";
import { html, type Reply, seeOther } from "../web/reply.js";
import type { Frame } from "../web/render.js";
import { cookieOf, formToken, isToken, newToken, type SiteIdentity, tokenHash } from "../web/tokens.js";
import type { Page } from "../web/view.js";

/** The page of an invitation, which needs no session: its address lets the holder set the password. */

interface Sources {
  readonly store: Pick<Store, "accounts" | "portal">;
  readonly forms: KeptForms;
  readonly now: () => number;
  readonly site: SiteIdentity;
  readonly page: (page: Page, frame: Partial<Frame>) => string;
}

const invitationPage = (path: string, { customerId, user, role }: Invitation): Page => ({
  title: "Welcome",
  facts: [{ text: `You are invited to customer ${customerId} as ${user}, with the role ${role}.` }],
  sections: [
    {
      heading: "Choose a password",
      forms: [
        {
          action: path,
          button: "Set the password",
          icon: "key-round",
          primary: true,
          fields: [
            {
              name: "password",
              label: "Password",
              type: "password",
              required: true,
              autocomplete: "new-password",
              hint: `at least ${shortestPortalPassword} characters`,
            },
          ],
        },
      ],
    },
  ],
});

const accepted = ({ customerId, user }: Invitation): Page => ({
  title: "Your password is set",
  sections: [
    {
      heading: "Log in",
      text: `With the customer number ${customerId}, the user ${user} and your password.`,
      links: [{ text: "Log in", href: "/log-in" }],
    },
  ],
});

const invalid = (reason: string): Page =>
  message("This invitation is over", `${reason}.`, ["Ask for a new one."]);

/** Path of the kept form of an invitation: the token in its address is not kept. */
const anyInvitation = "/invitation";

/** Replies to requests for invitations; undefined for any other path. */
export function invitationPages({ store, forms, now, site, page }: Sources) {
  return async (browser: Browser, form: Values | undefined): Promise<Reply | undefined> => {
    const { path, query, preferences, secure, address } = browser;
    const given = /^\/invitation\/(?<token>[^/]+)$/u.exec(path)?.groups?.["token"];
    if (given === undefined) return undefined;
    const token = browser.token ?? newToken();
    const sender = { session: tokenHash(token), person: "" };
    const { theme, zone = "UTC" } = preferences;
    const frame = { theme, zone, token: formToken(token) };
    const cookie = { "Set-Cookie": cookieOf(token, site, secure) };
    try {
      const invitation = await openInvitation(store, isToken(given) ? given : "", now());
      if (form !== undefined) {
        const password = form.get("password") ?? "";
        const done = await acceptInvitation(store, { token: given, password }, { address, now: now() });
        return html(200, page(accepted(done), frame));
      }
      const show = async (): Promise<Page> => invitationPage(path, invitation);
      const kept = await forms.find(sender, valuesOf(query).get(keptName) ?? "", anyInvitation);
      const shown = await shownWith({ show }, {}, kept && { ...kept, action: path });
      return html(200, page(shown.page, { ...frame, error: shown.error }), cookie);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (form === undefined || !(error instanceof InvalidInput))
        return html(404, page(invalid(error.message), frame), cookie);
      const place = anyInvitation;
      const id = await forms.keep(sender, { action: place, place, form, why: refusedWhy(error) });
      return seeOther(keptAt(path, id), cookie);
    }
  };
}
