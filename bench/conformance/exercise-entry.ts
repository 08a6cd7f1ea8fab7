import { mkdirSync } from "node:fs";
import { planEntry } from "./plan-entry.js";
import { exercise } from "./exercise.js";

/**
 * A process of its own for the messages of one entry: `node exercise-entry.js WSDL FOLDER SCRIPTS WORK [lenient]`. SCRIPTS is the
 * compiled output, WORK a folder for messages. Sends what it found to its parent.
 */
const [wsdl = "", folder = "", scripts = "", work = "", mode] = process.argv.slice(2);
mkdirSync(work, { recursive: true });
const entry = planEntry(wsdl, folder, mode === "lenient");
const exercised = await exercise(entry, { wsdl, folder, scripts, work });
process.send?.(exercised, () => {
  process.disconnect();
});
