import { textOf, type Values } from "./form.js";
import type { Field } from "./view.js";

/** Fields in which visitors type their own password and code again. */
const names = { password: "ownPassword", code: "ownCode" } as const;

export const identityFieldNames: readonly string[] = Object.values(names);

/** @param error reason why the password and the code were refused */
export const identityFields = (error?: string): readonly Field[] => [
  {
    name: names.password,
    label: "Your password",
    type: "password",
    required: true,
    autocomplete: "current-password",
    error,
  },
  {
    name: names.code,
    label: "Your code",
    type: "text",
    width: "short",
    autocomplete: "one-time-code",
    hint: "of your authenticator app, if you use one",
  },
];

/** The password and the code in a form, as a form of the log-in has them; undefined without a password. */
export function identityIn(form: Values): { readonly password: string; readonly code: string } | undefined {
  const password = form.get(names.password);
  return password === undefined ? undefined : { password, code: textOf(form, names.code) ?? "" };
}
