import { auditNameOf } from "../../actions/audit-names.js";
import { setPassword } from "../../actions/users.js";
import { portalPasswordOf } from "../../admin/passwords.js";
import { Refusal } from "../../admin/refusal.js";
import {
  type Enrolment,
  enrolmentProof,
  isEnrolmentProof,
  offeredSecret,
} from "../../credentials/enrolment.js";
import { hashPassword } from "../../credentials/hash.js";
import { totpStep, totpUri } from "../../credentials/totp.js";
import { shortestPortalPassword } from "../../domain/accounts/portal-users.js";
import { recorded } from "../../admin/recorded.js";
import type { Store } from "../../ports/store.js";
import { textOf, type Values } from "../web/form.js";
import { identityFields } from "../web/identity.js";
import { changeAction, type Checked } from "../web/page.js";
import { newToken } from "../web/tokens.js";
import type { Form, Page } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, isSupport, type PageRoute, userOf, type Visit, type Visitor } from "./visit.js";

/** The visitor's own user: password and one-time codes. */

export const accountPath = "/account";

/** Whether the role of a visitor needs one-time codes, and none are set up. */
export const lacksCode = (visitor: Visitor, requireCode: PortalSources["requireCode"]): boolean =>
  !isSupport(visitor) && !visitor.totp && requireCode.includes(visitor.role);

const passwordForm: Form = {
  action: "/account/password",
  button: "Change the password",
  caption: "Change the password",
  folded: true,
  fields: [
    ...identityFields(),
    {
      name: "password",
      label: "New password",
      type: "password",
      required: true,
      autocomplete: "new-password",
      hint: `at least ${shortestPortalPassword} characters`,
    },
  ],
};

const enrolForm: Form = {
  action: "/account/codes",
  button: "Set up one-time codes",
  fields: [],
};

const removeForm: Form = {
  action: "/account/codes/remove",
  button: "Remove the one-time codes",
  danger: true,
  fields: [],
};

const codeNotice: Page["notice"] = {
  tone: "warn",
  icon: "key-round",
  what: "Your role needs one-time codes.",
  text: "Set them up with an authenticator app: until then, this page is the only one that you can use.",
};

function accountPage({ requireCode }: PortalSources, visit: Visit): Page {
  const { customerId, user, role, totp: hasCodes } = userOf(visit);
  const mayRemove = !requireCode.includes(role);
  const facts = [
    { name: "Customer", text: String(customerId) },
    { name: "User", text: user },
    { name: "Role", text: role },
    { name: "One-time codes", text: hasCodes ? "asked for" : "not set up" },
  ];
  return {
    title: "Your user",
    notice: lacksCode(visit.visitor, requireCode) ? codeNotice : undefined,
    sections: [
      {
        heading: "Log-in",
        width: 6,
        facts: [{ caption: "Log-in", facts }],
        links: [
          { text: "Your sessions", href: "/sessions" },
          { text: "Time zone, theme, log out", href: "/preferences" },
        ],
        forms: [passwordForm, ...(!hasCodes ? [enrolForm] : mayRemove ? [removeForm] : [])],
      },
    ],
  };
}

async function changePassword(store: Store, visit: Visit, form: Values): Promise<void> {
  const { user, tokenHash } = userOf(visit);
  const hash = await hashPassword(portalPasswordOf(form.get("password") ?? "", user));
  const subject = { customer: visit.customer, user };
  const { portal } = recorded(store, visit, { action: auditNameOf(setPassword.name), subject });
  await portal.setPassword(tokenHash, hash);
}

/** A secret that is offered. */
interface Offer {
  readonly id: string;
  readonly secret: string;
  readonly proof: string;
}

const enrolPage = (user: string, { id, secret, proof }: Offer, error?: string): Page => ({
  title: "One-time codes",
  crumbs: [
    { text: "Your user", href: "/account" },
    { text: "One-time codes", href: "" },
  ],
  sections: [
    {
      heading: "Add this secret to your authenticator app",
      facts: [
        {
          caption: "Secret",
          facts: [
            { name: "Secret", text: secret, layout: "code" },
            { name: "Address", text: totpUri(user, secret), layout: "code" },
          ],
        },
      ],
      forms: [
        {
          action: "/account/codes/confirm",
          button: "Turn on one-time codes",
          caption: "Confirm",
          primary: true,
          fields: [
            { name: "offer", label: "", type: "hidden", value: id },
            { name: "proof", label: "", type: "hidden", value: proof },
            {
              name: "code",
              label: "Code of the app",
              type: "text",
              width: "short",
              required: true,
              autocomplete: "one-time-code",
              error,
            },
          ],
        },
      ],
    },
  ],
});

