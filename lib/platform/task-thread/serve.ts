import { parentPort } from "node:worker_threads";
import { type FieldError, isAppError } from "#lib/platform/failures/errors.ts";

/** An AppError loses its class between threads, so only its fields are sent. */
export type TaskResult<Result> = { result: Result } | { refused: FieldError[] };

export function serveTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on("message", (task: Task) => parentPort?.postMessage(resultOf(work, task)));
}

function resultOf<Task, Result>(work: (task: Task) => Result, task: Task): TaskResult<Result> {
  try {
    return { result: work(task) };
  } catch (error) {
    if (isAppError(error) && error.fields) return { refused: error.fields };
    throw error;
  }
}
