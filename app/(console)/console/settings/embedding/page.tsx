import { EmbedOrigins } from "#components/console/settings/embed-origins.tsx";
import { EmbedRefusals } from "#components/console/settings/embed-refusals.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { originOf } from "#lib/merchants/embedding/check.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { addOriginAction, removeOriginAction } from "./actions.ts";

type Props = { searchParams: Promise<{ origin?: string | string[] }> };

export const generateMetadata = settingsMetadata("embedding");

/** Sites that may show the checkout in a frame, and sites that were refused. */
export default async function EmbeddingPage({ searchParams }: Props) {
  const { origin } = await searchParams;
  const proposed = typeof origin === "string" ? originOf(origin) : undefined;
  const visit = await requireVisit(
    "viewer",
    consolePath("/settings/embedding", { origin: proposed }),
  );
  const { embedding } = await getServices();
  const [text, refusals] = await Promise.all([
    merchantText(),
    embedding.refusals(visit.account.id),
  ]);
  const isEditable = mayEdit(visit, "developer");
  return (
    <SettingsPage visit={visit} tab="embedding" needed="developer">
      <EmbedOrigins
        text={text}
        origins={visit.account.embedOrigins}
        proposed={proposed}
        actions={isEditable ? { add: addOriginAction, remove: removeOriginAction } : undefined}
      />
      <EmbedRefusals
        text={text}
        refusals={refusals}
        now={new Date()}
        allow={isEditable ? addOriginAction : undefined}
      />
    </SettingsPage>
  );
}
