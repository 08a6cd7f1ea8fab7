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
