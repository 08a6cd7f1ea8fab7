/** MIME messages of several parts, read and written (RFC 2045, 2046 and 2387). */
export { encodeMultipart, fieldName, type Encoded } from "./mime/encode-multipart.js";
export { contentTypeOf, nameOf, readEntity, type Entity } from "./mime/entity.js";
export { isMultipart, leavesOf, type MultipartLimits } from "./mime/multipart.js";
export { readRelated, type Related } from "./mime/related.js";
export { decodedContent } from "./mime/transfer-encoding.js";
