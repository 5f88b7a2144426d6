import { AppSchemes } from "#components/console/settings/app-schemes.tsx";
import { EmailTrust } from "#components/console/settings/email-trust.tsx";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { addSchemeAction, removeSchemeAction } from "./actions.ts";

export const generateMetadata = settingsMetadata("apps");

export default async function AppsPage() {
  const visit = await requireVisit();
  const text = await merchantText();
  const { appSchemes, emailWhitelisted } = visit.account;
  const isEditable = mayEdit(visit, "developer");
  return (
    <SettingsPage visit={visit} tab="apps" needed="developer">
      <AppSchemes
        text={text}
        schemes={appSchemes}
        actions={isEditable ? { add: addSchemeAction, remove: removeSchemeAction } : undefined}
      />
      <EmailTrust text={text} isTrusted={emailWhitelisted} />
    </SettingsPage>
  );
}
