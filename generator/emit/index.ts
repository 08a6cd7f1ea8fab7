import { sourceEmitter } from "./emitter.js";
import { typeModulesOf } from "./types.js";

/** What users of the output import. */
export const indexEmitter = sourceEmitter({
  id: "index",
  write: (file, plan) => {
    file.export(plan.runtime.index, { names: ["ClientError", "ServiceFault"] });
    file.export("./client.js");
    file.export("./enums.js");
    if (plan.faults.length > 0) file.export("./faults.js");
    file.export("./messages.js");
    file.export("./operations.js", { as: "operations" });
    file.export("./records.js");
    file.export("./server.js");
    file.export("./service.js");
    for (const { exportName, path } of typeModulesOf(plan)) file.export(`./${path}.js`, { as: exportName });
  },
});
