/** `messenger-gen explore`: a prompt at which the operations of a contract are called, with completion. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { printable } from "messenger-gen-runtime/host";
import { Examples } from "../emit/openapi/examples.js";
import type { OperationPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { openSession, type CallFlags, type Session } from "./call.js";
import { CommandError } from "./live-options.js";

/** A terminal, or what stands for it in a test. */
export interface Console {
  readonly input: Readable;
  readonly output: Writable;
}

const commands: Readonly<Record<string, string>> = {
  help: "these lines",
  list: "the operations",
  exit: "the end, as Ctrl+D",
};

const help = [
  "OPERATION          its documentation and a sample of its input",
  "OPERATION {...}    a call with that input; Tab completes names and writes the sample",
  ...Object.entries(commands).map(([name, text]) => `${name.padEnd(18)} ${text}`),
].join("\n");

/** Runs the prompt until its input ends. @throws CommandError for a contract that cannot be used */
export async function explore(wsdl: string, flags: CallFlags, { input, output }: Console): Promise<void> {
  const print = (text: string): void => {
    output.write(`${printable(text)}\n`);
  };
  const session = await openSession(wsdl, flags, print);
  const { plan } = session;
  const words = new Words(plan);
  const terminal = "isTTY" in input && input.isTTY === true;
  const prompt = createInterface({
    input,
    output,
    terminal,
    prompt: terminal ? `${plan.services[0]?.name ?? ""}> ` : "",
    completer: (line: string) => words.complete(line),
  });
  let isOpen = true;
  prompt.once("close", () => (isOpen = false));
  // Lines that came before the end of the input are read after it.
  const ask = (): void => {
    if (isOpen) prompt.prompt();
  };
  try {
    print(`${plan.operations.length} operations; help explains the prompt`);
    ask();
    for await (const line of prompt) {
      if (line.trim() === "exit") break;
      print(await answer(line.trim(), session, words));
      ask();
    }
  } finally {
    prompt.close();
    session.close();
  }
}

/** What the prompt prints for a line. */
async function answer(line: string, session: Session, words: Words): Promise<string> {
  const [, name = "", data = ""] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
  if (name === "") return "";
  if (name === "help") return help;
  if (name === "list") return words.list();
  if (data === "" && words.needsInput(name)) return words.describe(name);
  try {
    const { document, message, hint } = await session.call(name, data === "" ? undefined : data);
    const printed = document === "" ? [] : [JSON.stringify(JSON.parse(document), undefined, 2)];
    const refused = message === undefined ? [] : [`${message}\n  ${hint ?? ""}`];
    return [...printed, ...refused].join("\n") || "done";
  } catch (error) {
    if (error instanceof CommandError) return `${error.message}\n  ${error.hint}`;
    throw error;
  }
}

/** What a contract has to say at a prompt. */
export class Words {
  readonly #operations: ReadonlyMap<string, OperationPlan>;
  readonly #examples: Examples;

  constructor(plan: Plan) {
    this.#operations = new Map(plan.operations.map((operation) => [operation.name, operation]));
    this.#examples = new Examples(plan);
  }

  list(): string {
    return [...this.#operations.values()]
      .map(({ name, doc: [line] }) => (line === undefined ? name : `${name}\n    ${line}`))
      .join("\n");
  }

  /** True for an operation of which the input is not empty. */
  needsInput(name: string): boolean {
    return this.#sample(name) !== undefined && this.#sample(name) !== "{}";
  }

  describe(name: string): string {
    const { doc = [] } = this.#operations.get(name) ?? {};
    return [...doc, `${name} ${this.#sample(name) ?? ""}`].join("\n");
  }

  /** Lines that begin with this one, and the part of it that they stand for: as `readline` wants them. */
  complete(line: string): [candidates: string[], part: string] {
    const [, name = "", rest] = /^(\S*)(\s.*)?$/s.exec(line) ?? [];
    if (rest === undefined) {
      const known = [...this.#operations.keys(), ...Object.keys(commands)];
      return [known.filter((each) => each.toLowerCase().startsWith(name.toLowerCase())), name];
    }
    const sample = this.#sample(name);
    if (sample === undefined) return [[], line];
    if (rest.trim() === "") return [[`${name} ${sample}`], line];
    const [part] = /"[^"]*$/.exec(rest) ?? [];
    if (part === undefined) return [[], line];
    const members = [...sample.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([found]) => found);
    return [[...new Set(members)].filter((each) => each.startsWith(part)), part];
  }

  /** The sample input as JSON; undefined for an unknown operation, or one without a finite input. */
  #sample(name: string): string | undefined {
    const operation = this.#operations.get(name);
    const input = operation === undefined ? undefined : this.#examples.input(operation);
    return input === undefined ? undefined : JSON.stringify(input);
  }
}
