import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isCommonPassword } from "#server/domain/accounts/common-passwords.js";

describe("a password is common", () => {
  test.each([
    ["password", "a word"],
    ["Password1234", "a word and digits"],
    ["P@ssw0rd2030!", "signs for letters"],
    ["Passwort123456", "a run of digits"],
    ["Contraseña2030", "an accent"],
    ["qwertyuiop12", "a row of keys"],
    ["1qaz2wsx3edc", "columns of keys"],
    ["poiuytrewq99", "a row backwards"],
    ["abcdefghijkl", "the alphabet"],
    ["123456789012", "digits in a row"],
    ["aaaaaaaaaaaa", "one letter"],
    ["xoxoxoxoxoxo", "a piece again and again"],
    ["Summer-Winter-2030", "several words"],
    ["iloveyou iloveyou", "a word twice"],
    ["AdminAdmin1!", "a word twice, digits and signs"],
    ["welcomethemoon", "words of a sentence"],
    ["!!Dragon!!2029", "signs around a word"],
    ["Ann.Example.42", "names of the person"],
  ])("%s: %s", (password) => {
    expect(isCommonPassword(password, ["Ann", "Example Ltd"])).toBe(true);
  });
});

describe("a password is not common", () => {
  test.each([
    ["correct horse battery", "words that are not tried first"],
    ["another horse battery", "with a common word among them"],
    ["83920174635291", "many digits"],
    ["vK4-tuQ9-mLx2", "random letters"],
    ["password of the teacher", "a sentence"],
    ["Ann.Example.42", "names of somebody else"],
    ["x7", "short, which is another rule"],
  ])("%s: %s", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("if it is random", () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from("bcdfghjklmnpqrstvwxz")),
      minLength: 16,
      maxLength: 40,
    });
    let common = 0;
    fc.assert(
      fc.property(letters, (password) => {
        if (isCommonPassword(password)) common++;
      }),
      { numRuns: 500 },
    );
    expect(common).toBeLessThan(3);
  });
});

test("any text is judged, quickly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (password) => {
      expect(typeof isCommonPassword(password)).toBe("boolean");
    }),
    { numRuns: 200 },
  );
  expect(isCommonPassword("password".repeat(10_000))).toBe(true);
});
