import type { Values } from "./form.js";
import type { IdentityNeed } from "../../actions/rights.js";
import { identityFields } from "./identity.js";
import { formIdOn, type Kept } from "./kept-forms.js";
import type { Danger } from "./page.js";
import type { Field, Page } from "./view.js";

/** Whether a form was sent by the page that asks for a confirmation. */
export const isConfirmed = (form: Values): boolean => form.get("confirm") === "on";

/** Values of a form that belong to its page, not to its change. */
const ofPage = new Set(["form", "confirm"]);

/** What a page asks before it carries out the action of a form. */
export interface Asked {
  /** Of an irreversible action. */
  readonly danger: Danger | undefined;
  /** The visitor has to log in again; `error`: why the log-in before was refused. */
  readonly identity: { readonly need: IdentityNeed; readonly error?: string | undefined } | undefined;
}

const identityTexts: Readonly<Record<IdentityNeed, string>> = {
  recent: "Changes of money, keys and users need a log-in of the last 10 minutes: type your password again.",
  always: "This change needs your password.",
};

const askedAgain = (name: string): Field => ({
  name,
  label: "New password, again",
  type: "password",
  required: true,
  autocomplete: "new-password",
});

/** Asks for what is missing, says what will happen, and sends the same form again. Passwords are never sent back to a browser: they are typed again. */
export function confirmationPage(
  { danger, identity }: Asked,
  { id, action, place, form, secrets }: Kept,
): Page {
  const given = [...form].filter(([name]) => !ofPage.has(name));
  const fields: readonly Field[] = [
    ...given.map(([name, value]): Field => ({ name, value, label: "", type: "hidden" })),
    ...secrets.filter((name) => name === "password").map(askedAgain),
    { name: "confirm", value: "on", label: "", type: "hidden" },
    ...(identity === undefined ? [] : identityFields(identity.error)),
  ];
  const texts = [danger?.text, identity && identityTexts[identity.need]].filter((text) => text !== undefined);
  const button = danger?.button ?? "Continue";
  return {
    title: danger === undefined ? "Confirm that it is you" : `${button}?`,
    confirmation: {
      text: texts.length === 0 ? "You have logged in meanwhile: nothing more is asked for." : texts.join(" "),
      keep: { text: danger === undefined ? "Go back" : "No, go back", href: place },
      form: { action, button, danger: danger !== undefined, fields, formId: formIdOn(id) },
    },
    sections: [],
  };
}