/** What a secret with this id is offered to: the session, and the password that was typed for it. */
async function offeredTo({ portal }: Pick<Store, "portal">, visit: Visit, id: string): Promise<Enrolment> {
  const { customerId, user, tokenHash: session } = userOf(visit);
  const { passwordHash } = (await portal.find(customerId, user)) ?? {};
  if (passwordHash === undefined) throw new Refusal("set the codes up again");
  return { session, passwordHash, secret: offeredSecret({ session, passwordHash }, id) };
}

/** What was offered after the password was typed. */
const offered = (id: string, more: readonly (readonly [string, string])[] = []): Checked => ({
  checked: new Map([["offer", id], ...more]),
});

/** The secret that is offered to a visitor who has just typed the password. @throws Refusal */
async function offerPage(store: Store, visit: Visit, { form }: NonNullable<Visit["checked"]>): Promise<Page> {
  const id = form.get("offer") ?? "";
  const enrolment = await offeredTo(store, visit, id);
  const proof = enrolmentProof(enrolment, visit.now);
  const error = form.has("wrong") ? "Use the code that the app shows now." : undefined;
  return enrolPage(userOf(visit).user, { id, proof, secret: enrolment.secret }, error);
}

/** Turns codes on, if the secret was offered and the app shows the right one. @throws Refusal */
async function confirmCodes(store: Store, visit: Visit, form: Values): Promise<Checked | undefined> {
  const [id, proof] = [form.get("offer") ?? "", form.get("proof") ?? ""];
  const enrolment = await offeredTo(store, visit, id);
  if (!isEnrolmentProof(proof, enrolment, visit.now)) throw new Refusal("set the codes up again");
  const { secret } = enrolment;
  if (totpStep(secret, textOf(form, "code") ?? "", visit.now) === undefined)
    return offered(id, [["wrong", "on"]]);
  await setCodes(store, visit, secret);
  return undefined;
}

async function setCodes(store: Store, visit: Visit, secret: string | null): Promise<void> {
  const { tokenHash, user } = userOf(visit);
  const subject = { customer: visit.customer, user };
  const after = { totp: secret === null ? "removed" : "enrolled" };
  const { portal } = recorded(store, visit, { action: "portal codes", subject, after });
  await portal.setTotp(tokenHash, secret);
}

/** Removes the codes. @throws Refusal if the role needs them */
async function removeCodes({ store, requireCode }: PortalSources, visit: Visit): Promise<void> {
  if (requireCode.includes(userOf(visit).role)) throw new Refusal("your role needs one-time codes");
  await setCodes(store, visit, null);
}

export function accountPages(sources: PortalSources): readonly PageRoute[] {
  const show: PageRoute["show"] = async (visit) =>
    visit.checked === undefined
      ? accountPage(sources, visit)
      : offerPage(sources.store, visit, visit.checked);
  return [{ path: accountPath, role: "look", show }];
}

export function accountActions(sources: PortalSources): readonly ActionRoute[] {
  const { store } = sources;
  const route = { role: "look", back: () => accountPath, identity: "always" } as const;
  return [
    changeAction({ ...route, path: "/account/password", done: "The password was changed." }, (visit, form) =>
      changePassword(store, visit, form),
    ),
    {
      ...route,
      path: "/account/codes",
      done: "",
      run: async () => offered(newToken()),
    },
    {
      ...route,
      path: "/account/codes/confirm",
      done: "Log-ins ask for a one-time code.",
      // The proof is of the page that has asked for the password.
      identity: undefined,
      run: (visit, form) => confirmCodes(store, visit, form),
    },
    changeAction(
      {
        ...route,
        path: "/account/codes/remove",
        done: "Log-ins need the password alone.",
        danger: {
          button: "Remove the one-time codes",
          text: "Whoever has your password can then log in.",
        },
      },
      async (visit) => removeCodes(sources, visit),
    ),
  ];
}
