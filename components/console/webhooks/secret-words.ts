import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { SecretWords } from "./new-secret.tsx";

/** `isRotation`: the secret replaces another one. */
export function secretWords(text: MerchantText, isRotation: boolean): SecretWords {
  const { title, lead, rotated, place, saved, go } = text.messages.webhooks.secret;
  return {
    title,
    lead: isRotation ? `${lead} ${rotated}` : lead,
    place,
    saved,
    go,
  };
}
