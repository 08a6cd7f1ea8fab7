import { Refusal } from "../../admin/refusal.js";
import { isOpen } from "../../domain/accounts/sessions.js";
import type { SessionStore } from "../../ports/sessions.js";
import { type ActionRoute, changeAction, type PageRoute, type Visit } from "./page.js";
import type { Cell, Form, Page } from "./view.js";

/** The visitor's own sessions: pages and actions of every site. */

const path = "/sessions";

/** Where the sessions are, and what everybody who is logged in may do. */
interface OwnSessions<Need> {
  readonly store: Pick<SessionStore, "ownSessions" | "closeOthers">;
  readonly role: Need;
}

const endOthers: Form = {
  action: `${path}/end-others`,
  button: "End the other sessions",
  icon: "log-out",
  fields: [],
};

const endOne = (tokenHash: string): Form => ({
  action: `${path}/end`,
  button: "End",
  fields: [{ name: "session", label: "", type: "hidden", value: tokenHash }],
});

/** @throws Refusal for a visitor with a session of another site */
async function sessionsPage(
  store: OwnSessions<unknown>["store"],
  { session: own, now }: Visit,
): Promise<Page> {
  const open = (await store.ownSessions(own)).filter((each) => isOpen(each, now));
  if (open.length === 0) throw new Refusal("there is no such session");
  const rows = open.map(({ tokenHash, address, openedAt, usedAt }): readonly Cell[] => [
    { text: address, note: tokenHash === own ? "this browser" : undefined },
    { text: "", time: openedAt },
    { text: "", time: usedAt },
    tokenHash === own ? { text: "" } : { text: "", form: endOne(tokenHash) },
  ]);
  const columns = ["From", "Since", "Last use", ""];
  return {
    title: "Your sessions",
    crumbs: [
      { text: "Preferences", href: "/preferences" },
      { text: "Your sessions", href: "" },
    ],
    facts: [{ text: "Browsers in which you are logged in." }],
    sections: [
      {
        heading: "Sessions",
        width: 8,
        text: "End a session that you do not know, then change your password: the person who opened it has it.",
        tables: [{ caption: "Sessions, latest use first", columns, rows, empty: "" }],
        forms: open.length > 1 ? [endOthers] : [],
      },
    ],
  };
}

export function sessionPages<V extends Visit, Need>({
  store,
  role,
}: OwnSessions<Need>): readonly PageRoute<V, Need>[] {
  return [{ path, role, show: (visit) => sessionsPage(store, visit) }];
}

/** Ends sessions; a session of somebody else is as unknown as one that has ended. @throws Refusal */
async function end(
  store: OwnSessions<unknown>["store"],
  visit: Visit,
  only: string | undefined,
): Promise<void> {
  if ((await store.closeOthers(visit.session, only, visit.by, visit.now)) === 0)
    throw new Refusal(only === undefined ? "you have no other session" : "the session has ended already");
}

export function sessionActions<V extends Visit, Need>({
  store,
  role,
}: OwnSessions<Need>): readonly ActionRoute<V, Need>[] {
  const route = { role, back: () => path } as const;
  return [
    changeAction<V, Need>({ ...route, path: `${path}/end`, done: "The session has ended." }, (visit, form) =>
      end(store, visit, form.get("session") ?? ""),
    ),
    changeAction<V, Need>(
      { ...route, path: `${path}/end-others`, done: "The other sessions have ended." },
      (visit) => end(store, visit, undefined),
    ),
  ];
}
