import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { Delivery } from "#lib/webhooks/deliveries/delivery.ts";

type Attempt = { responseStatus: number | null; error: string | null };

export function resultWords(
  text: MerchantText,
  { responseStatus: status, error }: Attempt,
): string {
  const words = text.messages.webhooks.result;
  if (status !== null) return text.format(statusWords(text, status), { status: String(status) });
  const code = error ?? "CONNECTION_FAILED";
  if (isKnown(code)) return words[code];
  return text.format(isAboutCertificate(code) ? words.certificate : words.other, { code });
}

const KNOWN = [
  "DEADLINE_EXCEEDED",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "BLOCKED_ADDRESS",
  "PROXY_REFUSED",
  "PROXY_UNREACHABLE",
  "internal",
] as const;

function isKnown(code: string): code is (typeof KNOWN)[number] {
  return KNOWN.some((known) => known === code);
}

function statusWords(text: MerchantText, status: number): string {
  const words = text.messages.webhooks.result;
  if (status === 410) return words.gone;
  if (status === 404) return words.notFound;
  if (status === 401 || status === 403) return words.unauthorised;
  return status >= 300 && status < 400 ? words.redirect : words.status;
}

// OpenSSL error names, as Node passes them on.
function isAboutCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|LEAF_SIGNATURE|ISSUER|SSL|TLS/.test(code);
}

export function shortResult({ responseStatus, error }: Attempt): string {
  const code = error ?? "CONNECTION_FAILED";
  return responseStatus === null ? code : String(responseStatus);
}

export function deliveryStatusOf({
  status,
  attemptCount,
}: Pick<Delivery, "status" | "attemptCount">) {
  if (status === "delivered") return { key: "delivered", tone: "positive" } as const;
  if (status === "exhausted") return { key: "exhausted", tone: "negative" } as const;
  return attemptCount > 0
    ? ({ key: "retrying", tone: "warning" } as const)
    : ({ key: "pending", tone: "neutral" } as const);
}
