/** A service as the generator would write it, with bytes in several places. */
import {
  type CallContext,
  multipartRelated,
  type ServiceDescriptor,
  type Streamed,
  type XmlContent,
} from "#runtime/index.js";
import { readContent, writeContent, writeEach, type XmlReader, type XmlWriter } from "#runtime/xml.js";
import { base64Binary, restriction } from "#runtime/xsd.js";
import { type ServedOperation, type ServiceContract, soap11, soap12, writeBytes } from "#runtime/codec.js";

export const albumNamespace = "urn:example:album";

export interface Photo {
  readonly image: Uint8Array;
  readonly page?: readonly Uint8Array[] | undefined;
  readonly code?: Uint8Array | undefined;
  readonly more?: XmlContent | undefined;
}

const CodeType = restriction("Code", base64Binary, { maxLength: 4 });

function readPhoto(r: XmlReader): Photo {
  let image: Uint8Array | undefined;
  const page: Uint8Array[] = [];
  let code: Uint8Array | undefined;
  let more: XmlContent | undefined;
  while (r.child()) {
    switch (r.name) {
      case "image":
        image = r.value(base64Binary, image);
        continue;
      case "page": {
        const $item = r.value(base64Binary, undefined);
        if ($item !== undefined) page.push($item);
        continue;
      }
      case "code":
        code = r.value(CodeType, code);
        continue;
      case "more":
        more = readContent(r, more);
        continue;
    }
    r.skip();
  }
  return {
    image: image ?? r.absent("image", base64Binary),
    page: page.length > 0 ? page : undefined,
    code,
    more,
  };
}

function writePhoto(w: XmlWriter, v: Streamed<Photo>): void {
  writeBytes(w, "image", base64Binary, v.image, "image/png");
  writeEach(w, v.page ?? [], (item) => {
    writeBytes(w, "page", base64Binary, item);
  });
  if (v.code !== undefined) writeBytes(w, "code", CodeType, v.code);
  if (v.more !== undefined) {
    w.open("more");
    writeContent(w, v.more);
    w.close("more");
  }
}

/** Returns its input. */
export const Store: ServedOperation<typeof AlbumContract, Photo, Photo, "soap11" | "soap12"> = {
  name: "Store",
  documentation: "",
  bindings: { soap11, soap12 },
  action: "urn:example:album#Store",
  input: { element: { namespace: albumNamespace, name: "Store" }, read: readPhoto, write: writePhoto },
  output: {
    element: { namespace: albumNamespace, name: "StoreResponse" },
    read: readPhoto,
    write: writePhoto,
  },
  multipart: multipartRelated,
};

export const AlbumContract: ServiceContract<"Album", typeof albumNamespace> = {
  name: "Album",
  namespace: albumNamespace,
};

/** Implementation of the album service. */
export interface AlbumService {
  store(photo: Photo, call: CallContext): Promise<Photo>;
}

export const Album: ServiceDescriptor<AlbumService> = {
  ...AlbumContract,
  documentation: "",
  operations: { store: Store },
  multipart: multipartRelated,
};
