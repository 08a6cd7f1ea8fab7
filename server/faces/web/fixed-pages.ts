import type { Access } from "./access.js";
import { textOf, type Values } from "./form.js";
import type { Field, Page } from "./view.js";

/** A page with a reason, and what to do about it. */
export const message = (title: string, text: string, more: readonly string[] = []): Page => ({
  title,
  sections: [text, ...more].map((each, index) => ({
    heading: index === 0 ? "Reason" : "What to do",
    text: each,
  })),
});

/** Pages for browsers that may not use a site at all. */
export type RefusedAccess = Readonly<Record<Extract<Access, { allowed: false }>["reason"], Page>>;

/** @param reference of the log line */
export const failed = (reference: string): Page =>
  message(
    "The page cannot be shown",
    `The server could not complete the request. The log contains the reason with the reference ${reference}.`,
  );

/** @param detail for how long it was read */
export const stopped = (detail: string): Page =>
  message(
    "The search was stopped",
    `The server has stopped to read ${detail}, so that calls do not wait for it.`,
    ["Narrow it: choose a customer, a whole number, a longer prefix or a shorter period. Then try again."],
  );

/** That a search was stopped, and what it looked through; nothing for one that was not. */
export const stoppedNotice = (text: string | undefined): Pick<Page, "notice"> =>
  text === undefined
    ? {}
    : { notice: { tone: "warn", icon: "triangle-alert", what: "Not all was searched", text } };

export const badRequest = (text: string): Page => message("The request was refused", text);

/** Name, password and one-time code of a log-in; `typed`: what was sent before. */
export const logInFields = (label: string, typed: Values | undefined): readonly Field[] => [
  {
    name: "name",
    label,
    type: "text",
    required: true,
    value: typed && textOf(typed, "name"),
    autocomplete: "username",
  },
  {
    name: "password",
    label: "Password",
    type: "password",
    required: true,
    autocomplete: "current-password",
  },
  {
    name: "code",
    label: "Code",
    type: "text",
    width: "short",
    autocomplete: "one-time-code",
    hint: "of your authenticator app, if you use one",
  },
];
