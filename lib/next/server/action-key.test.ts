import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { it } from "node:test";
import { secretNamed } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { encryptActions } from "./action-key.ts";

const secret = (byte: number) => Buffer.alloc(32, byte);

function keyOf(...secrets: Buffer[]): string {
  encryptActions(createSeal(...secrets));
  return secretNamed("NEXT_SERVER_ACTIONS_ENCRYPTION_KEY") ?? "";
}

it("the key of server actions is AES-256, derived from APP_SECRET only", () => {
  const key = keyOf(secret(1));
  assert.equal(Buffer.from(key, "base64").length, 32);
  assert.equal(keyOf(secret(1)), key, "another process");
  assert.notEqual(keyOf(secret(2)), key);
  assert.equal(keyOf(secret(2), secret(1)), key, "the newest secret");
});

it("Next uses this key instead of the key of the build", async () => {
  const require = createRequire(import.meta.url);
  const utils = "next/dist/server/app-render/encryption-utils.js";
  const singleton = "next/dist/server/app-render/manifests-singleton.js";
  require(singleton).setManifestsSingleton({
    page: "/page",
    clientReferenceManifest: {},
    serverActionsManifest: { encryptionKey: secret(9).toString("base64"), node: {}, edge: {} },
  });
  const key = keyOf(secret(1));
  const used = await require(utils).getActionEncryptionKey();
  const raw = await crypto.subtle.exportKey("raw", used);
  assert.equal(Buffer.from(raw).toString("base64"), key);
});
