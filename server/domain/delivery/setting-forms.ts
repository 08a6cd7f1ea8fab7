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

/**
 * Reads the settings of a link by name and checks each. `protocol` appears in messages.
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
  return (name) => {
    const { form, must, initial } = forms[name];
    const text = (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? initial;
    if (!form.test(text)) throw new LinkSettingError(`${name} must ${must}`);
    return text;
  };
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
