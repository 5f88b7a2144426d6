import { Tabs } from "#components/ui/tabs.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TABS = [
  "company",
  "ways-to-be-paid",
  "brand",
  "embedding",
  "apps",
  "links",
  "emails",
  "statements",
  "feeds",
  "audit",
] as const;
export type SettingsTab = (typeof TABS)[number];

export function SettingsTabs({ text, current }: { text: MerchantText; current: SettingsTab }) {
  const words = text.messages.settings;
  return (
    <Tabs
      label={words.tabsLabel}
      tabs={TABS.map((tab) => ({
        href: consolePath(`/settings/${tab}`, text.linkQuery),
        label: words.tabs[tab],
        isCurrent: tab === current,
      }))}
    />
  );
}
