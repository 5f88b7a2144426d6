import { writeSync } from "node:fs";
import { format, stripVTControlCharacters } from "node:util";
import type { Logger } from "./logger.ts";

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/** `console`, direct writes, Node's warnings. Printed text can't start a line; objects other than errors are dropped. */
export function captureOutput(logger: Pick<Logger, (typeof LEVELS)[keyof typeof LEVELS]>): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, "info"][]) {
    console[method] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      logger[level]({ err, printed: textOf(values) || undefined }, "console output");
    };
  }
  captureWrites(process.stdout, (printed) => logger.info({ printed }, "standard output"));
  captureWrites(process.stderr, (printed) => logger.error({ printed }, "standard error"));
  // Node's own listener bypasses `console` and `process.stderr`.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logger.warn({ err: warning }, "runtime warning"));
}

export function exitOnUncaught(logger: Pick<Logger, "fatal">): void {
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "uncaught error");
    process.exit(1);
  });
}

/** Bypasses the log: the operator gets one sentence. */
export function exitWithSentence(error: unknown): never {
  try {
    writeSync(process.stderr.fd, `${error instanceof Error ? error.message : String(error)}\n`);
  } catch {
    // The stream is closed.
  }
  process.exit(1);
}

function textOf(values: unknown[]): string {
  const shown = values
    .filter((value) => !(value instanceof Error))
    .map((value) => (typeof value === "object" && value !== null ? "[object]" : value));
  return stripVTControlCharacters(format(...shown)).trim();
}

function captureWrites(stream: NodeJS.WriteStream, log: (printed: string) => void): void {
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = stripVTControlCharacters(Buffer.from(chunk as Uint8Array).toString()).trim();
    if (text !== "") log(text);
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
}
