import type { MediaType } from "./media-type.js";
import type { ReceivedParts, SentParts } from "../xsd/parts.js";
import type { SoapVersion } from "./soap-version.js";

/** Most parts of one message, its document among them. */
export const maxMessageParts = 1_000;

/** A message received as `multipart/related`. */
export interface ReceivedPackage {
  /** The root part. */
  readonly document: Uint8Array;
  /** Media type of the document without attachments: of a SOAP version, with charset and action. */
  readonly media: MediaType;
  /** An XOP package (MTOM), not a document with attachments. */
  readonly optimized: boolean;
  /** The other parts, for one reading of the document. */
  parts(): ReceivedParts;
}

/** Framing of a message with parts: `multipart/related`, whose first part is the document. */
export interface SentPackage {
  readonly contentType: string;
  /** Text before the document. */
  readonly before: string;
  /** Text after it, in order; sent as UTF-8. */
  readonly after: readonly (string | Uint8Array)[];
}

/** A request that is a message with parts. */
export interface PackedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Gathers the parts of a message while its document is written. */
export interface PartCollector extends SentParts {
  /** Parts so far. */
  readonly count: number;
  /** Stops collecting parts: streamed items have their binary values in the document. */
  close(): void;
  /** Like `close`; returns the collected parts. */
  pack(version: SoapVersion, action: string): SentPackage;
  /** As `pack`, around the document of a request; undefined if it needs no package: without parts and optimization. */
  packRequest(version: SoapVersion, action: string, document: string): PackedRequest | undefined;
}

/**
 * How messages travel with parts around them (MTOM, SOAP with Attachments). Contracts in which something may be a part bring it
 * along, so that programs without do not carry its code.
 */
export interface MultipartFormat {
  /** @throws ServiceFault `MalformedMessage`, `UnsupportedMediaType` */
  open(contentType: string, body: Uint8Array): ReceivedPackage;
  /** @param optimize bytes in the document become parts (XOP) where that is shorter */
  collect(optimize: boolean): PartCollector;
}
