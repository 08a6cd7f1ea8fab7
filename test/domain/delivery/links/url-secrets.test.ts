import fc from "fast-check";
import { expect, test } from "@jest/globals";
import { carriesSecret, withoutPassword } from "#server/domain/delivery/links/url-secrets.js";

test.each<{ given: string; want: string }>([
  { given: "sqlite:./data/messenger.db", want: "sqlite:./data/messenger.db" },
  { given: "sqlite:/srv/a:b@c/messenger.db", want: "sqlite:/srv/a:b@c/messenger.db" },
  { given: "loopback", want: "loopback" },
  { given: "mm7://mmsc.example.com/a:b@c", want: "mm7://mmsc.example.com/a:b@c" },
  { given: "mm7://mmsc.example.com/?receivePassword=", want: "mm7://mmsc.example.com/?receivePassword=" },
  { given: "postgres://app@db.example.com/shop", want: "postgres://app@db.example.com/shop" },
  { given: "postgres://app:@db.example.com/shop", want: "postgres://app:@db.example.com/shop" },
  {
    given: "postgres://app:secret@db.example.com:5432/shop",
    want: "postgres://app:***@db.example.com:5432/shop",
  },
  { given: "postgres://app:sec@ret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:@@@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec:ret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec/ret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec?ret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec#ret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec%40ret%@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec@r/et@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://app:sec\nret@db.example.com/shop", want: "postgres://app:***@db.example.com/shop" },
  { given: "postgres://:secret@db.example.com/shop", want: "postgres://:***@db.example.com/shop" },
  {
    given: "postgres://db.example.com:5432/shop?user=app&password=sec@ret&connections=4",
    want: "postgres://db.example.com:***@***&connections=4",
  },
  {
    given: "postgres://app@db.example.com/shop?password=secret&sslmode=require",
    want: "postgres://app@db.example.com/shop?password=***&sslmode=require",
  },
  {
    given: "postgres://app@db.example.com/shop?sslmode=require&sslPassword=sec/r?et",
    want: "postgres://app@db.example.com/shop?sslmode=require&sslPassword=***",
  },
  {
    given: "mm7://app@mmsc.example.com/?receive%50assword=secret",
    want: "mm7://app@mmsc.example.com/?receive%50assword=***",
  },
  {
    given: "smpps://app:secret@smsc.example.com:2775?window=50",
    want: "smpps://app:***@smsc.example.com:2775?window=50",
  },
  { given: "smpp://app:a?password=b@smsc.example.com", want: "smpp://app:***@***" },
])("$given is shown as $want", ({ given, want }) => {
  expect(withoutPassword(given)).toBe(want);
  expect(carriesSecret(given)).toBe(given !== want);
  expect(withoutPassword(want)).toBe(want);
});

test("no part of a password is shown, whatever it contains", () => {
  const secret = fc.array(fc.constantFrom("Q", "@", ":", "/", "%", "?", "#", "&", "=", "%40"), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(secret, fc.boolean(), (parts, inQuery) => {
      const password = `Q${parts.join("")}Q`;
      const parameter = encodeURIComponent(password);
      const url = inQuery
        ? `postgres://app@db:5432/shop?connections=4&password=${parameter}`
        : `postgres://app:${password}@db:5432/shop?connections=4`;
      expect(withoutPassword(url)).not.toContain("Q");
    }),
  );
});
