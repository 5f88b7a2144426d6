import { DefaultUrls } from "#components/console/settings/default-urls.tsx";
import { RetentionDays } from "#components/console/settings/retention-days.tsx";
import { ReturnDelay } from "#components/console/settings/return-delay.tsx";
import { DEFAULT_RETURN_DELAY_SECONDS } from "#lib/merchants/accounts/account.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { saveRetentionAction, saveReturnDelayAction, saveUrlsAction } from "./actions.ts";

export const generateMetadata = settingsMetadata("links");

export default async function LinksPage() {
  const visit = await requireVisit();
  const [text, { env }] = await Promise.all([merchantText(), getServices()]);
  const { defaultSuccessUrl, defaultFailureUrl, retentionDays, returnDelaySeconds } = visit.account;
  const isEditable = mayEdit(visit, "owner");
  return (
    <SettingsPage visit={visit} tab="links" needed="owner">
      <DefaultUrls
        text={text}
        successUrl={defaultSuccessUrl}
        failureUrl={defaultFailureUrl}
        action={isEditable ? saveUrlsAction : undefined}
      />
      <ReturnDelay
        text={text}
        seconds={returnDelaySeconds}
        defaultSeconds={DEFAULT_RETURN_DELAY_SECONDS}
        action={isEditable ? saveReturnDelayAction : undefined}
      />
      <RetentionDays
        text={text}
        days={retentionDays}
        defaultDays={env.RETENTION_DAYS}
        action={isEditable ? saveRetentionAction : undefined}
      />
    </SettingsPage>
  );
}
