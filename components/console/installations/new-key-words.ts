import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { NewKeyWords } from "./new-key.tsx";

export function newKeyWords(text: MerchantText): NewKeyWords {
  const { made, firstCall, guide } = text.messages.installations;
  const { waiting, received } = firstCall;
  return { ...made, waiting, received, language: guide.language };
}
