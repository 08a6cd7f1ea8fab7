import { describe, expect, test } from "@jest/globals";
import { mountTable } from "#host/http/mount.js";

const strict = { path: "/bms/Soap/Messenger.asmx" };
const lenient = { path: "/smspro/soap/messenger.asmx" };
const find = mountTable([strict, lenient]);

describe("the mount of a request target", () => {
  test.each([
    { given: "/bms/Soap/Messenger.asmx", want: { mount: strict, rest: undefined, query: "" } },
    { given: "/bms/soap/messenger.asmx", want: { mount: strict, rest: undefined, query: "" } },
    { given: "/BMS/SOAP/MESSENGER.ASMX", want: { mount: strict, rest: undefined, query: "" } },
    { given: "//bms/Soap/Messenger.asmx", want: { mount: strict, rest: undefined, query: "" } },
    { given: "/bms//Soap///Messenger.asmx", want: { mount: strict, rest: undefined, query: "" } },
    { given: "/SMSPRO/soap/messenger.asmx?wsdl", want: { mount: lenient, rest: undefined, query: "wsdl" } },
    { given: "/bms/Soap/Messenger.asmx?a=1?b", want: { mount: strict, rest: undefined, query: "a=1?b" } },
    { given: "/bms/Soap/Messenger.asmx/HTTP_Diag", want: { mount: strict, rest: "HTTP_Diag", query: "" } },
    {
      given: "/bms/soap/messenger.asmx//HTTP_Diag?x",
      want: { mount: strict, rest: "HTTP_Diag", query: "x" },
    },
    { given: "/bms/Soap/Messenger.asmx/", want: { mount: strict, rest: "", query: "" } },
    { given: "/bms/Soap/Messenger.asmx/a/b", want: { mount: strict, rest: "a/b", query: "" } },
    {
      given: "http://example.com/bms/Soap/Messenger.asmx?op",
      want: { mount: strict, rest: undefined, query: "op" },
    },
    { given: "/bms/Soap/Messenger.asmxx", want: undefined },
    { given: "/bms/Soap/", want: undefined },
    { given: "/", want: undefined },
    { given: "", want: undefined },
    { given: "*", want: undefined },
    { given: "/bms/Soap/../Soap/Messenger.asmx", want: undefined },
    { given: "/bms/Soap/./Messenger.asmx", want: undefined },
    { given: "/bms/%53oap/Messenger.asmx", want: undefined },
    { given: "/bms%2fSoap%2fMessenger.asmx", want: undefined },
    { given: "/bms\\Soap\\Messenger.asmx", want: undefined },
    { given: "/bms/Soap/Messenger.asmx;jsessionid=1", want: undefined },
    { given: "/bms/Soap/Messenger.asmx%00", want: undefined },
    { given: "x/bms/Soap/Messenger.asmx", want: undefined },
  ])("$given", ({ given, want }) => {
    expect(find(given)).toEqual(want);
  });
});

describe("mounts that are refused", () => {
  test.each([
    { given: [], want: "at least one mount" },
    { given: ["relative"], want: "Not a mount path" },
    { given: ["/"], want: "Not a mount path" },
    { given: ["/a/"], want: "Not a mount path" },
    { given: ["/a//b"], want: "Not a mount path" },
    { given: ["/a?b"], want: "Not a mount path" },
    { given: ["/a b"], want: "Not a mount path" },
    { given: ["/a", "/A"], want: "same path" },
  ])("$given", ({ given, want }) => {
    expect(() => mountTable(given.map((path) => ({ path })))).toThrow(want);
  });
});
