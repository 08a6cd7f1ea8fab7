import { Command, CommanderError, Option } from "commander";
import { databaseSetting } from "../config/setting.js";
import { packageVersion } from "../package-version.js";
import type { DemoOptions } from "./demo.js";
import { type GlobalOptions, settingOption } from "./options.js";
import { printError } from "./terminal.js";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { OptionError } from "../config/setting-error.js";
import { StoreError } from "../storage/errors.js";
import { notNow, refused, usage } from "./exit-codes.js";
import type { Entry } from "../actions/action.js";
import { allSubjects, entriesOf, subjects } from "../actions/subjects.js";
import { addEntries, subjectCommands } from "./action-commands.js";

type AddCommands = (program: Command) => void;

/** The commands of a subject alone. */
const ofSubject = (name: keyof typeof subjects) => ({
  commands: [name],
  load: async (): Promise<AddCommands> => {
    const subject = await subjects[name]();
    return (program) => {
      subjectCommands(program, subject);
    };
  },
});

/** A report, whose command has one word. */
const ofReport = (name: string, load: () => Promise<Entry>) => ({
  commands: [name],
  load: async (): Promise<AddCommands> => {
    const entry = await load();
    return (program) => {
      addEntries(program, [entry]);
    };
  },
});

/** The commands in the order of the help page, with the module of each: loading all modules takes longer than most commands. */
const modules: readonly {
  readonly commands: readonly string[];
  readonly load: () => Promise<AddCommands>;
}[] = [
  { commands: ["serve"], load: async () => (await import("./serve.js")).serveCommand },
  { commands: ["start"], load: async () => startCommand },
  { commands: ["config", "reload"], load: async () => (await import("./config.js")).configCommands },
  ofSubject("customer"),
  ofSubject("user"),
  ofSubject("originator"),
  ofSubject("credit"),
  ofSubject("callback"),
  ofSubject("price"),
  ofSubject("blacklist"),
  { commands: ["database"], load: async () => (await import("./database.js")).databaseCommands },
  ofReport("deliverability", async () => (await import("../actions/deliverability.js")).deliverability),
  { commands: ["doctor"], load: async () => (await import("./doctor.js")).doctorCommand },
  { commands: ["import"], load: async () => (await import("./import.js")).importCommands },
  ofSubject("inbox"),
  ofSubject("key"),
  ofSubject("link"),
  ofSubject("list"),
  ofSubject("location"),
  ofSubject("campaign"),
  ofSubject("buy-price"),
  ofReport("margin", async () => (await import("../actions/margin.js")).margin),
  ofSubject("message"),
  ofSubject("bulk"),
  ofSubject("search"),
  ofSubject("note"),
  ofSubject("audit"),
  ofSubject("operator"),
  ofSubject("process"),
  ofSubject("opt-out"),
  ofSubject("number"),
  ofSubject("queue"),
  ofSubject("route"),
  ofSubject("smpp"),
  ofSubject("tube"),
  ofReport("usage", async () => (await import("../actions/usage.js")).usage),
  ofReport("statement", async () => (await import("../actions/statement.js")).showStatement),
  {
    commands: ["completion"],
    load: async () => {
      const { completionCommand } = await import("./completion.js");
      return (program) => {
        completionCommand(program, () => messenger());
      };
    },
  },
];

/**
 * The `messenger` command with the subcommands that the words of a command line need; without words, with all. With `--json` it prints no error itself.
 */
export async function messenger(words: readonly string[] = []): Promise<Command> {
  const program = new Command("messenger")
    .description("The Messenger SMS and MMS service")
    .version(packageVersion(), "-V, --version", "print the version")
    .addOption(settingOption("database", databaseSetting))
    .addOption(
      new Option(
        "--config <file>",
        "YAML or JSON file with settings of serve, links and routes; other commands use its database",
      ).env("MESSENGER_CONFIG"),
    )
    .addOption(
      new Option(
        "--server <url>",
        "admin listener of a service on another machine, whose operators' API carries out the command",
      ).env("MESSENGER_SERVER"),
    )
    .addOption(
      new Option("--key-file <file>", "file with the key of an operator for --server").env(
        "MESSENGER_KEY_FILE",
      ),
    )
    .option("--json", "print JSON, also for errors", false)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .hook("preAction", (_program, command) => expectPlace(command));
  // Read from the words, because an invalid command line has no parsed options. Subcommands inherit it.
  if (words.includes("--json")) program.configureOutput({ writeErr: () => undefined });
  const [first = ""] = program.parseOptions([...words]).operands;
  const needed = modules.filter(({ commands }) => commands.includes(first));
  for (const { load } of needed.length > 0 ? needed : modules) (await load())(program);
  return program;
}

/** The words of a command: `key add`. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}

/** With `--server`, commands of the table of actions alone. @throws OptionError */
async function expectPlace(command: Command): Promise<void> {
  if (command.optsWithGlobals<GlobalOptions>().server === undefined) return;
  const words = wordsOf(command);
  const entries = (await allSubjects()).flatMap(entriesOf);
  if (!entries.some(({ name, may }) => name === words && may.machineOnly !== true))
    throw new OptionError(`${words} needs the machine of the service: leave out --server`);
}

/**
 * Runs one command line. Sets the exit code: 0 done, 1 refused or failed (one line on standard error), 2 wrong usage, 3 not possible now (the store is
 * locked, the link is not up).
 */
export async function run(argv: readonly string[]): Promise<void> {
  const words = argv.slice(2);
  try {
    const program = await messenger(words);
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) return;
    process.exitCode = failure.exitCode;
    if (words.includes("--json")) printError(`${JSON.stringify({ error: failure })}\n`);
    else if (!(error instanceof CommanderError)) printError(`messenger: ${failure.message}\n`);
  }
}

/** Apart from the data of `messenger serve`, so that trying out leaves no customer there. */
const demoDatabase = "sqlite:./data/demo.db";

/** Apart from the ports of `messenger serve`. */
const demoPort = "8090";

/** Adds `messenger start`, which `npm start` calls. */
function startCommand(program: Command): void {
  program
    .command("start")
    .description(
      `Start a demo on this machine: a service with a console, two simulated networks and a week of traffic (default database: ${demoDatabase})`,
    )
    .option("--port <number>", "listen port; the console has the next one. 0 takes free ones", demoPort)
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<DemoOptions>();
      const isChosen = command.getOptionValueSourceWithGlobals("database") !== "default";
      const { serveDemo } = await import("./demo.js");
      await serveDemo(isChosen ? options : { ...options, database: demoDatabase });
    });
}

/** A command that was not carried out, as `--json` prints it on standard error: `{"error": …}` on one line. */
interface Failure {
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
function failureOf(error: unknown): Failure | undefined {
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
