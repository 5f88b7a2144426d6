import { readFileSync } from "node:fs";

export class EnvError extends Error {
  override name = "EnvError";
}

export type Source = Record<string, string | undefined>;

export function readSecrets(
  names: readonly string[],
  source: Source,
): { secrets: Source; problems: string[] } {
  const secrets: Source = {};
  const problems: string[] = [];
  for (const name of names) {
    try {
      secrets[name] = readSecret(name, source);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { secrets, problems };
}

/**
 * Without line breaks at its end.
 * @throws EnvError
 */
export function readSecret(name: string, source: Source): string | undefined {
  const fileName = `${name}_FILE`;
  const file = source[fileName];
  if (!file) return source[name] || undefined;
  if (source[name]) throw new EnvError(`${fileName}: ${name} is set too; set one of them`);
  const content = readText(file)?.replace(/[\r\n]+$/, "");
  if (!content) {
    throw new EnvError(`${fileName}: the file ${content === "" ? "is empty" : "can't be read"}`);
  }
  return content;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
