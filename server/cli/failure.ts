import { CommanderError } from "commander";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { OptionError } from "../config/setting-error.js";
import { StoreError } from "../storage/errors.js";
import { notNow, refused, usage } from "./exit-codes.js";

/** A command that was not carried out, as `--json` prints it on standard error: `{"error": …}` on one line. */
export interface Failure {
  /** `usage`, `refused`, the code of an error of the database such as `busy`, or `failed`. */
  readonly code: string;
  readonly exitCode: number;
  /** One line. */
  readonly message: string;
}

function oneLine(message: string): string {
  return message.trim().replace(/\s*\n\s*/gu, " ");
}

/** Commander prints help instead of a message if a command of a group is missing. */
function usageMessage({ code, message }: CommanderError): string {
  return code === "commander.help" ? "a command is missing: see --help" : message.replace(/^error: /u, "");
}

/** Describes a failure; undefined for a command line that only requests help or the version. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return undefined;
    return { code: "usage", exitCode: usage, message: oneLine(usageMessage(error)) };
  }
  const message = oneLine(error instanceof Error ? error.message : String(error));
  if (error instanceof InvalidInput || error instanceof OptionError)
    return { code: "usage", exitCode: usage, message };
  if (error instanceof StoreError)
    return { code: error.code, exitCode: error.retry ? notNow : refused, message };
  return { code: error instanceof Refusal ? "refused" : "failed", exitCode: refused, message };
}
