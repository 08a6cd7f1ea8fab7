/** Compiles outputs in every cell of the matrix. */
import { statSync } from "node:fs";
import { compilerOf } from "./compilers.js";
import { sourcesOf } from "./project.js";
import { cellsOf, type Cell } from "./settings.js";

export interface MatrixOptions {
  readonly versions: readonly string[];
  readonly sets: readonly string[];
  /** Default: all. */
  readonly resolutions?: readonly string[];
  /** Folder that is prepared as a project, with the outputs somewhere in it. */
  readonly project: string;
  /** `node_modules` with the compilers. */
  readonly compilers: string;
  readonly onCell?: (result: CellResult) => void;
}

/** Result of one cell. */
export interface CellResult {
  readonly cell: Cell;
  /** Outputs that were compiled. */
  readonly outputs: number;
  /** Outputs with errors. */
  readonly wrong: readonly string[];
  readonly errors: readonly string[];
  readonly seconds: number;
}

/** Sources of one program: more would take more memory than a process has by default. */
const longestBatch = 12_000_000;

export function tryMatrix(outputs: readonly string[], options: MatrixOptions): readonly CellResult[] {
  const batches = batchesOf(outputs);
  return options.versions.flatMap((version) => {
    const compile = compilerOf(version, options.project, options.compilers);
    const { resolutions } = options;
    const cells = cellsOf(version, options.sets).filter(
      ({ resolution }) => resolutions?.includes(resolution) ?? true,
    );
    const found = new Map(cells.map((cell) => [cell, { errors: [] as string[], seconds: 0 }]));
    // Batch by batch: the sources of a batch are then parsed once for all cells.
    for (const batch of batches)
      for (const [cell, sum] of found) {
        const start = performance.now();
        sum.errors.push(...compile(cell, batch));
        sum.seconds += (performance.now() - start) / 1000;
      }
    return [...found].map(([cell, { errors, seconds }]) => {
      const wrong = outputs.filter((out) =>
        errors.some((error) => error.includes(nameIn(out, options.project))),
      );
      const result = { cell, outputs: outputs.length, wrong, errors, seconds };
      options.onCell?.(result);
      return result;
    });
  });
}

/** The path of an output as messages of both kinds of compilers contain it. */
function nameIn(out: string, project: string): string {
  return `${out.startsWith(project) ? out.slice(project.length + 1) : out}/`;
}

function batchesOf(outputs: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [[]];
  let length = 0;
  for (const out of outputs) {
    const sources = sourcesOf(out);
    const size = sources.reduce((sum, path) => sum + statSync(path).size, 0);
    if (length > 0 && length + size > longestBatch) {
      batches.push([]);
      length = 0;
    }
    length += size;
    batches.at(-1)?.push(...sources);
  }
  return batches;
}

/** A line for each cell. */
export function cellText({ cell, outputs, wrong, errors, seconds }: CellResult): string {
  const { version, set, resolution } = cell;
  const failed = errors.length === 0 ? "" : `\n  ${errors.slice(0, 10).join("\n  ")}`;
  const found = `${outputs} outputs, ${wrong.length} not compiling, ${errors.length} errors`;
  return `TypeScript ${version} ${resolution.padEnd(8)} ${set.padEnd(9)} ${found} (${seconds.toFixed(0)} s)${failed}`;
}
