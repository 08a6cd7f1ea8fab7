import { expect, test } from "@jest/globals";
import { serviceMessage } from "#server/domain/message/service-sms.js";
import { serviceIndication } from "#server/domain/message/service-sms.js";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const text = (value: string): string => `03${Buffer.from(value).toString("hex")}00`;

const head = "02056a0045c6";

test.each([
  { name: "Mail", url: "http://example.com/1", href: `0c${text("example.com/1")}` },
  { name: "Mail", url: "https://example.com", href: `0e${text("example.com")}` },
  { name: "Mail", url: "http://www.example.com", href: `0d${text("example.com")}` },
  { name: "Mail", url: "https://www.example.com", href: `0f${text("example.com")}` },
  { name: "Mail", url: "HTTP://WWW.Example.com", href: `0d${text("Example.com")}` },
  { name: "Mail", url: "www.example.com", href: `0b${text("www.example.com")}` },
  { name: "Mail", url: "http://", href: "0c" },
  { name: "Mail", url: "", href: "0b" },
  { name: "Größe ٣", url: "tel:1", href: `0b${text("tel:1")}` },
  { name: "", url: "tel:1", href: `0b${text("tel:1")}` },
])("$name at $url", ({ name, url, href }) => {
  const shown = name === "" ? "" : text(name);
  expect(hex(serviceIndication(name, url))).toBe(`${head}${href}01${shown}0101`);
});

test("is a WAP push from port 9200 to port 2948", () => {
  const { body, ...fields } = serviceMessage("Mail", "http://example.com");
  expect({ ...fields, header: hex(fields.header) }).toEqual({
    header: "0605040b8423f0",
    esmClass: 64,
    protocolId: 0,
    dataCoding: 245,
  });
  expect(hex(body)).toBe(`01060403ae81ea${hex(serviceIndication("Mail", "http://example.com"))}`);
});
