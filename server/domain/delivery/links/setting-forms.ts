/** Text form of a link. */
export interface LinkText {
  /** `smpp://user@host:port`, `mm7://user@host:port/path`, or with an `s` behind the name for TLS. */
  readonly url: string;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** An invalid setting: its name and the accepted values. */
export class LinkSettingError extends Error {
  override readonly name = "LinkSettingError";
}

/** The setting names a file that cannot be read now. */
export class UnreadableFile extends LinkSettingError {}

/** Format of a link setting: `must` describes what `form` accepts. */
export interface SettingForm {
  readonly form: RegExp;
  readonly must: string;
  readonly initial: string;
}

/** Setting of links of every kind, `providerOf`. */
export const providerForm: SettingForm = {
  form: /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/iu,
  must: "be a GUID",
  initial: "",
};

/**
 * Checks the settings of a link and reads them by name. `protocol` appears in messages.
 * @throws LinkSettingError that names an unknown or invalid setting
 */
export function settingTexts<Name extends string>(
  forms: Readonly<Record<Name, SettingForm>>,
  settings: LinkText["settings"],
  protocol: string,
): (name: Name) => string {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(forms, name));
  if (unknown !== undefined)
    throw new LinkSettingError(`unknown setting ${unknown} of a link with ${protocol}`);
  const textOf = (name: Name): string =>
    (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? forms[name].initial;
  for (const [name, { form, must }] of Object.entries<SettingForm>(forms))
    // The names are those of the forms.
    if (!form.test(textOf(name as Name))) throw new LinkSettingError(`${name} must ${must}`);
  return textOf;
}

/** True for a setting whose value is a secret. */
export function isSecretSetting(name: string): boolean {
  return /password/iu.test(name);
}

/** Settings without secrets, for display. */
export function shownSettings(settings: LinkText["settings"]): LinkText["settings"] {
  return Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, isSecretSetting(name) ? "***" : text]),
  );
}
