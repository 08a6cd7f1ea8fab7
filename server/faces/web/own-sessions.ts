import { endSessions } from "../../actions/own-sessions.js";
import { Refusal } from "../../admin/refusal.js";
import { isOpen } from "../../domain/accounts/sessions.js";
import type { SessionStore } from "../../ports/sessions.js";
import type { Store } from "../../ports/store.js";
import { actionRoute, type NeedOf } from "./action-forms.js";
import type { ActionRoute, PageRoute, Visit } from "./page.js";
import type { Cell, Form, Page } from "./view.js";

/** The visitor's own sessions: pages and actions of every site. */

const path = "/sessions";

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
  store: Pick<SessionStore, "ownSessions">,
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

export function sessionPages<V extends Visit, Need>(
  store: Pick<SessionStore, "ownSessions">,
  role: Need,
): readonly PageRoute<V, Need>[] {
  return [{ path, role, show: (visit) => sessionsPage(store, visit) }];
}

export function sessionActions<V extends Visit, Need>(
  store: Store,
  needOf: NeedOf<Need>,
  customerOf: (visit: V) => string | undefined,
): readonly ActionRoute<V, Need>[] {
  const own = (visit: V) => ({ own: visit.session, customer: customerOf(visit) });
  return [
    actionRoute(store, endSessions, needOf(endSessions), {
      path: `${path}/end`,
      done: "The session has ended.",
      back: () => path,
      given: (visit: V, form) => ({ ...own(visit), session: form.get("session") ?? "" }),
    }),
    actionRoute(store, endSessions, needOf(endSessions), {
      path: `${path}/end-others`,
      done: "The other sessions have ended.",
      back: () => path,
      given: own,
    }),
  ];
}
