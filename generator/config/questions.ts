/** What `messenger-gen init` asks at a terminal: what the command line does not say. */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { defaultOut } from "../options.js";
import { isWebUrl } from "../origin.js";
import { testRunners, type ContractConfig, type ScaffoldOptions } from "./config.js";

/** A terminal, or what stands for it in a test. */
export interface Console {
  readonly input: Readable;
  readonly output: Writable;
}

/** The contract of the answers. */
type Answers = Pick<ContractConfig, "wsdl"> & Partial<ContractConfig>;

/** One line of the terminal for each answer; an empty line is the default in parentheses. */
interface Question {
  readonly text: string;
  readonly standard?: string;
  /** What is wrong with an answer; it is asked for again. */
  readonly refuse?: (answer: string) => string | undefined;
}

/** @returns undefined if the input ends before the last answer */
export async function askContract(
  wsdls: readonly string[],
  given: Partial<ContractConfig>,
  { input, output }: Console,
): Promise<Answers | undefined> {
  // The terminal edits the line, and Ctrl+C ends the command.
  const lines = createInterface({ input, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  const ask: Ask = async ({ text, standard, refuse }) => {
    for (;;) {
      output.write(standard === undefined ? `${text}: ` : `${text} (${standard || "none"}): `);
      const line = await answers.next();
      if (line.done === true) throw new EndOfInput();
      const answer = line.value.trim() || (standard ?? "");
      const refused = refuse?.(answer);
      if (refused === undefined) return answer;
      output.write(`  ${refused}\n`);
    }
  };
  try {
    return await asked(wsdls, given, ask);
  } catch (error) {
    if (error instanceof EndOfInput) return undefined;
    throw error;
  } finally {
    lines.close();
  }
}

type Ask = (question: Question) => Promise<string>;

class EndOfInput extends Error {}

async function asked(wsdls: readonly string[], given: Partial<ContractConfig>, ask: Ask): Promise<Answers> {
  const wsdl = wsdls.length > 0 ? wsdls : await ask({ text: "WSDL, a path or a URL", refuse: refusedWsdl });
  const out = given.out ?? (await ask({ text: "Output folder", standard: defaultOut }));
  const names = given.names ?? (await chosen(ask, "Names of properties", ["contract", "camel"]));
  const network = await fetched(wsdl, given, ask);
  return { wsdl, out, ...network, ...(names === "camel" ? { names } : {}), ...(await sides(given, ask)) };
}

function refusedWsdl(answer: string): string | undefined {
  if (isWebUrl(answer) ? URL.canParse(answer) : existsSync(answer)) return undefined;
  return answer === ""
    ? "A contract needs a WSDL."
    : `${answer} is neither a file nor a URL with http or https.`;
}

/** Where the documents of a network are kept. */
async function fetched(
  wsdl: string | readonly string[],
  given: Partial<ContractConfig>,
  ask: Ask,
): Promise<Partial<ContractConfig>> {
  if (![wsdl].flat().some(isWebUrl)) return {};
  const isAllowed = given.allowNetwork === true || given.allowPrivateNetwork === true;
  const allowed = isAllowed ? {} : { allowNetwork: true };
  if (given.save !== undefined) return allowed;
  const save = await ask({ text: "Folder that keeps the fetched documents, - for none", standard: "wsdl" });
  return save === "-" ? allowed : { ...allowed, save };
}

/** Options for programs that call the service, and for those that implement it. */
async function sides(given: Partial<ContractConfig>, ask: Ask): Promise<Partial<ContractConfig>> {
  const side = await chosen(ask, "The project has a", ["client", "server", "both"]);
  const isAsked = side !== "server" && given.client === undefined;
  const form = "A class with a method for each operation, or a function for each";
  const client = isAsked ? await chosen(ask, form, ["class", "functions"]) : undefined;
  return {
    ...(client === "functions" ? { client } : {}),
    ...(side === "client" ? {} : { scaffold: await scaffoldOf(ask) }),
  };
}

async function scaffoldOf(ask: Ask): Promise<ScaffoldOptions> {
  const implementation = await ask({ text: "Folder of the implementation", standard: "server/operations" });
  const test = await ask({ text: "Folder of its tests", standard: "test/operations" });
  const runners = Object.keys(testRunners) as (keyof typeof testRunners)[];
  return { implementation, test, runner: await chosen(ask, "Test runner", runners) };
}

/** One of several words; the first is the default. */
async function chosen<W extends string>(ask: Ask, text: string, words: readonly W[]): Promise<W> {
  const listed = words.join(", ");
  const answer = await ask({
    text: `${text}: ${listed}`,
    standard: words[0] ?? "",
    refuse: (each) => (words.some((word) => word === each) ? undefined : `Answer with one of ${listed}.`),
  });
  const word = words.find((each) => each === answer);
  if (word === undefined) throw new Error(`${answer} was not refused.`);
  return word;
}
