/** A setting that cannot be used; the message is one line that names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}
