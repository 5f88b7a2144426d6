import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function testWords(text: MerchantText) {
  const { send, again, sending, look } = text.messages.webhooks.test;
  return { send, again, sending, look };
}
