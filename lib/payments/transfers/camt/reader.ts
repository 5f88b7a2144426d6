import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#lib/platform/errors.ts";
import { createTaskThread } from "#lib/platform/task-thread/thread.ts";
import { readStatement, type Statement } from "./read.ts";
import { wrongStatement } from "./text.ts";

/** Reads a bank's file. Throws `invalid_request` for one that can't be used, `too_many_requests` while too many wait. */
export type StatementReader = (bytes: Uint8Array) => Promise<Statement>;

// The worst file of this size takes 7 ms: it needs no place in the queue.
const SMALL_BYTES = 16 * 1024;

// The worst file that is read takes a busy machine of two cores two seconds, and 24 MB.
const BOUNDS = { ms: 15_000, megabytes: 128 };

// Each holds its file, and its member waits for all before it.
const MAX_WAITING = 4;

/** Reads files of banks: what is not small in a thread, within `bounds`. */
export function createStatementReader(bounds = BOUNDS): StatementReader {
  const inThread = createTaskThread<Uint8Array, Statement>({
    // Every command of the project runs at its root. Next finds the file by this path too, and bundles it.
    start: (options) =>
      new Worker(join(process.cwd(), "lib/payments/transfers/camt/thread.ts"), options),
    ...bounds,
    waiting: MAX_WAITING,
    busy: () => {
      const fields = [{ path: "file", message: "statement_busy" }];
      return new AppError("too_many_requests", { fields, retryAfterSeconds: bounds.ms / 1000 });
    },
    exceeded: (cause) => wrongStatement("statement_too_heavy", cause),
  });
  return async (bytes) => (bytes.byteLength > SMALL_BYTES ? inThread(bytes) : readStatement(bytes));
}
