import type { JestEnvironment, JestEnvironmentConfig } from "@jest/environment";
import type { Circus } from "@jest/types";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { withoutMarks } from "./modules.js";

/** What a test file may change in the process, and the next one must find as it was. */
function surroundings() {
  const exit: unknown = Reflect.get(process, "exit");
  const { env, exitCode } = process;
  return { cwd: process.cwd(), env: { ...env }, console: globalThis.console, others: { exit, exitCode } };
}

function restore({ cwd, env, console, others }: ReturnType<typeof surroundings>): void {
  if (process.cwd() !== cwd) process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
  Object.assign(process, others);
  globalThis.console = console;
}

/**
 * Test files share the globals of the process that runs them, as modules of a program do: with globals of its own, each file would load
 * every module again. What a file changes in the process is put back after it.
 */
export class SharedEnvironment implements JestEnvironment {
  readonly global = globalThis as unknown as JestEnvironment["global"];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #before = surroundings();
  readonly #globals: Readonly<Record<string, unknown>>;

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.#globals = projectConfig.globals;
  }

  /** Modules are not loaded into a context of `node:vm`. */
  getVmContext(): null {
    return null;
  }

  async setup(): Promise<void> {
    Object.assign(globalThis, this.#globals);
  }

  /** Failures name files as they are. */
  handleTestEvent(event: Circus.Event): void {
    if (event.name !== "test_done") return;
    for (const failure of event.test.errors.flat())
      if (failure instanceof Error) failure.stack = withoutMarks(failure.stack ?? "");
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(this.#globals)) Reflect.deleteProperty(globalThis, name);
    restore(this.#before);
  }
}

export default SharedEnvironment;
