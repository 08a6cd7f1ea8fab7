import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A contract of our own. */
export interface Fixture {
  readonly name: string;
  readonly folder: string;
  readonly wsdl: string;
}

/**
 * Every contract under `test/golden` (one for each construct) and `test/conformance/contracts` (constructs on which
 * other generators fail).
 */
export const fixtures: readonly Fixture[] = ["test/golden", "test/conformance/contracts"].flatMap((parent) =>
  readdirSync(parent).map((name) => {
    const folder = join(parent, name);
    const [file = ""] = readdirSync(folder).filter((each) => each.endsWith(".wsdl"));
    return { name, folder, wsdl: join(folder, file) };
  }),
);
