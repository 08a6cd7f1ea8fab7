import { expect, test } from "@jest/globals";
import { statementsTwice } from "./statements-twice.js";

test("statements of both drivers stand once, below them: in `server/storage/tables/`", () => {
  expect(statementsTwice()).toEqual([]);
});
