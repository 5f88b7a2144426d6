import { parentPort } from "node:worker_threads";
import { type FieldError, isAppError } from "#lib/platform/failures/errors.ts";

/** An AppError loses its class between threads, so only its fields are sent. */
export type TaskResult<Result> = { result: Result } | { refused: FieldError[] };

type Work<Task, Result> = (task: Task) => Result | Promise<Result>;

export function serveTasks<Task, Result>(work: Work<Task, Result>): void {
  parentPort?.on("message", async (task: Task) =>
    parentPort?.postMessage(await resultOf(work, task)),
  );
}

async function resultOf<Task, Result>(
  work: Work<Task, Result>,
  task: Task,
): Promise<TaskResult<Result>> {
  try {
    return { result: await work(task) };
  } catch (error) {
    if (isAppError(error) && error.fields) return { refused: error.fields };
    throw error;
  }
}
