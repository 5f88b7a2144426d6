import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
// Closes its databases after the last file, not after the one that is the first to import it.
import "./database.ts";

// An HTTP server of Hono's replaces them, and msw then no longer knows its own answers.
const { Request, Response } = globalThis;

/** Runs test files one after the other in this process. The hooks of each apply to that file alone. */
export function runFiles(files: string[]): void {
  let current = "none";
  process.once("exit", (code) => {
    if (code !== 0) process.stderr.write(`Last test file of this process: ${current}\n`);
  });
  // Processes that the tests start, and other groups, read what this one has compiled.
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
