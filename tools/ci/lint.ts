import { execFileSync } from "node:child_process";
import { landedFiles, leftOutFiles, turnNow, turnTime } from "./landing.js";

/** `node dist/tools/ci/lint.js`: prints the files that ESLint checks in a run of CI, a line each. All take minutes of CPU time. */
const files = execFileSync("git", ["ls-files", "*.ts", "*.js"], { encoding: "utf8" }).trim().split("\n");
const leftOut = new Set(leftOutFiles(files, landedFiles(turnTime) ?? [], turnNow()));
process.stdout.write(files.flatMap((file) => (leftOut.has(file) ? [] : [`${file}\n`])).join(""));
