import { InvalidInput, Refusal } from "../admin/refusal.js";

/** A setting that cannot be used; the message is one line that names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** A setting that stays unusable until someone corrects it: wrong usage of the command. A restart of the server does not help. */
export class OptionError extends SettingError {}

/** The error of a setting whose link or route is refused. A refusal that depends on the machine may go away. */
export function settingProblem(setting: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const Problem = error instanceof InvalidInput ? OptionError : SettingError;
  return new Problem(`${setting}: ${error.message}`);
}
