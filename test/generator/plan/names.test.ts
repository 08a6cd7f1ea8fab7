import { describe, expect, test } from "@jest/globals";
import { variableName } from "#generator/emit/codec/fields-reader.js";
import {
  memberName,
  methodName,
  operationStem,
  propertyName,
  typeName,
} from "#generator/plan/rules/names/spelling.js";

describe("methods", () => {
  test.each([
    ["SendSms", "sendSms"],
    ["HTTP_SendSms", "httpSendSms"],
    ["HTTP_Json_InboxProcessing", "httpJsonInboxProcessing"],
    ["HTTP_Authenticate2", "httpAuthenticate2"],
    ["SendMMS", "sendMMS"],
    ["MM7Send", "mm7Send"],
    ["HTTPSend", "httpSend"],
    ["Diag", "diag"],
    ["already", "already"],
    ["send-sms.now", "sendSmsNow"],
    ["_2nd", "$2nd"],
    ["__", "$"],
    ["then", "then$"],
    ["Constructor", "constructor$"],
    ["ToString", "toString$"],
    ["Ärger", "ärger"],
  ])("%s is %s", (name, method) => {
    expect(methodName(name)).toBe(method);
  });
});

describe("stems of types, functions and constants", () => {
  test.each([
    ["SendSms", "SendSms"],
    ["HTTP_SendSms", "HttpSendSms"],
    ["sendSms", "SendSms"],
    ["SendMMS", "SendMMS"],
  ])("%s is %s", (name, stem) => {
    expect(operationStem(name)).toBe(stem);
  });
});

describe("types", () => {
  test.each([
    ["SendResult", "SendResult"],
    ["send_result", "send_result"],
    ["Send-Result.v2", "SendResultV2"],
    ["string", "string$"],
    ["Promise", "Promise"],
    ["ServiceFault", "ServiceFault$"],
    ["class", "class$"],
    ["as", "as$"],
  ])("%s is %s", (name, type) => {
    expect(typeName(name)).toBe(type);
  });
});

describe("fields keep their names", () => {
  test.each([
    ["CustomerID", "CustomerID", "CustomerID"],
    ["Recipiens", "Recipiens", "Recipiens"],
    ["data_coding", "data_coding", "data_coding"],
    ["Private", "Private", "Private"],
    ["class", "class", "class"],
    ["a-b", "a-b", "a$2d$b"],
    ["a.b", "a.b", "a$2e$b"],
    ["\u20ac", "\u20ac", "$20ac$"],
    ["\u0e31a", "\u0e31a", "$\u0e31a"],
    ["constructor", "constructor$", "constructor$"],
    ["__proto__", "__proto__$", "__proto__$"],
  ])("%s is the property %s with the preferred variable %s", (name, property, variable) => {
    expect(propertyName(name)).toBe(property);
    expect(variableName(property)).toBe(variable);
  });
});

test("a member named __proto__ would set the prototype", () => {
  expect(memberName("__proto__")).toBe("__proto__$");
  expect(memberName("Latin")).toBe("Latin");
});
