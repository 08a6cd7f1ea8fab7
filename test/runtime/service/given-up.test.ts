import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { abortSignal, type GivenUp, givenUpBy, GivingUp } from "#runtime/host.js";

interface Source {
  readonly name: string;
  readonly make: () => { readonly givenUp: GivenUp; readonly abort: () => void };
}

const reason = new Error("too late");

const sources: readonly Source[] = [
  {
    name: "GivingUp",
    make: () => {
      const givenUp = new GivingUp();
      return {
        givenUp,
        abort: () => {
          givenUp.abort(reason);
        },
      };
    },
  },
  {
    name: "givenUpBy",
    make: () => {
      const controller = new AbortController();
      return {
        givenUp: givenUpBy(controller.signal),
        abort: () => {
          controller.abort(reason);
        },
      };
    },
  },
];

test("a function that throws is an unhandled rejection, and the others are called", () => {
  const program = `
    import { GivingUp } from "messenger-gen-runtime/host";
    process.on("unhandledRejection", ({ message }) => console.log(message));
    const givenUp = new GivingUp();
    givenUp.whenAborted(() => { throw new Error("broken"); });
    givenUp.whenAborted(() => console.log("second"));
    givenUp.abort(new Error("too late"));`;
  const words = ["--input-type=module", "--eval", program];
  expect(execFileSync(process.execPath, words, { encoding: "utf8" })).toBe("second\nbroken\n");
});

describe.each(sources)("$name", ({ make }) => {
  test("calls each registered function once, except unregistered ones", () => {
    const { givenUp, abort } = make();
    const called: string[] = [];
    givenUp.whenAborted(() => called.push("waits"));
    const forget = givenUp.whenAborted(() => called.push("forgotten"));
    forget();
    expect(givenUp.aborted).toBe(false);
    abort();
    abort();
    expect({ called, aborted: givenUp.aborted }).toEqual({ called: ["waits"], aborted: true });
  });

  test("calls a function registered after the abort at once", () => {
    const { givenUp, abort } = make();
    abort();
    const called: string[] = [];
    givenUp.whenAborted(() => called.push("late"))();
    expect(called).toEqual(["late"]);
  });

  test.each([{ used: "before" }, { used: "after" }])("has a signal, used $used", ({ used }) => {
    const { givenUp, abort } = make();
    const before = used === "before" ? givenUp.signal : undefined;
    abort();
    const signal = before ?? givenUp.signal;
    expect({ aborted: signal.aborted, reason: signal.reason as unknown }).toEqual({ aborted: true, reason });
  });
});

describe("abortSignal", () => {
  test("is an AbortSignal itself", () => {
    const { signal } = new AbortController();
    expect(abortSignal(signal)).toBe(signal);
  });

  test.each([
    { when: "before", abortBefore: true },
    { when: "after", abortBefore: false },
  ])("is aborted with a call that is given up $when it is made", ({ abortBefore }) => {
    const givenUp = new GivingUp();
    if (abortBefore) givenUp.abort(reason);
    const signal = abortSignal(givenUp);
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.aborted).toBe(abortBefore);
    givenUp.abort(reason);
    expect([signal.aborted, signal.reason]).toEqual([true, reason]);
  });
});
