import { buildSync } from "esbuild";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { QualifiedName } from "messenger-gen-runtime";
import type { AnyOperation, AnyService } from "messenger-gen-runtime/host";
import { XmlReader, XmlWriter } from "messenger-gen-runtime/xml";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { emitAll, type Artefact } from "#generator/emit/all.js";
import type { Plan } from "#generator/plan/data/plan.js";

/** The operations of a contract as generated code offers them. */
export type Operations = Readonly<Record<string, AnyOperation>>;

/** Generates, compiles and loads the output of a plan; `name` distinguishes its folder from those of other tests. */
export async function builtOperations(plan: Plan, name: string): Promise<Operations> {
  return servedOperations(plan, await builtModule(plan, name, "service"));
}

/** The operations of a loaded `service.js`, by the names that they have in `operations.js`. */
export function servedOperations(plan: Plan, module: unknown): Operations {
  const services = module as Readonly<Record<string, AnyService>>;
  const operations = plan.services.flatMap(({ constant, operations }) =>
    operations.map(({ stem, method }) => [stem, services[constant]?.operations[method]]),
  );
  return Object.fromEntries(operations) as Operations;
}

/** As `builtOperations`, for any file of the output: `client`, `faults`. */
export async function builtModule(plan: Plan, name: string, file: string): Promise<unknown> {
  return await import(pathToFileURL(join(builtFolder(plan, name), `${file}.js`)).href);
}

/** As `builtModule`, for several files; `more` is output besides. */
export async function builtModules(
  plan: Plan,
  name: string,
  files: readonly string[],
  more: readonly Artefact[] = [],
): Promise<readonly unknown[]> {
  const folder = builtFolder(plan, name, more);
  const modules: unknown[] = [];
  // One after the other: Jest loses modules that two imports at the same time have in common.
  for (const file of files) modules.push(await import(pathToFileURL(join(folder, `${file}.js`)).href));
  return modules;
}

/** Generates and compiles the output of a plan, and `more`. @returns the folder of the scripts */
export function builtFolder(plan: Plan, name: string, more: readonly Artefact[] = []): string {
  const folder = join("dist", "test", "built", name);
  rmSync(folder, { recursive: true, force: true });
  const sources = [...emitAll(plan), ...more].filter(({ path }) => path.endsWith(".ts"));
  const entryPoints = sources.map(({ path, text }) => {
    const source = join(folder, path);
    mkdirSync(dirname(source), { recursive: true });
    writeFileSync(source, text);
    return source;
  });
  // One process for all files; types are the compiler's, in `compiled.ts`.
  buildSync({ entryPoints, outbase: folder, outdir: folder, target: "es2022", tsconfigRaw });
  return folder;
}

const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };

/** Element of a message as in a body, with a declaration of `xsi`, and of `xsd` if a type of XML Schema is named. */
export function written<T>(codec: MessageCodec<T>, value: T): string {
  const writer = new XmlWriter();
  const tag = writer.openElement(elementOf(codec), codec.prefixes);
  writer.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  codec.write(writer, value);
  writer.close(tag);
  const text = writer.toString();
  const declaration = ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  return text.includes('"xsd:') ? text.replace(" xmlns:xsi", `${declaration}$&`) : text;
}

/** Content of such an element. */
export function readBack<T>(codec: MessageCodec<T>, xml: string): T {
  const reader = new XmlReader(xml);
  reader.enterRoot();
  const { name, namespace } = elementOf(codec);
  if (reader.name !== name || reader.namespace !== namespace) {
    throw new Error(`Not ${name} but ${reader.name} in ${reader.namespace}`);
  }
  const value = codec.read(reader);
  reader.finish();
  return value;
}

function elementOf({ element }: Pick<MessageCodec<unknown>, "element">): QualifiedName {
  if (element === undefined) throw new Error("A message without an element of its own.");
  return element;
}
