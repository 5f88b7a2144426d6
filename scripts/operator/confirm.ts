import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { UsageError } from "./parse.ts";

type Terminal = { input: Readable & { isTTY?: boolean }; output: Writable };

/**
 * Returns false unless the user types `word`.
 * @throws {@link UsageError} if there is no terminal.
 */
export async function confirm(
  question: string,
  word: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (!input.isTTY)
    throw new UsageError("There is no terminal for the question. Add --yes to confirm.");
  const prompt = createInterface({ input, output });
  // A closed input counts as no.
  const ended = new Promise<string>((resolve) => prompt.once("close", () => resolve("")));
  try {
    const response = await Promise.race([prompt.question(`${question} `), ended]);
    return response.trim() === word;
  } finally {
    prompt.close();
  }
}
