import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Secrets of 32 bytes, oldest first; `null` holds the place of one that is retired. The last one seals. */
export type AppSecrets = readonly (Buffer | null)[];

const MOST_SECRETS = 16;

/** Reads the list an `APP_SECRET` is: hex, oldest first, separated by commas; `undefined` if any part of it is wrong. */
export function parseAppSecrets(text: string): AppSecrets | undefined {
  const parts = text.split(",").map((part) => part.trim().toLowerCase());
  const secrets = parts.filter((part) => part !== "-");
  const isList =
    parts.length <= MOST_SECRETS &&
    parts.at(-1) !== "-" &&
    // One secret at two places would make replacing it look done.
    new Set(secrets).size === secrets.length &&
    secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret));
  return isList ? parts.map((part) => (part === "-" ? null : Buffer.from(part, "hex"))) : undefined;
}

/** The secrets of `APP_SECRET`; without it, those of `DATA_DIR/app-secret`, where the first start puts one. */
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
