/** A setting that cannot be used; the message is one line that names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** Invalid options or combinations of options, independent of the machine: wrong usage of the command. */
export class OptionError extends SettingError {}
