/** How modules are found in the process that runs tests: those of tests are loaded for each test file, all others once. */
import { register } from "node:module";

const tests = new URL("../../test", import.meta.url).href;
const globals = new URL("globals.js", import.meta.url).href;

/** The mark that the modules of one test file have in their URL. */
const mark = "?file=";

/** URL of a test file, and with it of the modules of tests that it imports. */
export function markedUrl(url: string, count: number): string {
  return `${url}${mark}${count}`;
}

/** A text without the marks, such as a stack. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/(?<=\.js)\?file=\d+/gu, "");
}

function markOf(parent: string | undefined): string {
  const at = parent?.indexOf(mark) ?? -1;
  return at === -1 ? "" : (parent?.slice(at) ?? "");
}

interface Context {
  readonly parentURL?: string | undefined;
}
interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean | undefined;
}

/** A module of tests takes over the mark of the module that imports it. */
function marked<T extends Resolved>(resolved: T, { parentURL }: Context): T {
  const isOfTests = resolved.url.startsWith(tests) && !resolved.url.includes(mark);
  return isOfTests ? { ...resolved, url: resolved.url + markOf(parentURL) } : resolved;
}

function ownGlobals(specifier: string, { parentURL }: Context): Resolved | undefined {
  if (specifier !== "@jest/globals") return undefined;
  return { url: globals + markOf(parentURL), shortCircuit: true };
}

let isInstalled = false;

/** Installs the hooks in this process. */
export function installHooks(): void {
  if (!isInstalled) register(import.meta.url);
  isInstalled = true;
}

/** The hook, which the loader's own thread runs. */
export async function resolve<C extends Context, R extends Resolved>(
  specifier: string,
  context: C,
  next: (specifier: string, context: C) => Promise<R>,
): Promise<Resolved> {
  return ownGlobals(specifier, context) ?? marked(await next(specifier, context), context);
}
