import type { LinkInput } from "../../admin/links.js";
import { InvalidInput } from "../../admin/refusal.js";
import { isFileSetting } from "../../work/delivery/link-settings.js";
import { textOf, textsOf, type Values } from "../web/form.js";
import type { Field, Form } from "../web/view.js";

/** Forms of links, and what was typed in them. */

export const settingFields = (settings: readonly string[], passwordHint?: string): readonly Field[] => [
  {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "new-password",
    hint: passwordHint,
  },
  { name: "network", label: "Network", type: "text", hint: "links of one network share message ids" },
  {
    name: "set",
    label: "Settings",
    type: "lines",
    value: settings.join("\n"),
    hint: "one NAME=VALUE a line, for example window=50; NAME= restores the default",
  },
];

export const addForm: Form = {
  action: "/links/add",
  button: "Add the link",
  caption: "Add a link",
  folded: true,
  primary: true,
  fields: [
    { name: "name", label: "Name", type: "text", required: true, width: "medium" },
    {
      name: "url",
      label: "URL",
      type: "text",
      required: true,
      hint: "smpp://SYSTEM_ID@HOST:PORT, smpps:// or mm7s://",
    },
    ...settingFields([]),
  ],
};

/**
 * The settings of a form. Names of files are for the command line: a browser must not choose files of the server.
 * @throws InvalidInput
 */
export function inputOf(form: Values): Partial<LinkInput> {
  const texts = textsOf(form, ["url", "network"]);
  if (texts.url?.includes("?") === true)
    throw new InvalidInput("give settings in their own field, not in the query of the URL", { field: "url" });
  const set = (textOf(form, "set") ?? "").split(/\r?\n/u).filter((line) => line.trim() !== "");
  const file = set.map((line) => line.split("=")[0]?.trim() ?? "").find(isFileSetting);
  if (file !== undefined)
    throw new InvalidInput(`${file} names a file: use messenger link change`, { field: "set" });
  const password = form.get("password");
  return { ...texts, set, ...(password === undefined || password === "" ? {} : { password }) };
}

/** Requires the password with a new URL: otherwise the stored password could be sent to any host. @throws InvalidInput */
export function changeOf(form: Values): Partial<LinkInput> {
  const input = inputOf(form);
  if (input.url !== undefined && input.password === undefined)
    throw new InvalidInput("give the password together with a new address", { field: "password" });
  return input;
}
