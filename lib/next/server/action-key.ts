import type { Seal } from "#lib/platform/crypto/seal.ts";

/**
 * Sets the key for values that server actions close over. It depends on `APP_SECRET` only, as the key inside a build is public.
 * Call this before Next's first request.
 */
export function encryptActions(seal: Pick<Seal, "password">): void {
  const key = Buffer.from(seal.password("server-actions"), "hex");
  process.env["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] = key.toString("base64");
}
