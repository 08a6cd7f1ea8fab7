import type { Counts, Use } from "../../actions/action.js";
import type { IdentityNeed } from "../../actions/rights.js";
import type { Values } from "./form.js";
import type { Facts, Page } from "./view.js";

/** A request for a page; sites add who asks. */
export interface Visit extends Use {
  /** Named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Values;
  /** Of the visitor: hash of the token that the browser has. */
  readonly session: string;
  /** Time zone of the page. */
  readonly zone: string;
  /** A form of the page that was refused, or sent after its session had ended. */
  readonly typed?: Values | undefined;
  /** A form of the page that was sent to see what follows from it. */
  readonly checked?: { readonly id: string; readonly form: Values } | undefined;
}

/** The part `:id` of the path. */
export const idOf = ({ params }: Pick<Visit, "params">): string => params["id"] ?? "";

/** A page of a site; `Need`: what its visitor must be allowed to. */
export interface PageRoute<V extends Visit, Need> {
  /** For example `/links/:name`. */
  readonly path: string;
  readonly role: Need;
  /** Resolves with a page, or with another path to go to. */
  show(visit: V): Promise<Page | string>;
}

/** What an irreversible action does, for the page that asks for its confirmation. */
export interface Danger {
  /** Verb and object, for the button. */
  readonly button: string;
  /** What will happen, in a sentence. */
  readonly text: string;
}

/** A form that changes something, or a search. */
export interface ActionRoute<V extends Visit, Need> {
  readonly path: string;
  readonly role: Need;
  /** Shown after the action; empty for a search, which may be sent any number of times. */
  readonly done: string;
  /** The same for an action that counts what it has done. */
  readonly counted?: ((counts: Counts) => string) | undefined;
  /** Path of the page to return to. */
  back(params: Readonly<Record<string, string>>): string;
  /** Path of the page that has its form, with what is typed; absent: the page to return to. */
  readonly shownOn?: string | undefined;
  /** Path of the action whose form shows what was typed: that of this one has hidden values alone. */
  readonly typedIn?: ((params: Readonly<Record<string, string>>) => string) | undefined;
  /** Its form may have a file. */
  readonly upload?: boolean | undefined;
  /** Runs only with a confirmation. */
  readonly danger?: Danger | undefined;
  /** Runs only after such a log-in; the visitor may have to type the password again. */
  readonly identity?: IdentityNeed | undefined;
  /**
   * Resolves with another path to go to, with values that the page at `back` gets as `checked`, with undefined or counts to return to `back`,
   * or with a page that is shown for 10 minutes, because of a secret on it.
   */
  run(visit: V, form: Values): Promise<Page | Checked | Counts | string | undefined>;
}

/** Values of a form whose page shows what follows from them. */
export interface Checked {
  readonly checked: Values;
}

type Shown = Page | Checked | Counts;

export const isChecked = (result: Shown): result is Checked => "checked" in result;
export const isCounts = (result: Shown): result is Counts => "changed" in result;

/** An action that makes a recorded change and returns to `back`. */
export function changeAction<V extends Visit, Need>(
  route: Omit<ActionRoute<V, Need>, "run">,
  change: (visit: V, form: Values) => Promise<unknown>,
): ActionRoute<V, Need> {
  return {
    ...route,
    run: async (visit, form) => {
      await change(visit, form);
      return undefined;
    },
  };
}

/** What a page with a secret says. */
const onceText = "In 10 minutes, it is not shown again.";

/** A page with what is not shown again. */
export const oncePage = (
  title: string,
  {
    what,
    text,
    facts,
    place,
  }: Pick<Facts, "facts"> & Readonly<Record<"what" | "place", string>> & { readonly text?: string },
): Page => ({
  title,
  notice: {
    tone: "warn",
    icon: "key-round",
    what,
    text: text === undefined ? onceText : `${onceText} ${text}`,
  },
  sections: [{ heading: title, facts: [{ caption: title, facts }], links: [{ text: "Back", href: place }] }],
});

interface ShownSecret extends Readonly<Record<"name" | "secret" | "customer", string>> {
  /** What `customer` is, where it is an operator. */
  readonly ownerLabel?: string | undefined;
}

/** A page with a value that is not shown again. */
export function secretPage(
  title: string,
  { name, secret, ownerLabel = "Customer", customer }: ShownSecret,
  place: string,
): Page {
  const facts = [
    { name: ownerLabel, text: customer },
    { name, text: secret, layout: "code" as const },
  ];
  return oncePage(title, { what: "Copy it now", facts, place });
}

/** Encodes a value as a part of a path. */
export const part = encodeURIComponent;
