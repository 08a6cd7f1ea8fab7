/** Values as services send them: what lenient reading makes of them. */
import { describe, expect, test } from "@jest/globals";
import type { XsdType } from "#runtime/xsd.js";
import {
  base64Binary,
  boolean,
  date,
  dateTime,
  decimal,
  double,
  duration,
  enumeration,
  guid,
  gYearMonth,
  int,
  integerNumber,
  integerText,
  long,
  restriction,
  string,
  time,
} from "#runtime/codec.js";
import {
  type Forgiven,
  type ForgivenKind,
  type LenientOptions,
  lenientReading,
} from "#runtime/interceptors.js";
import { ended, response, valued } from "./departing.js";

describe("values as services send them", () => {
  const path = "Envelope.Body.GreetResponse.Value";
  test.each<[XsdType<unknown>, string, string | undefined, ForgivenKind]>([
    [int, "", undefined, "empty"],
    [int, " \n", undefined, "empty"],
    [long, "", undefined, "empty"],
    [decimal, "", undefined, "empty"],
    [boolean, "", undefined, "empty"],
    [dateTime, "", undefined, "empty"],
    [double, "", undefined, "empty"],
    [date, "", undefined, "empty"],
    [time, " ", undefined, "empty"],
    [duration, "", undefined, "empty"],
    [gYearMonth, "", undefined, "empty"],
    [guid, "", undefined, "empty"],
    [integerText(long), "", undefined, "empty"],
    [integerNumber(long), "", undefined, "empty"],
    [base64Binary, "SGk", "SGk=", "form"],
    [base64Binary, "SA", "SA==", "form"],
    [base64Binary, "SA=", "SA==", "form"],
    [base64Binary, " SGkh SGk ", "SGkhSGk=", "form"],
    [restriction("Short", base64Binary, {}), "SGk", "SGk=", "form"],
    [integerNumber(long), "5.0", "5", "form"],
    [dateTime, "2017-08-01 12:12:12", "2017-08-01T12:12:12", "form"],
    [dateTime, "2017-08-01T12:12:12+0000", "2017-08-01T12:12:12+00:00", "form"],
    [dateTime, "2017-08-01T12:12:12.5-05", "2017-08-01T12:12:12.5-05:00", "form"],
    [dateTime, "2017-08-01 12:12:12 UTC", "2017-08-01T12:12:12Z", "form"],
    [dateTime, "2017-08-01t12:12:12z", "2017-08-01T12:12:12Z", "form"],
    [dateTime, "2017-08-01T12:12", "2017-08-01T12:12:00", "form"],
    [dateTime, "2017-08-01T12:12:12,25Z", "2017-08-01T12:12:12.25Z", "form"],
    [dateTime, "2017-08-01", "2017-08-01T00:00:00", "form"],
    [boolean, "True", "true", "form"],
    [boolean, "FALSE", "false", "form"],
    [int, "5.0", "5", "form"],
    [long, "-7.00", "-7", "form"],
    [int, "1.50E1", "15", "form"],
    [decimal, "1.5E-3", "0.0015", "form"],
    [decimal, "2e3", "2000", "form"],
    [double, "Infinity", "INF", "form"],
    [double, "-inf", "-INF", "form"],
    [double, "nan", "NaN", "form"],
  ])("%o %j", async (type, text, want, kind) => {
    const heard: Forgiven[] = [];
    const operation = valued(type);
    const lenient = (options?: LenientOptions) => ({
      interceptors: [lenientReading((each) => heard.push(...each), options)],
    });
    const answer = { text: response(`<Value>${text}</Value>`) };
    const { result } = await ended(answer, lenient(), operation);
    expect(result?.Value === undefined ? undefined : type.print(result.Value)).toBe(want);
    expect(heard).toEqual([kind === "empty" ? { kind, path } : { kind, path, text }]);
    expect((await ended(answer, {}, operation)).failure).toMatch(/^Protocol: Value: /);
    expect((await ended(answer, lenient({ [kind]: false }), operation)).failure).toMatch(
      /^Protocol: Value: /,
    );
  });

  test.each<[XsdType<unknown>, string, string, ForgivenKind]>([
    [date, "2017-08-01T00:00:00", "2017-08-01", "form"],
    [date, "2017-08-01 00:00:00.000", "2017-08-01", "form"],
    [date, "2017-08-01T00:00:00+0200", "2017-08-01+02:00", "form"],
    [date, "2017-08-01 UTC", "2017-08-01Z", "form"],
    [time, "12:12", "12:12:00", "form"],
    [time, "12:12:12,5 +0000", "12:12:12.5+00:00", "form"],
    [guid, "{0F8FAD5B-D9CB-469F-A165-70867728950E}", "0f8fad5b-d9cb-469f-a165-70867728950e", "form"],
    [integerText(long), "5.0", "5", "form"],
    [date, "2017-08-01T12:00:00", "2017-08-01T12:00:00", "value"],
    [date, "01.08.2017", "01.08.2017", "value"],
    [time, "noon", "noon", "value"],
    [enumeration("Switch", ["true", "false"]), "True", "True", "value"],
    [enumeration("Tone", ["Warm", "Cold"]), "", "", "value"],
    [enumeration("Tone", ["Warm", "Cold"]), " Warm\n", "Warm", "form"],
    [restriction("Code", string, { pattern: /^[A-Z]+$/ }), "5.0", "5.0", "value"],
  ])("%o, whose values are strings: %j", async (type, text, want, kind) => {
    const heard: Forgiven[] = [];
    const answer = { text: response(`<Value>${text}</Value>`) };
    const read = (options?: LenientOptions) =>
      ended(answer, { interceptors: [lenientReading((each) => heard.push(...each), options)] }, valued(type));
    expect((await read()).result).toEqual({ Value: want });
    expect(heard).toEqual([{ kind, path, text }]);
    expect((await read({ form: false })).result).toEqual({ Value: text });
    expect((await read({ form: false, value: false })).failure).toMatch(/^Protocol: Value: /);
  });
});
