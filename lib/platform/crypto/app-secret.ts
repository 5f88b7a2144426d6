import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** 32 bytes each, oldest first. `null` marks a retired one. The last one encrypts. */
export type AppSecrets = readonly (Buffer | null)[];

const MOST_SECRETS = 16;

/** Comma-separated hex, oldest first. `undefined` if any part is wrong. */
export function parseAppSecrets(text: string): AppSecrets | undefined {
  const parts = text.split(",").map((part) => part.trim().toLowerCase());
  const secrets = parts.filter((part) => part !== "-");
  const isList =
    parts.length <= MOST_SECRETS &&
    parts.at(-1) !== "-" &&
    // A duplicate would make a key rotation look complete.
    new Set(secrets).size === secrets.length &&
    secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret));
  return isList ? parts.map((part) => (part === "-" ? null : Buffer.from(part, "hex"))) : undefined;
}

/** Falls back to `DATA_DIR/app-secret`, which the first start creates. */
export function readAppSecrets(env: {
  APP_SECRET?: AppSecrets | undefined;
  DATA_DIR: string;
}): AppSecrets {
  if (env.APP_SECRET) return env.APP_SECRET;
  const path = join(env.DATA_DIR, "app-secret");
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const secrets = parseAppSecrets(readFileSync(path, "utf8").trim());
  if (!secrets) throw new Error(`${path} does not hold what APP_SECRET may be`);
  return secrets;
}
