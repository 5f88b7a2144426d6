import { consolePath } from "#lib/console/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const TABS = ["company", "brand", "embedding", "apps", "links", "audit"] as const;
export type SettingsTab = (typeof TABS)[number];

export function SettingsTabs({ text, current }: { text: MerchantText; current: SettingsTab }) {
  const words = text.messages.settings;
  return (
    <nav aria-label={words.tabsLabel} className="border-line border-b">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {TABS.map((tab) => (
          <li key={tab}>
            <a
              href={consolePath(`/settings/${tab}`, text.linkQuery)}
              aria-current={tab === current ? "page" : undefined}
              className={`flex min-h-11 items-center border-b-2 px-3 no-underline hover:bg-sunken ${tab === current ? "border-accent font-semibold text-accent" : "border-transparent text-ink"}`}
            >
              {words.tabs[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
