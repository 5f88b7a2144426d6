import { Badge } from "#components/ui/badge.tsx";
import { Facts } from "#components/ui/facts.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { Section } from "./section.tsx";

/** Whether an e-mail address from an app counts as verified. Read-only: the operator decides. */
export function EmailTrust({ text, isTrusted }: { text: MerchantText; isTrusted: boolean }) {
  const { email: words } = text.messages.settings.apps;
  const value = isTrusted ? <Badge tone="positive">{words.on}</Badge> : <Badge>{words.off}</Badge>;
  return (
    <Section id="email-trust" title={words.title} lead={words.lead}>
      <Facts facts={[{ label: words.label, value }]} />
    </Section>
  );
}
