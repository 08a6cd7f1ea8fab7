import { transform } from "esbuild";

const tsconfigRaw = { compilerOptions: { target: "es2022", verbatimModuleSyntax: true } } as const;

/** JavaScript of one module. Rejects if it is not TypeScript. */
export async function transpile(source: string, fileName: string): Promise<string> {
  return (await transform(source, { loader: "ts", sourcefile: fileName, tsconfigRaw })).code;
}
