/** A link as it is written down. */
export interface LinkText {
  /** `smpp://user@host:port`, `mm7://user@host:port/path`, or with an `s` behind the name for TLS. */
  readonly url: string;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A setting that cannot be used: its name and what it must be. */
export class LinkSettingError extends Error {
  override readonly name = "LinkSettingError";
}

/** What a setting of a link may be: `must` says in words what `form` lets through. */
export interface SettingForm {
  readonly form: RegExp;
  readonly must: string;
  readonly initial: string;
}

/**
 * Gives the settings of a link by name, each checked when it is asked for. `protocol` is for people.
 * @throws LinkSettingError that names a setting that does not exist or cannot be used
 */
export function settingTexts<Name extends string>(
  forms: Readonly<Record<Name, SettingForm>>,
  settings: LinkText["settings"],
  protocol: string,
): (name: Name) => string {
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(forms, name));
  if (unknown !== undefined)
    throw new LinkSettingError(`there is no setting ${unknown} of a link to ${protocol}`);
  return (name) => {
    const { form, must, initial } = forms[name];
    const text = (Object.hasOwn(settings, name) ? settings[name] : undefined) ?? initial;
    if (!form.test(text)) throw new LinkSettingError(`${name} must ${must}`);
    return text;
  };
}
