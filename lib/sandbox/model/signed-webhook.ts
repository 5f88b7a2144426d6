import { Webhook } from "standardwebhooks";

/** Signatures are valid for five minutes. */
export function isSigned(
  secret: string,
  headers: Record<string, string>,
  rawBody: string | Buffer,
): boolean {
  const webhook = new Webhook(secret);
  try {
    webhook.verify(rawBody, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
