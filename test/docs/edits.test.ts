import { expect, test } from "@jest/globals";
import { edited } from "./edits.js";

const text = "a\nb {\n  c\n}\n\nd {\n  c\n}\n";

test.each([
  { edit: " a\n+x\n", want: "a\nx\nb {\n  c\n}\n\nd {\n  c\n}\n" },
  { edit: "+x\n a\n", want: "x\na\nb {\n  c\n}\n\nd {\n  c\n}\n" },
  { edit: " d {\n-  c\n+  e\n", want: "a\nb {\n  c\n}\n\nd {\n  e\n}\n" },
  { edit: "-a\n", want: "b {\n  c\n}\n\nd {\n  c\n}\n" },
  { edit: " }\n\n+x\n d {\n", want: "a\nb {\n  c\n}\n\nx\nd {\n  c\n}\n" },
  { edit: " }\n \n+x\n", want: "a\nb {\n  c\n}\n\nx\nd {\n  c\n}\n" },
  { edit: "   c\n+x\n", want: "stands at 2 places" },
  { edit: " e\n+x\n", want: "stands at 0 places" },
  { edit: " b\n+x\n", want: "stands at 0 places" },
  { edit: "-a\n-b\n", want: "stands at 0 places" },
])("$edit", ({ edit, want }) => {
  const result = (): string => edited(text, edit);
  if (want.startsWith("stands at")) expect(result).toThrow(want);
  else expect(result()).toBe(want);
});
