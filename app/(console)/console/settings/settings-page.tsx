import type { ReactNode } from "react";
import { type SettingsTab, SettingsTabs } from "#components/console/settings/settings-tabs.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { GuidePage } from "#lib/console/onboarding/steps.ts";
import { allows, type Role } from "#lib/identity/model/roles.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { ConsolePage } from "../console-page.tsx";

type Props = {
  visit: Visit;
  tab: SettingsTab;
  needed: Role;
  /** Of a page whose settings differ by mode. */
  mode?: Mode;
  children: ReactNode;
};

export const settingsMetadata = (tab: SettingsTab) =>
  titleOf(({ settings }) => `${settings.tabs[tab]} – ${settings.title}`);

const GUIDES: Partial<Record<SettingsTab, GuidePage>> = {
  company: "company",
  "ways-to-be-paid": "ways",
  brand: "brand",
};

/** Also shows a notice to members who may only read. */
export async function SettingsPage({ visit, tab, needed, mode, children }: Props) {
  const text = await merchantText();
  const words = text.messages.settings;
  const guide = GUIDES[tab];
  return (
    <ConsolePage
      visit={visit}
      section="settings"
      path={`/settings/${tab}`}
      {...(guide && { guide })}
      {...(mode && { mode })}
    >
      <PageTitle lead={mode ? undefined : words.bothModes}>{words.title}</PageTitle>
      <SettingsTabs text={text} current={tab} />
      {!allows(visit.role, needed) && (
        <p className="text-muted">{needed === "owner" ? words.ownersOnly : words.developersOnly}</p>
      )}
      {children}
    </ConsolePage>
  );
}

export function mayEdit({ role, account }: Visit, needed: Role): boolean {
  return allows(role, needed) && account.closedAt === null;
}
