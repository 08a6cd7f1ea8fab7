import { isStopped } from "../../ports/reading.js";
import { isOutcomeUnknown, isPassing } from "../../ports/service.js";
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

const again = "A form that is sent again is carried out once.";

/** The page after an error, and its status: 503 if it passes and nothing was stored. @param reference of the log line */
export function failurePage(
  error: unknown,
  reference: string,
): { readonly status: 500 | 503; readonly page: Page } {
  // The frame of a page is read, too.
  if (isStopped(error)) return { status: 503, page: stopped(error.detail) };
  const what = "The page cannot be shown";
  if (isPassing(error)) {
    const reason = "The database is busy, or not available for a moment.";
    return { status: 503, page: message(`${what} now`, reason, [`Go back and try again. ${again}`]) };
  }
  const reason = `The server could not complete the request. The log contains the reason with the reference ${reference}.`;
  return isOutcomeUnknown(error)
    ? { status: 500, page: message("It is not known whether this was done", reason, [again]) }
    : { status: 500, page: message(what, reason) };
}

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
