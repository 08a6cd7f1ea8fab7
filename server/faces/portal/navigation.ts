import type { PortalRight } from "../../domain/accounts/portal-users.js";
import type { IconName } from "../web/icons.js";
import type { NavigationEntry } from "../web/render.js";
import { allows, type Visitor } from "./visit.js";

interface Place {
  readonly text: string;
  readonly path: string;
  readonly icon: IconName;
  readonly need: PortalRight;
}

/** The pages in the bar, in its order. */
export const places: readonly Place[] = [
  { text: "Overview", path: "/", icon: "layout-dashboard", need: "look" },
  { text: "Send", path: "/send", icon: "send", need: "send" },
  { text: "Messages", path: "/messages", icon: "message-square-text", need: "messages" },
  { text: "Inbox", path: "/inbox", icon: "inbox", need: "messages" },
  { text: "Lists", path: "/lists", icon: "list", need: "messages" },
  { text: "Billing", path: "/billing", icon: "coins", need: "money" },
  { text: "Developers", path: "/keys", icon: "key-round", need: "develop" },
  { text: "Users", path: "/users", icon: "users", need: "manage" },
];

/** Pages that belong to a place of the bar. */
const belongs: Readonly<Record<string, string>> = {
  "/binds": "/keys",
  "/callbacks": "/keys",
  "/history": "/users",
  "/opt-outs": "/lists",
  "/transactions": "/messages",
};

function entryOf({ text, path, icon }: Omit<Place, "need">, current: string): NavigationEntry {
  const first = `/${current.split("/")[1] ?? ""}`;
  return { text, href: path, icon, current: (belongs[first] ?? first) === path };
}

/** The places that a visitor may open. */
export function navigationFor(visitor: Visitor, current: string): readonly NavigationEntry[] {
  return places.filter(({ need }) => allows(visitor, need)).map((place) => entryOf(place, current));
}

/** Places at the bottom of a phone; the last one lists the rest. */
export function bottomFor(visitor: Visitor, current: string): readonly NavigationEntry[] {
  const first = places.filter(({ need }) => allows(visitor, need)).slice(0, 4);
  return [...first, { text: "More", path: "/more", icon: "menu" as const }].map((place) =>
    entryOf(place, current),
  );
}
