import { expect, test } from "@jest/globals";
import { statementsTwice } from "./statements-twice.js";

/** Most statements that stand in both drivers. It only falls: a statement for both is declared in `server/storage/tables/`. */
const most = 13;

test("statements stand once, below both drivers", () => {
  const twice = statementsTwice();
  expect(twice.length > most ? twice : []).toEqual([]);
});
