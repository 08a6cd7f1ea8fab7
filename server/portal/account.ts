import { portalPasswordOf } from "../admin/portal-users.js";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { setPassword } from "../admin/users.js";
import { newTotpSecret, totpStep, totpUri } from "../credentials/totp.js";
import { isOpen } from "../domain/accounts/sessions.js";
import { shortestPortalPassword } from "../domain/accounts/portal-users.js";
import { recorded } from "../admin/occasion.js";
import type { Store } from "../ports/store.js";
import { textOf, type Values } from "../web/form.js";
import { changeAction } from "../web/page.js";
import type { Cell, Field, Form, Page, Section } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, customerText, type PageRoute, userOf, type Visit } from "./visit.js";

/** The visitor's own user: password, one-time codes, sessions. */

const current: Field = {
  name: "current",
  label: "Your password",
  type: "password",
  required: true,
  autocomplete: "current-password",
};

const passwordForm: Form = {
  action: "/account/password",
  button: "Change the password",
  caption: "Change the password",
  folded: true,
  fields: [
    current,
    {
      name: "password",
      label: "New password",
      type: "password",
      required: true,
      autocomplete: "new-password",
      hint: `at least ${shortestPortalPassword} characters; programs that log in with your password need it too`,
    },
  ],
};

const enrolForm: Form = {
  action: "/account/codes",
  button: "Set up one-time codes",
  caption: "Set up one-time codes",
  folded: true,
  fields: [current],
};

const removeForm: Form = {
  action: "/account/codes/remove",
  button: "Remove the one-time codes",
  caption: "Remove the one-time codes",
  folded: true,
  danger: true,
  fields: [current],
};

async function sessionsCard(store: Store, visit: Visit): Promise<Section> {
  const { customerId, user, tokenHash } = userOf(visit);
  const open = (await store.portal.sessions(customerId, user)).filter((each) => isOpen(each, visit.now));
  const rows = open.map(({ tokenHash: hash, address, openedAt, usedAt }): readonly Cell[] => [
    { text: address, note: hash === tokenHash ? "this one" : undefined },
    { text: "", time: openedAt },
    { text: "", time: usedAt },
  ]);
  const table = { caption: "Sessions", columns: ["From", "Since", "Last use"], rows, empty: "" };
  const form = {
    action: "/account/sessions/end",
    button: "End the other sessions",
    icon: "log-out",
    fields: [],
  } as const;
  return { heading: "Sessions", width: 8, tables: [table], forms: open.length > 1 ? [form] : [] };
}

async function accountPage(store: Store, visit: Visit): Promise<Page> {
  const { customerId, user, role } = userOf(visit);
  const login = await store.portal.find(customerId, user);
  const hasCodes = login?.totpSecret !== undefined;
  const facts = [
    { name: "Customer", text: String(customerId) },
    { name: "User", text: user },
    { name: "Role", text: role },
    { name: "One-time codes", text: hasCodes ? "asked for" : "not set up" },
  ];
  return {
    title: "Your user",
    sections: [
      {
        heading: "Log-in",
        width: 4,
        facts: [{ caption: "Log-in", facts }],
        links: [{ text: "Time zone, theme, log out", href: "/preferences" }],
        forms: [passwordForm, hasCodes ? removeForm : enrolForm],
      },
      await sessionsCard(store, visit),
    ],
  };
}

const problems = {
  wrong: "invalid password: give the one with which you log in",
  tooMany: "invalid password: too many wrong ones; wait a minute, then try again",
  busy: "the server is busy; try again",
} as const;

/** The own user, whose password was typed again. @throws InvalidInput */
async function confirmed({ store, confirm }: PortalSources, visit: Visit, form: Values) {
  const { customerId, user } = userOf(visit);
  const login = await store.portal.find(customerId, user);
  const result = await confirm(form.get("current") ?? "", visit, login);
  if (login === undefined || result !== "right")
    throw new InvalidInput(problems[result === "right" ? "wrong" : result], { field: "current" });
  return login;
}

async function changePassword(sources: PortalSources, visit: Visit, form: Values): Promise<void> {
  const { name } = await confirmed(sources, visit, form);
  const password = portalPasswordOf(form.get("password") ?? "");
  await setPassword(sources.store, { customer: customerText(visit), name, password }, visit);
}

const enrolPage = (user: string, secret: string, error?: string): Page => ({
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
            { name: "secret", label: "", type: "hidden", value: secret },
            current,
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

/** Turns codes on, if the app shows the right one. */
async function confirmCodes(sources: PortalSources, visit: Visit, form: Values): Promise<Page | undefined> {
  const { name } = await confirmed(sources, visit, form);
  const secret = form.get("secret") ?? "";
  if (!/^[A-Z2-7]{32}$/u.test(secret)) throw new Refusal("set the codes up again");
  if (totpStep(secret, textOf(form, "code") ?? "", visit.now) === undefined)
    return enrolPage(name, secret, "Use the code that the app shows now.");
  await setCodes(sources.store, visit, secret);
  return undefined;
}

async function setCodes(store: Store, visit: Visit, secret: string | null): Promise<void> {
  const { tokenHash, user } = userOf(visit);
  const subject = { customer: visit.customer, user };
  const after = { totp: secret === null ? "removed" : "enrolled" };
  const { portal } = recorded(store, visit, { action: "portal codes", subject, after });
  await portal.setTotp(tokenHash, secret);
}

export function accountPages(store: Store): readonly PageRoute[] {
  return [{ path: "/account", role: "look", show: (visit) => accountPage(store, visit) }];
}

export function accountActions(sources: PortalSources): readonly ActionRoute[] {
  const route = { role: "look", back: () => "/account" } as const;
  return [
    changeAction({ ...route, path: "/account/password", done: "The password was changed." }, (visit, form) =>
      changePassword(sources, visit, form),
    ),
    {
      ...route,
      path: "/account/codes",
      done: "",
      run: async (visit, form) => enrolPage((await confirmed(sources, visit, form)).name, newTotpSecret()),
    },
    {
      ...route,
      path: "/account/codes/confirm",
      done: "Log-ins ask for a one-time code.",
      run: (visit, form) => confirmCodes(sources, visit, form),
    },
    changeAction(
      { ...route, path: "/account/codes/remove", done: "Log-ins need the password alone." },
      async (visit, form) => {
        await confirmed(sources, visit, form);
        await setCodes(sources.store, visit, null);
      },
    ),
    changeAction(
      { ...route, path: "/account/sessions/end", done: "The other sessions have ended." },
      async (visit) => sources.store.portal.closeOthers(userOf(visit).tokenHash),
    ),
  ];
}
