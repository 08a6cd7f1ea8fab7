import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const needed = ["/usr/bin/wsdl2h", "/usr/bin/soapcpp2", "/usr/bin/g++", "/usr/include/stdsoap2.h"];

/** Whether gSOAP, its library (Debian: `gsoap`, `libgsoap-dev`) and a C++ compiler are installed. */
export const hasGsoap = (): boolean => needed.every((file) => existsSync(file));

/** Generates, compiles and starts a server of our contract with gSOAP. */
export async function startGsoap(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const run = (program: string, ...parameters: readonly string[]): void => {
    execFileSync(program, parameters, { cwd: folder, stdio: "ignore" });
  };
  run("wsdl2h", "-o", "contract.h", resolve("schema/messenger.wsdl"));
  run("soapcpp2", "-i", "-S", "-x", "-I/usr/share/gsoap/import", "contract.h");
  const sources = [resolve("bench/servers/gsoap.cpp"), "soapC.cpp"];
  run("g++", "-O2", "-std=c++17", "-w", "-I.", ...sources, "-lgsoap++", "-lpthread", "-o", "server");
  const child = spawn(join(folder, "server"), { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, port: Number(line.toString()) };
}
