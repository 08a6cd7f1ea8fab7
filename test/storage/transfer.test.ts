import { afterAll, describe } from "@jest/globals";
import { temporaryFolder } from "./fixtures.js";
import { transferCases } from "./transfer-cases.js";

const folder = temporaryFolder();
let files = 0;
const place = (): string => `sqlite:${folder.path}/${(files += 1)}.db`;

afterAll(() => {
  folder.remove();
});

describe("from SQLite to SQLite", () => {
  transferCases(place, place, 2);
});
