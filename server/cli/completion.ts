import { Argument, type Command } from "commander";
import { type CompletionPlace, completionPlaces, type CompletionWord } from "./completion-places.js";
import { print } from "./terminal.js";

/** A word in single quotes, as bash and zsh read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const pathOf = ({ path }: CompletionPlace): string => quoted(path);

/** Patterns `'PATH FLAG'` of a `case` for options that are followed by a value. */
function valuePatterns(places: readonly CompletionPlace[]): string {
  const all = places.flatMap(({ path, values }) =>
    values.flatMap(({ flags }) => flags.map((flag) => quoted(`${path} ${flag}`))),
  );
  return all.join("|");
}

/** Walks the complete words before the cursor: afterwards `place` is the path of the command. */
function walk(places: readonly CompletionPlace[], words: string): readonly string[] {
  return [
    "  local place=messenger word skip=",
    `  for word in ${words}; do`,
    "    if [[ -n $skip ]]; then skip=; continue; fi",
    '    case "$place $word" in',
    `      ${places.slice(1).map(pathOf).join("|")}) place="$place $word" ;;`,
    `      ${valuePatterns(places)}) skip=1 ;;`,
    "    esac",
    "  done",
  ];
}

/** Branches of a `case` on `"$place $previous"` for values that are listed; any other value is a file. */
function valueBranches(
  places: readonly CompletionPlace[],
  offer: (choices: readonly string[]) => string,
): string[] {
  return places.flatMap(({ path, values }) =>
    values
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flags, choices }) =>
          `    ${flags.map((flag) => quoted(`${path} ${flag}`)).join("|")}) ${offer(choices)}; return ;;`,
      ),
  );
}

/** For bash 4 and later. */
export function bashScript(places: readonly CompletionPlace[]): string {
  const offer = (words: readonly string[]): string =>
    `COMPREPLY=($(compgen -W ${quoted(words.join(" "))} -- "$current"))`;
  return script([
    "# Completion of messenger in bash. In ~/.bashrc: source <(messenger completion bash)",
    "_messenger() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"',
    ...walk(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    "  COMPREPLY=()",
    '  case "$place $previous" in',
    ...valueBranches(places, offer),
    `    ${valuePatterns(places)}) return ;;`,
    "  esac",
    '  case "$place" in',
    ...places.map((place) => `    ${pathOf(place)}) ${offer(place.words.map(({ word }) => word))} ;;`),
    "  esac",
    "}",
    "complete -o default -F _messenger messenger",
  ]);
}

/** For zsh 5. */
export function zshScript(places: readonly CompletionPlace[]): string {
  const described = ({ word, description }: CompletionWord): string =>
    quoted(description === "" ? word : `${word.replaceAll(":", String.raw`\:`)}:${description}`);
  return script([
    "#compdef messenger",
    "# Completion of messenger in zsh. In ~/.zshrc, after compinit: source <(messenger completion zsh)",
    "_messenger() {",
    '  local previous="${words[CURRENT-1]}"',
    ...walk(places, '"${(@)words[2,CURRENT-1]}"'),
    '  case "$place $previous" in',
    ...valueBranches(places, (choices) => `compadd -- ${choices.map(quoted).join(" ")}`),
    `    ${valuePatterns(places)}) _files; return ;;`,
    "  esac",
    "  local -a candidates",
    '  case "$place" in',
    ...places.map((place) => `    ${pathOf(place)}) candidates=(${place.words.map(described).join(" ")}) ;;`),
    "  esac",
    "  _describe messenger candidates || _files",
    "}",
    "compdef _messenger messenger",
  ]);
}

/** A word in single quotes, as fish reads it. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}

/** For fish 3. */
export function fishScript(places: readonly CompletionPlace[]): string {
  const paths = places.slice(1).map(({ path }) => fishQuoted(path));
  const flags = places.flatMap(({ path, values }) =>
    values.flatMap((value) => value.flags.map((flag) => fishQuoted(`${path} ${flag}`))),
  );
  return script([
    "# Completion of messenger in fish: messenger completion fish > ~/.config/fish/completions/messenger.fish",
    "function __messenger_at",
    "  set -l place messenger",
    "  set -l skip",
    "  for word in (commandline -opc)[2..]",
    '    if test -n "$skip"',
    "      set skip",
    `    else if contains -- "$place $word" ${paths.join(" ")}`,
    '      set place "$place $word"',
    `    else if contains -- "$place $word" ${flags.join(" ")}`,
    "      set skip 1",
    "    end",
    "  end",
    '  test "$place" = "$argv[1]"',
    "end",
    ...places.flatMap(fishLines),
  ]);
}

function fishLines({ path, words, values }: CompletionPlace): readonly string[] {
  return words.map(({ word, description }) => {
    const here = `complete -c messenger -n ${fishQuoted(`__messenger_at ${fishQuoted(path)}`)}`;
    const described = description === "" ? "" : ` -d ${fishQuoted(description)}`;
    if (!word.startsWith("--")) return `${here} -f -a ${fishQuoted(word)}${described}`;
    const value = values.find(({ flags }) => flags.includes(word));
    const listed = value !== undefined && value.choices.length > 0;
    const takes = value === undefined ? "" : listed ? ` -x -a ${fishQuoted(value.choices.join(" "))}` : " -r";
    return `${here} -l ${word.slice(2)}${takes}${described}`;
  });
}

function script(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof scripts;

/** Adds `messenger completion`. `all` returns the program with every command. */
export function completionCommand(program: Command, all: () => Promise<Command>): void {
  program
    .command("completion")
    .description(
      "Print a script that completes commands and options in a shell. Example: source <(messenger completion bash)",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .action(async (shell: Shell) => {
      print(scripts[shell](completionPlaces(await all())));
    });
}
