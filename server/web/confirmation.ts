import type { Values } from "./form.js";
import type { Danger } from "./page.js";
import type { Page } from "./view.js";

/** Whether a form was sent by the page that asks for a confirmation. */
export const isConfirmed = (form: Values): boolean => form.get("confirm") === "on";

/** Values of a form that belong to its page, not to its change. */
const ofPage = new Set(["token", "form", "confirm"]);

/** Asks for the confirmation of an irreversible action: says what will happen, and sends the same form again. */
export function confirmationPage(
  { button, text }: Danger,
  form: Values,
  { path, back }: { readonly path: string; readonly back: string },
): Page {
  const given = [...form].filter(([name]) => !ofPage.has(name));
  const fields = [...given, ["confirm", "on"]].map(([name = "", value]) => ({
    name,
    value,
    label: "",
    type: "hidden" as const,
  }));
  return {
    title: `${button}?`,
    confirmation: { text, keep: back, form: { action: path, button, fields } },
    sections: [],
  };
}
