import type { ApiKeyOverview } from "#lib/merchants/api-keys/api-key.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** The parts of a key that stay visible: its prefix and its last four characters. */
export function maskedKey({ mode, lastFour }: Pick<ApiKeyOverview, "mode" | "lastFour">): string {
  return `sk_${mode}_…${lastFour}`;
}

export function creatorOf(
  text: MerchantText,
  { createdBy, creatorName }: Pick<ApiKeyOverview, "createdBy" | "creatorName">,
): string {
  const { creators } = text.messages.installations.keys;
  if (creatorName !== null) return creatorName;
  if (createdBy === "operator" || createdBy === "demo") return creators[createdBy];
  return creators.unknown;
}
