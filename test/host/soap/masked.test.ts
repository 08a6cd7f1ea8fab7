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

  const inner = "<SendSms><Password>s3cret</Password></SendSms>";
  test.each<[string, string]>([
    ["named references", inner.replaceAll("<", "&lt;")],
    ["named references to both brackets", inner.replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["decimal references", inner.replaceAll("<", "&#60;")],
    ["decimal references with zeros", inner.replaceAll("<", "&#0060;")],
    ["hexadecimal references", inner.replaceAll("<", "&#x3c;")],
    ["hexadecimal references with zeros, in capitals", inner.replaceAll("<", "&#x0003C;")],
    ["mixed references", inner.replace("<", "&#60;").replace("<", "&lt;").replaceAll("<", "&#x3C;")],
    ["letters as references", "&lt;P&#97;ssw&#x6F;rd>s3cret&lt;/P&#97;ssw&#x6F;rd>"],
    ["escaped twice", inner.replaceAll("<", "&amp;lt;")],
    ["escaped in several ways", inner.replaceAll("<", "&amp;#38;#x26;lt;")],
    ["CDATA", `<![CDATA[${inner}]]>`],
    ["CDATA with references", `<![CDATA[${inner.replaceAll("<", "&lt;")}]]>`],
    ["several CDATA sections", "<![CDATA[<Pass]]><![CDATA[word>s3]]><![CDATA[cret]]>"],
    ["CDATA inside of CDATA", `<![CDATA[<a><![CDATA[${inner}]]]]><![CDATA[></a>]]>`],
    ["CDATA and references", "&lt;Pass<![CDATA[word>s3cret]]>&lt;/Password>"],
    ["a comment in a name", "&lt;Pass<!-- -->word>s3cret"],
    ["an instruction in a name", "&lt;Pass<?x y?>word>s3cret"],
    ["an attribute inside", "&lt;user password='s3cret'/>"],
    ["a prefix and an attribute inside", '&lt;w:Password Type="Text">s3cret&lt;/w:Password>'],
    ["JSON", '{"user":42,"password":"s3cret"}'],
    ["JSON in JSON", '{"a":"{\\"password\\":\\"s3cret\\"}"}'],
    ["parameters", "customerID=42&amp;password=s3cret"],
  ])("in a text: %s", (_, text) => {
    expect(withoutSecrets(`<a><xml>${text}</xml><b>1</b></a>`)).toBe("<a><xml>***</xml><b>1</b></a>");
    expect(withoutSecrets(`<a><xml>${text}<c>s3cret</c>t</xml>u</a>`)).toBe("<a><xml>***</xml>u</a>");
    for (let length = 0; length < text.length; length++)
      expect(withoutSecrets(`<a><xml>${text.slice(0, length)}`)).not.toContain("s3");
  });

  test.each<[string, string, string]>([
    ["an attribute", '<a b="&lt;Password>s" c="1">t</a>', '<a b="***" c="1">t</a>'],
    ["an attribute with numbers", "<a b='&#60;P&#x61;ssword>s'/>", '<a b="***"/>'],
    ["an attribute that is escaped twice", '<a b="&amp;lt;pwd>s"/>', '<a b="***"/>'],
    ["an attribute with parameters", '<a href="/?pwd=s"/>', '<a href="***"/>'],
    ["an instruction", "<a><?x password='s'?>t</a>", "<a>t</a>"],
    ["markup without secrets", "<a>&lt;b>Ann&lt;/b></a>", "<a>&lt;b>Ann&lt;/b></a>"],
    ["CDATA without secrets", "<a><![CDATA[<b>Ann</b>]]></a>", "<a><![CDATA[<b>Ann</b>]]></a>"],
    ["the beginning of a comment", "<a>t<!-- <Password>s", "<a>t"],
    ["the beginning of a section", "<a>t<![CDATA[<Password>s", "<a>***"],
    ["the beginning of an attribute", '<a>t</a><b pwd="s', "<a>t</a>***"],
    ["a word in a text", "<a>Forgot the password?</a>", "<a>Forgot the password?</a>"],
    [
      "the type of a password",
      '<a Type="urn:x#PasswordDigest">t</a>',
      '<a Type="urn:x#PasswordDigest">t</a>',
    ],
    ["a number that is no character", "<a>&#9999999;</a>", "<a>&#9999999;</a>"],
  ])("around: %s", (_, given, want) => {
    expect(withoutSecrets(given)).toBe(want);
  });

  test.each<[string, string]>([
    ["names", "pwd".repeat(1_000_000)],
    ["references to ampersands", `&${"amp;".repeat(700_000)}`],
    ["references", "&amp;".repeat(700_000)],
    ["zeros", `&#${"0".repeat(3_000_000)};`],
    ["brackets", "&lt;".repeat(700_000)],
    ["sections", "<![CDATA[<]]>".repeat(200_000)],
  ])("a long text takes time in proportion: %s", (_, text) => {
    const begun = process.cpuUsage();
    expect(withoutSecrets(`<a>${text}</a>`) === `<a>${text}</a>`).toBe(true);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(20_000);
  });

  test("a long message takes time in proportion", () => {
    const begun = process.cpuUsage();
    const text = `<a b="${"x".repeat(100_000)}">${"<c d='/'/>".repeat(100_000)}${"<".repeat(0)}</a>`;
    expect(withoutSecrets(text)).toBe(text);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(20_000);
  });
});
