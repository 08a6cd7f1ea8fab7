import type { Command, Option } from "commander";

/** A word that may follow on a command line. */
export interface CompletionWord {
  readonly word: string;
  /** One line; empty for a value. */
  readonly description: string;
}

/** An option of a command that is followed by a value. */
export interface CompletionValue {
  readonly flags: readonly string[];
  /** All its values; empty if any value is allowed: shells then offer files. */
  readonly choices: readonly string[];
}

/** A command, and what may follow its name. */
export interface CompletionPlace {
  /** Names of the command and those that contain it, separated by spaces: `messenger link add`. */
  readonly path: string;
  /** Subcommands, values of arguments and options. */
  readonly words: readonly CompletionWord[];
  readonly values: readonly CompletionValue[];
}

/** Every command of a program, outer ones first. */
export function completionPlaces(program: Command): readonly CompletionPlace[] {
  return placesOf(program, program.name(), []);
}

function placesOf(command: Command, path: string, inherited: readonly Option[]): readonly CompletionPlace[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const options = [...help.visibleOptions(command), ...inherited];
  const global = options.filter(({ long }) => long !== "--version" && long !== "--help");
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const place: CompletionPlace = {
    path,
    words: [
      ...commands.map((child) => ({ word: child.name(), description: firstSentence(child.description()) })),
      ...choices.map((word) => ({ word, description: "" })),
      ...options.map((option) => ({
        word: option.long ?? option.flags,
        description: firstSentence(option.description),
      })),
    ],
    values: options.flatMap((option) =>
      option.required || option.optional
        ? [
            {
              flags: [option.short, option.long].flatMap((flag) => flag ?? []),
              choices: choicesOf(option),
            },
          ]
        : [],
    ),
  };
  return [place, ...commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`, global))];
}

/** The values of an option: those that it accepts, or the alternatives in its flags, as in `--console <on|off>`. */
function choicesOf({ argChoices, flags }: Option): readonly string[] {
  return argChoices ?? /<([\w-]+(?:\|[\w-]+)+)>/u.exec(flags)?.[1]?.split("|") ?? [];
}

function firstSentence(description: string): string {
  return description.split(/[.:;](?:\s|$)/u, 1)[0]?.replace(/\s+/gu, " ") ?? "";
}
