import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
// Its databases must close after the last file, not after the first file that imports it.
import "./database.ts";

// Hono's HTTP server replaces them, and msw then does not recognise its own responses.
const { Request, Response } = globalThis;

/** Hooks apply to their own file only. */
export function runFiles(files: string[]): void {
  let current = "none";
  process.once("exit", (code) => {
    if (code !== 0) process.stderr.write(`Last test file of this process: ${current}\n`);
  });
  // Child processes and other groups use this compile cache.
  before(() => flushCompileCache());
  for (const file of files) {
    describe(file, async () => {
      before(() => {
        current = file;
      });
      after(() => Object.assign(globalThis, { Request, Response }));
      try {
        await import(pathToFileURL(resolve(file)).href);
      } catch (error) {
        it("can be loaded", () => {
          throw error;
        });
      }
    });
  }
}
