/** A setting that cannot be used; the message is one line that names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** Options whose values or combination are wrong, whatever the machine has: wrong usage of the command. */
export class OptionError extends SettingError {}
