import { Facts } from "#components/ui/facts.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { Section } from "./section.tsx";

export function FolderSection({ text, name }: { text: MerchantText; name: string }) {
  const { folder: words } = text.messages.feeds;
  return (
    <Section id="folder" title={words.title} lead={words.lead}>
      <Facts facts={[{ label: words.name, value: <code>{name}</code> }]} />
    </Section>
  );
}
