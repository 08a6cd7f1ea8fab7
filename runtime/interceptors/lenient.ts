import { deviatingBy } from "../bindings/deviating-response.js";
import { namespacesOf } from "../bindings/misnamed.js";
import type { ClientCall, Interceptor } from "../client/interceptor.js";
import type { Forgiven, ForgivenKind } from "../contract/forgiven.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import type { XmlText } from "../xml/xml-text.js";
import { interceptExchange } from "./exchange.js";
import { ForgivenList } from "./forgiven-list.js";
import { LenientReader } from "./lenient-reader.js";

/**
 * Options of `lenientReading`: departures of each kind are accepted unless it is false. Unknown elements are skipped in either case; with false
 * they are not reported.
 */
export interface LenientOptions extends Readonly<Partial<Record<ForgivenKind, boolean>>> {
  /** Namespaces to translate: the key is the one in the response, the value that of the contract. Default: none. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Maximum deviations of one response; 1,000 when not given. A response with more is a `ClientError` `Protocol`. */
  readonly limit?: number;
}

const defaultLimit = 1_000;

/**
 * Accepts responses that deviate from the contract, and reports the accepted deviations. The types of the result do not show them: a
 * property or an item of a list may be `undefined`, or have a value that is not of its type.
 */
export function lenientReading(
  heard: (forgiven: readonly Forgiven[], call: ClientCall) => void,
  options: LenientOptions = {},
): Interceptor {
  const { namespaces, limit = defaultLimit } = options;
  return async (call, next) => {
    const list = new ForgivenList((kind) => options[kind] !== false, limit);
    // Its faults and headers are there too; their types do not matter here.
    const declared = namespacesOf(call.operation);
    const isEnvelope = call.binding === "soap11" || call.binding === "soap12";
    class Reader extends LenientReader {
      constructor(document: string | XmlText, given: ReaderOptions) {
        list.restart();
        super(document, { namespaces: declared, ...given }, list, { aliases: namespaces, isEnvelope });
      }
    }
    // If the call is repeated, only the last response is reported.
    const received = interceptExchange(async (request, send) => {
      const response = await send(request);
      list.clear();
      return response;
    });
    const deviating = deviatingBy((forgiven) => list.accepts(forgiven.kind) && list.add(forgiven));
    const result = await received({ ...call, Reader, deviating }, next);
    const { all } = list;
    if (all.length > 0) heard(all, call);
    return result;
  };
}
