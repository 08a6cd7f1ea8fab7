/** The test service in a process of its own, with default limits: sends its port, then its resident memory in bytes when asked. */
import { serve } from "messenger-gen-host";
import { Greeter, greeter } from "../../runtime/greeter.js";

const mountPath = "/bms/Soap/Greeter.asmx";

const server = await serve({
  service: Greeter,
  implementation: greeter,
  wsdl: "test/host/greeter/greeter.wsdl",
  host: "127.0.0.1",
  port: 0,
  mounts: [{ path: mountPath, compatibility: "strict" }],
});
process.send?.(server.port);
process.on("message", () => process.send?.(process.memoryUsage.rss()));
process.once("disconnect", () => void server.close());
