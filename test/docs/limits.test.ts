import { describe, expect, test } from "@jest/globals";
import { defaultLimits } from "messenger-gen-host";
import { chainLimit } from "#generator/model/chains.js";
import { contentLimit, copyLimit } from "#generator/model/sizes.js";
import { depthLimit } from "#generator/read/scan.js";
import { sizeLimit } from "#generator/read/source.js";
import { maxFormNames, maxFormValues } from "#runtime/forms/form-text.js";
import { maxReferenceDepth, maxReferenceGrowth } from "#runtime/bindings/multi-ref.js";
import { leastOptimized } from "#runtime/bindings/multipart-related.js";
import { maxMessageParts } from "#runtime/contract/multipart.js";
import { defaultTimeout } from "#runtime/client/client.js";
import { defaultMaxResponseBytes } from "#runtime/transport/transport.js";
import { clientLimits, serverLimits } from "#runtime/xml/limits.js";
import { arrayGapsPerItem, maxArrayGaps } from "#runtime/xml/soap-array.js";
import { searchTime } from "#server/actions/message-walk.js";
import { shortestPassword } from "#server/actions/operators.js";
import { callsTogether } from "#server/faces/operators/api.js";
import { maxBody } from "#server/faces/operators/body.js";
import { itemLimits } from "#server/faces/operators/items.js";
import { maxForm, maxUpload } from "#server/faces/web/form.js";
import { pagesTogether } from "#server/faces/web/site.js";
import { recentLogIn } from "#server/actions/rights.js";
import { liveLimits } from "#server/faces/console/live.js";
import { hashLimits as operatorHashes } from "#server/faces/web/log-in.js";
import { maxFromAddresses, maxKeyName } from "#server/domain/accounts/api-keys.js";
import { uploadLimits } from "#server/domain/accounts/uploads.js";
import { maxSessions, sessionTimes } from "#server/domain/accounts/sessions.js";
import * as posts from "#server/domain/posts/posts.js";
import { exchangeTime } from "#server/work/forwarding/http-post.js";
import { maxResponse } from "#server/networks/mm7/exchange.js";
import { mostStrays, mostUnmatched } from "#server/work/maintenance/sweeps.js";
import { maxUnknownAccounts, networkLimits, ofAll, ofCodes, ofNetwork } from "#server/credentials/guesses.js";
import { maxPasswordBytes } from "#server/credentials/hash.js";
import { hashLimits } from "#server/credentials/verify.js";
import { commandLimit, pageLimit } from "#server/ports/reading.js";
import { maxMessageIdList, maxMessageIds } from "#server/domain/inbox/inbox.js";
import { maxMarks } from "#server/domain/text/normal-form.js";
import { maxOriginatorDigits, maxOriginatorLength } from "#server/domain/message/originator.js";
import { maxFileNumbers, maxFileRejects } from "#server/domain/recipients/recipient-file.js";
import { maxRecipientDigits } from "#server/domain/recipients/phone-number.js";
import { maxLength, maxParts } from "#server/domain/text/sms-parts.js";
import { maxMmsSize, maxMultipart } from "#server/networks/mm7/documents/mms-content.js";
import { maxSeries } from "#server/monitoring/metrics.js";
import { maxClientTransactionId } from "#server/operations/send-sms.js";
import { writeLimits } from "#server/storage/script/calls.js";
import { documentedRows } from "../domain/documented-table.js";

const page = "docs/reference/limits.md";

/** `{ a: { b: 1 } }` under the name `x` as `x.a.b`. */
function named(name: string, limits: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(limits).map(([key, value]) => [`${name}.${key}`, value]);
}

const { postFor, firstDelay, longestDelay, failuresBeforePause, firstPause, longestPause } = posts;

describe("docs/reference/limits.md lists exactly the limits", () => {
  test.each<[string, readonly [string, number][]]>([
    ["Connections and bodies", Object.entries(defaultLimits)],
    ["XML", Object.entries(serverLimits)],
    [
      "SOAP encoding",
      Object.entries({ maxReferenceGrowth, maxReferenceDepth, maxArrayGaps, arrayGapsPerItem }),
    ],
    ["Parts of a message", Object.entries({ maxMessageParts, leastOptimized })],
    ["Forms", Object.entries({ maxFormNames, maxFormValues })],
    ["Writes of the store", Object.entries(writeLimits)],
    [
      "Log-ins",
      [
        ["maxPasswordBytes", maxPasswordBytes],
        ...named("ofNetwork", { ...ofNetwork }),
        ...named("ofAll", { ...ofAll }),
        ...named("networkLimits", { ...networkLimits }),
        ["maxUnknownAccounts", maxUnknownAccounts],
        ...named("hashes", hashLimits),
      ],
    ],
    [
      "Messages",
      [
        ...Object.entries({ maxOriginatorLength, maxOriginatorDigits, maxParts }),
        ...Object.entries({ maxLength, maxMarks, maxRecipientDigits }),
        ...Object.entries({ maxFileNumbers, maxFileRejects, maxClientTransactionId, maxMmsSize }),
        ...named("maxMultipart", maxMultipart),
        ...Object.entries({ maxMessageIds, maxMessageIdList }),
      ],
    ],
    ["Networks and operators", Object.entries({ mostUnmatched, mostStrays, maxResponse, maxSeries })],
    ["API keys and addresses", Object.entries({ maxKeyName, maxFromAddresses })],
    [
      "Posts to customers' servers",
      [
        ...named("most", posts.most),
        ...Object.entries({ exchangeTime, postFor, firstDelay, longestDelay }),
        ...Object.entries({ failuresBeforePause, firstPause, longestPause }),
      ],
    ],
    [
      "Console",
      [
        ...named("maxForm", maxForm),
        ...named("maxUpload", maxUpload),
        ...named("uploads", uploadLimits),
        ["pagesTogether", pagesTogether],
        ...Object.entries({ maxBody, callsTogether }),
        ["itemLimits.most", itemLimits.most],
        ...named("pageLimit", { ...pageLimit }),
        ...named("commandLimit", { ...commandLimit }),
        ["searchTime", searchTime],
        ...Object.entries({ maxSessions, shortestPassword }),
        ...named("ofCodes", { ...ofCodes }),
        ...named("live", { ...liveLimits }),
        ...named("sessionTimes", sessionTimes),
        ["recentLogIn", recentLogIn],
        ...named("hashes", operatorHashes),
      ],
    ],
    ["Clients", Object.entries({ timeout: defaultTimeout, maxResponseBytes: defaultMaxResponseBytes })],
    ["Generator", Object.entries({ sizeLimit, depthLimit, contentLimit, chainLimit, copyLimit })],
  ])("%s", (section, limits) => {
    const documented = documentedRows(page, section).map(([name, value]) => [name, Number(value)]);
    expect(documented).toEqual(limits);
  });

  test("client limits differ from server limits only in the number of items", () => {
    expect(clientLimits).toEqual({ ...serverLimits, items: 20_000_000 });
  });
});
