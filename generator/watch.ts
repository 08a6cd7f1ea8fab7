import { watch, type FSWatcher } from "node:fs";
import { dirname, resolve } from "node:path";

/** Editors write a file in several steps. */
const quietMilliseconds = 100;

/**
 * Calls `again` whenever something changes in a folder of the files, one call at a time. It returns the files to watch
 * from then on. Ends with the process.
 */
export async function watchFiles(
  files: readonly string[],
  again: () => Promise<readonly string[]>,
): Promise<void> {
  let folders = foldersOf(files);
  for (;;) {
    await nextChange(folders);
    const next = await again();
    if (next.length > 0) folders = foldersOf([...files, ...next]);
  }
}

function foldersOf(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((file) => dirname(resolve(file))))];
}

async function nextChange(folders: readonly string[]): Promise<void> {
  const watchers: FSWatcher[] = [];
  try {
    await new Promise<void>((done, fail) => {
      let timer: NodeJS.Timeout | undefined;
      for (const folder of folders) {
        const watcher = watch(folder, () => {
          timer ??= setTimeout(done, quietMilliseconds);
        });
        watcher.on("error", fail);
        watchers.push(watcher);
      }
    });
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}
