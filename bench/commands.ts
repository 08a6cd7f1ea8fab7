import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { format } from "prettier";

/**
 * `node dist/bench/commands.js [COMMAND...]`: runs commands of CONTRIBUTING.md, all or those that are named (`build`, `test:peers`), and writes
 * what each took into bench/results/commands.md and, from there, into the table of CONTRIBUTING.md; `sizes` counts the pages of docs/.
 */
const pagePath = "bench/results/commands.md";
const guidePath = "CONTRIBUTING.md";

/** What a command took. */
export interface Measured {
  readonly command: string;
  /** Seconds on the clock. */
  readonly elapsed: number;
  /** Seconds of all processors, of the command and the processes that it waited for. */
  readonly cpu: number;
  /** Tests that ran; undefined for a command that is no test. */
  readonly tests: number | undefined;
  /** Node.js, processors, and the day. */
  readonly where: string;
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of the page. */
export function measuredIn(page: string): readonly Measured[] {
  return page
    .split("\n")
    .filter((line) => line.startsWith("| `npm"))
    .map((line) => {
      const [command = "", elapsed, cpu, tests, where = ""] = cellsOf(line);
      return {
        command: command.replaceAll("`", ""),
        elapsed: Number(elapsed),
        cpu: Number(cpu),
        tests: tests === "" ? undefined : Number(tests),
        where,
      };
    });
}

/** Seconds of processors, as a table for people has them. */
export function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}

/** Name of a command in the table of the guide. */
const inTable = /^\| `(npm [a-z]+(?: [a-z:]+)?)` /;

/** The guide with the times of the page; a command that was not measured has none. */
export function withTimes(guide: string, rows: readonly Measured[]): string {
  return guide
    .split("\n")
    .map((line) => {
      const [, command] = inTable.exec(line) ?? [];
      if (command === undefined) return line;
      const row = rows.find((each) => each.command === command);
      const cells = cellsOf(line).slice(0, 2);
      return `| ${[...cells, row === undefined ? "-" : timeText(row.cpu)].join(" | ")} |`;
    })
    .join("\n");
}

/** Pages and words of docs/. */
export function sizesOf(folder: string): { readonly pages: number; readonly words: number } {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  const wordsIn = (name: string): number =>
    readFileSync(`${folder}/${name}`, "utf8").split(/\s+/).filter(Boolean).length;
  return { pages: pages.length, words: pages.reduce((sum, name) => sum + wordsIn(name), 0) };
}

/** The line of the page about docs/. */
export const sizeLine = /^`docs\/` has ([\d,]+) pages and ([\d,]+) words\.$/m;

function pageOf(rows: readonly Measured[], size: string): string {
  const lines = rows.map(({ command, elapsed, cpu, tests, where }) =>
    [`\`${command}\``, elapsed.toFixed(0), cpu.toFixed(0), tests?.toString() ?? "", where].join(" | "),
  );
  return `# Commands

What the commands of [CONTRIBUTING.md](../../${guidePath}) take, written by \`node dist/bench/commands.js\`. CPU time is that of all processes: the
machine may be busy. Elapsed time is not compared.

| Command | Elapsed (s) | CPU (s) | Tests | Where |
| --- | ---: | ---: | ---: | --- |
${lines.map((line) => `| ${line} |`).join("\n")}

${size}
`;
}

/** Runs a command to its end, in the shell, which adds up its times. @throws Error if it fails */
async function measure(command: string): Promise<Measured> {
  const child = spawn(
    "bash",
    ["-c", `TIMEFORMAT='times %R %U %S'; time ${command}${needed[command] ?? ""}`],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, FORCE_COLOR: "0" },
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code ?? "a signal"}`);
  const [, elapsed, user, system] = /times ([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(output) ?? [];
  const [, tests] = /^Tests: .*?(\d+) passed/m.exec(output) ?? [];
  return {
    command,
    elapsed: Number(elapsed),
    cpu: Number(user) + Number(system),
    tests: tests === undefined ? undefined : Number(tests),
    where: `Node.js ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`,
  };
}

/** Commands of the table of the guide. */
function commandsOf(guide: string): readonly string[] {
  return guide.split("\n").flatMap((line) => inTable.exec(line)?.[1] ?? []);
}

/** What a command needs besides its name: the folder that MESSENGER_CORPUS names. */
const needed: Readonly<Record<string, string>> = { "npm run conformance": ' -- "$MESSENGER_CORPUS"' };

async function main(wanted: readonly string[]): Promise<void> {
  const guide = readFileSync(guidePath, "utf8");
  const commands = commandsOf(guide);
  const chosen = commands.filter(
    (command) => wanted.length === 0 || wanted.some((name) => command.endsWith(` ${name}`)),
  );
  let rows = existsSync(pagePath) ? measuredIn(readFileSync(pagePath, "utf8")) : [];
  for (const command of chosen) {
    const row = await measure(command);
    rows = commands.flatMap((each) =>
      each === command ? row : (rows.find((old) => old.command === each) ?? []),
    );
  }
  const { pages, words } = sizesOf("docs");
  const size = `\`docs/\` has ${pages.toLocaleString("en-US")} pages and ${words.toLocaleString("en-US")} words.`;
  writeFileSync(pagePath, await format(pageOf(rows, size), { parser: "markdown" }));
  const options = { parser: "markdown", printWidth: 110 } as const;
  writeFileSync(guidePath, await format(withTimes(guide, rows), options));
}

if (process.argv[1]?.endsWith("commands.js") === true) await main(process.argv.slice(2));
