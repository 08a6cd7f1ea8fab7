import { readFileSync } from "node:fs";

/** A row of test/mutations/README.md. */
export interface DeliveryRow {
  readonly section: string;
  readonly promise: string;
  /** Path of the test. */
  readonly file: string;
  /** First argument of the test, with its placeholders. */
  readonly name: string;
}

export const deliveryPage = "test/mutations/README.md";

function cellsOf(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function rowsOf(section: string): readonly DeliveryRow[] {
  const [heading = "", ...lines] = section.split("\n");
  return lines
    .filter((line) => line.includes("| `test/"))
    .map((line) => {
      const [promise = "", file = "", name = ""] = cellsOf(line);
      return { section: heading.trim(), promise, file: file.replaceAll("`", ""), name };
    });
}

/** Every row of the page, in its order. */
export function deliveryRows(): readonly DeliveryRow[] {
  return readFileSync(deliveryPage, "utf8").split(/^## /m).slice(1).flatMap(rowsOf);
}
