import type { CallLog } from "messenger-gen-runtime";
import { defaultLimits } from "messenger-gen-host";
import { openListener, readTls, stopListener, type TlsFiles } from "messenger-gen-host/listener";
import type { Site } from "./monitoring/admin-listener.js";
import { certificates, closeTime, type Monitoring } from "./monitoring/monitoring.js";

export interface PortalListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: TlsFiles | undefined;
  /** Whether an address is one of our proxies. */
  readonly trusts: (address: string) => boolean;
  readonly site: Omit<Site, "path">;
  readonly log: CallLog;
}

/** Connections of browsers: fewer than callers of the service may have, so that the portal takes nothing from them. */
const limits = { ...defaultLimits, connections: 1_000, connectionsPerAddress: 64, closeIdleTime: 0 };

/** Opens the listener of the portal: all paths are its pages. Rejects if the address is not available (`EADDRINUSE`). */
export async function openPortalListener(
  options: PortalListenerOptions,
): Promise<Pick<Monitoring, "port" | "prepare" | "close">> {
  const { host, port, tls, trusts, site, log } = options;
  const listener = await openListener({
    host,
    port,
    tls: tls === undefined ? undefined : await readTls(tls),
    limits,
    trusts,
    replacesIdle: true,
    onRequest: (req, res) => {
      site.handle(req, res).catch((error: unknown) => {
        log.error({ err: error }, "page of the portal failed");
        if (!res.headersSent) res.writeHead(500, { "Content-Length": 0 });
        res.end();
      });
    },
    onClosed: () => undefined,
  });
  return {
    port: listener.port,
    prepare: certificates(listener, tls !== undefined),
    close: async () => {
      site.close();
      await stopListener(listener, closeTime, async () => undefined);
    },
  };
}
