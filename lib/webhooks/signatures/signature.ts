import { createHmac, createSecretKey, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** `whsec_` and 256 random bits in base64 (Standard Webhooks). */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

export function signatureHeaders(
  message: { id: string; sentAt: Date; body: string },
  secrets: readonly string[],
) {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(signed, secret)}`).join(" "),
  };
}

function sign(text: string, secret: string): string {
  if (!secret.startsWith(PREFIX)) throw new Error("not a Webhook Secret");
  // With a Buffer, Node needs longer to find its type than to sign.
  const key = createSecretKey(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(text, "utf8").digest("base64");
}
