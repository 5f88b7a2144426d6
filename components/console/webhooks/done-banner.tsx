import { Banner } from "#components/ui/banner.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function DoneBanner({
  text,
  done,
}: {
  text: MerchantText;
  done: string | string[] | undefined;
}) {
  const words = text.messages.webhooks.done;
  if (typeof done !== "string" || !Object.hasOwn(words, done)) return null;
  return (
    <Banner tone="positive" alert>
      <p>{words[done as keyof typeof words]}</p>
    </Banner>
  );
}
