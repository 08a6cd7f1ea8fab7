import type { Check } from "./option-checks.js";

/** The absolute path of one that a configuration file names. */
export type PathFrom = (path: string) => string;

/**
 * An option: its type and check in a configuration file, and what the command line, its help, the reference, the defaults, the manifest and
 * the commands that use a contract at once make of it.
 */
export interface OptionRow<T = unknown> extends Check<T> {
  /** On the command line; undefined for an option of configuration files alone. */
  readonly flags?: string;
  /** Without the choices, the default, and that an option may be repeated. */
  readonly help: string;
  /** Value if none is given. */
  readonly standard?: T;
  /** What applies if none is given, where `standard` or the first choice does not say it. */
  readonly otherwise?: string;
  /** Resolves the paths in a value. */
  rebase?(value: T, from: PathFrom): T;
  /** Combines the value of a contract with that of the command line, which otherwise replaces it. */
  combine?(given: T, added: T): T;
  /** How the manifest has it. Without it, it decides about no file, or only about where they are. */
  readonly manifest?: ManifestForm;
  /**
   * `documents`: how they are found, which every command that reads a contract needs; `output`: which files are written, of which a contract
   * that is used at once has none.
   */
  readonly about?: "documents" | "output";
}

/** `always`; `given`: whenever it is given; `printed`: as a text or true, unless it is the default; `files`: the same, by their places. */
export type ManifestForm = "always" | "given" | "printed" | "files";

/** What applies if no value is given, as help and reference say it. */
export function initialOf({ otherwise, choices, standard }: OptionRow): string | undefined {
  return otherwise ?? choices?.[0] ?? (typeof standard === "string" ? standard : undefined);
}
