/** What tests import as `@jest/globals`: the functions of Jest for the test file that runs. */
import type * as Jest from "@jest/globals";
import { currentGlobals } from "./runtime.js";

const globals = currentGlobals();

export const afterAll: typeof Jest.afterAll = globals.afterAll;
export const afterEach: typeof Jest.afterEach = globals.afterEach;
export const beforeAll: typeof Jest.beforeAll = globals.beforeAll;
export const beforeEach: typeof Jest.beforeEach = globals.beforeEach;
export const describe: typeof Jest.describe = globals.describe;
export const expect: typeof Jest.expect = globals.expect;
export const jest: typeof Jest.jest = globals.jest;
export const test: typeof Jest.test = globals.test;
