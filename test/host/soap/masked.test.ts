import { describe, expect, test } from "@jest/globals";
import { withoutSecrets } from "#host/soap/masked.js";

describe("a message in a log has no passwords", () => {
  test.each<[string, string, string]>([
    ["an element", "<a><password>s3cret</password></a>", "<a><password>***</password></a>"],
    ["a part of a name, in any case", "<userPassword>s</userPassword>", "<userPassword>***</userPassword>"],
    ["a prefix", '<w:Password Type="x">s</w:Password>', '<w:Password Type="x">***</w:Password>'],
    ["references", "<Password>a&amp;b</Password>", "<Password>***</Password>"],
    ["CDATA with markup", "<Password><![CDATA[</Password>s]]></Password>", "<Password>***</Password>"],
    ["elements inside", "<passwords><x>s</x><y/>t</passwords>", "<passwords>***</passwords>"],
    ["elements of that name inside", "<pwd><pwd>s</pwd>t</pwd>u", "<pwd>***</pwd>u"],
    ["white space in tags", "<Password\n >s</Password\t>", "<Password\n >***</Password\t>"],
    ["an empty element", "<Password/><Name>Ann</Name>", "<Password/><Name>Ann</Name>"],
    ["no content", "<Password></Password>", "<Password>***</Password>"],
    ["an attribute", `<user name="Ann" password='s"' id="1"/>`, `<user name="Ann" password="***" id="1"/>`],
    ["an attribute with markup", '<user apiKey="a>b</user>">x</user>', '<user apiKey="***">x</user>'],
    ["a namespace is none", '<a xmlns:pwd="urn:pwd">x</a>', '<a xmlns:pwd="urn:pwd">x</a>'],
    ["a comment", "<a><!-- password: s --><b>1</b></a>", "<a><b>1</b></a>"],
    ["a comment inside", "<Password>s<!-- </Password> -->t</Password>", "<Password>***</Password>"],
    ["the beginning of a message", "<a><Password>s3c", "<a><Password>***"],
    ["others", '<?xml version="1.0"?><a>Ann &lt; Bob</a>', '<?xml version="1.0"?><a>Ann &lt; Bob</a>'],
    [
      "a name of another script",
      "<Password-число>s</Password-число>",
      "<Password-число>***</Password-число>",
    ],
  ])("%s", (_, given, want) => {
    expect(withoutSecrets(given)).toBe(want);
  });

  test("a long message takes time in proportion", () => {
    const begun = process.cpuUsage();
    const text = `<a b="${"x".repeat(100_000)}">${"<c d='/'/>".repeat(100_000)}${"<".repeat(0)}</a>`;
    expect(withoutSecrets(text)).toBe(text);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
  });
});
