import { transformSync } from "esbuild";

const tsconfigRaw = { compilerOptions: { target: "es2022", verbatimModuleSyntax: true } } as const;

/** JavaScript of one module. Throws if it is not TypeScript. */
export function transpile(source: string, fileName: string): string {
  return transformSync(source, { loader: "ts", sourcefile: fileName, tsconfigRaw }).code;
}
