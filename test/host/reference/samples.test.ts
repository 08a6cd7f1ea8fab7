import { expect, test } from "@jest/globals";
import { samplesOf } from "#host/reference/samples.js";

const texts = (request: Parameters<typeof samplesOf>[0]) =>
  Object.fromEntries(samplesOf(request).map(({ language, text }) => [language, text]));

test("each language has its own quotes", () => {
  const written = texts({
    method: "POST",
    url: "https://shop.example.com/it's",
    headers: [["Content-Type", "application/json"]],
    body: { a: "'\\\"" },
  });
  expect(Object.keys(written)).toEqual(["curl", "TypeScript", "PHP", "Python", "C#", "Java"]);
  expect(written["curl"]).toBe(
    String.raw`curl -sS -X POST 'https://shop.example.com/it'\''s' \
  -H 'Content-Type: application/json' \
  --data '{
  "a": "'\''\\\""
}'
`,
  );
  expect(written["PHP"]).toContain(String.raw`file_get_contents('https://shop.example.com/it\'s', false`);
  expect(written["PHP"]).toContain(`<<<'JSON'\n{\n  "a": "'${String.raw`\\\"`}"\n}\nJSON;`);
  // Text blocks of Java have escapes, the raw strings of C# have none.
  expect(written["Java"]).toContain(String.raw`"a": "'\\\\\\""`);
  expect(written["C#"]).toContain(String.raw`  "a": "'\\\""`);
});

test("a request without a document has none in any language", () => {
  for (const text of Object.values(
    texts({ method: "GET", url: "http://a.example.com/", headers: [], body: undefined }),
  ))
    expect(text).not.toMatch(/body[:=]|--data|StringContent|ofString\("""|data=|'content'/);
});
