import { parentPort, workerData } from "node:worker_threads";
import { type FieldError, isAppError } from "#lib/errors.ts";
import { readStatement, type Statement } from "./read.ts";

/** What a thread is given: an object, since Next adds what its bundle needs. */
export type ThreadTask = { bytes: Uint8Array };

/** What a thread answers about its one file. Errors of the table lose their code on the way, so what they tell goes alone. */
export type ThreadAnswer = { statement: Statement } | { refused: FieldError[] };

function answer({ bytes }: ThreadTask): ThreadAnswer {
  try {
    return { statement: readStatement(bytes) };
  } catch (error) {
    if (isAppError(error) && error.fields) return { refused: error.fields };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData));
