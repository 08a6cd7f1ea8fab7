/** `messenger-gen/vite`: generates the contracts of a configuration file with Vite, at its start and whenever one of their files changes. */
import { errorsOf, renderDiagnostic } from "./diagnostics.js";
import { Run } from "./run.js";

/** Options of the plugin. */
export interface MessengerGenOptions {
  /** The configuration file (default: as the command finds it in the working folder). */
  readonly config?: string;
}

/** What the plugin uses of Rollup's context. */
interface PluginContext {
  error(message: string): never;
  warn(message: string): void;
  addWatchFile(path: string): void;
}

/** What the plugin uses of Vite's server. */
interface DevServer {
  readonly watcher: {
    add(paths: readonly string[]): unknown;
    on(event: "change", changed: (path: string) => void): unknown;
  };
  readonly config: { readonly logger: { error(message: string): void; warn(message: string): void } };
}

/** A plugin of Vite and Rollup. */
export interface MessengerGenPlugin {
  readonly name: "messenger-gen";
  buildStart(this: PluginContext): Promise<void>;
  configureServer(server: DevServer): void;
}

/** Errors fail a build, and are printed by a server, which goes on with the last output. */
export function messengerGen({ config }: MessengerGenOptions = {}): MessengerGenPlugin {
  const run = new Run([], config === undefined ? {} : { config });
  let inputs: readonly string[] = [];
  /** One run after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const generate = async (changed?: ReadonlySet<string>): Promise<Messages> => {
    const next = last.then(() => run.generate(changed));
    last = next.catch(() => undefined);
    const { diagnostics, contracts } = await next;
    inputs = run.inputs.map(({ path }) => path);
    const all = [...diagnostics, ...contracts.flatMap(({ result }) => result.diagnostics)];
    const errors = errorsOf(all);
    return {
      errors: errors.map((each) => renderDiagnostic(each)),
      warnings: all.filter((each) => !errors.includes(each)).map((each) => renderDiagnostic(each)),
    };
  };
  return {
    name: "messenger-gen",
    async buildStart() {
      const { errors, warnings } = await generate();
      for (const path of inputs) this.addWatchFile(path);
      for (const warning of warnings) this.warn(warning);
      if (errors.length > 0) this.error(errors.join("\n"));
    },
    configureServer({ watcher, config: { logger } }) {
      watcher.on("change", (path) => {
        if (!inputs.includes(path)) return;
        void generate(new Set([path])).then(({ errors, warnings }) => {
          watcher.add(inputs);
          for (const warning of warnings) logger.warn(warning);
          for (const error of errors) logger.error(error);
        });
      });
    },
  };
}

interface Messages {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}
