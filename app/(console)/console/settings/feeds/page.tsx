import { FeedForm } from "#components/console/settings/feed-form.tsx";
import { FeedList } from "#components/console/settings/feed-list.tsx";
import { FolderSection } from "#components/console/settings/folder-section.tsx";
import { RevolutForm } from "#components/console/settings/revolut-form.tsx";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import {
  addFeedAction,
  addRevolutAction,
  finishConsentAction,
  readFeedAction,
  retireFeedAction,
  setClientIdAction,
  setFeedSecretAction,
} from "./actions.ts";

export const generateMetadata = settingsMetadata("feeds");

const FEED_ACTIONS = {
  setClientId: setClientIdAction,
  finishConsent: finishConsentAction,
  readNow: readFeedAction,
  setSecret: setFeedSecretAction,
  retire: retireFeedAction,
};

export default async function FeedsPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit();
  const [text, query, services] = await Promise.all([merchantText(), searchParams, getServices()]);
  const { accounts, clock, env, feeds } = services;
  const mode = modeOf(query);
  const owner = { accountId: visit.account.id, mode };
  const [listed, ibans] = await Promise.all([
    feeds.list(owner),
    accounts.payableIbans(owner.accountId, mode),
  ]);
  const { consented: id, code } = query;
  const consented = typeof id === "string" && typeof code === "string" ? { id, code } : undefined;
  const isEditable = mayEdit(visit, "owner");
  return (
    <SettingsPage visit={visit} tab="feeds" needed="owner" mode={mode}>
      <FeedList
        text={text}
        feeds={listed}
        now={clock.now()}
        hooksUrl={`${env.PUBLIC_URL}/hooks`}
        consented={consented}
        // Also in a closed account, so that its credentials can be deleted.
        actions={allows(visit.role, "owner") ? FEED_ACTIONS : undefined}
      />
      {isEditable && <FeedForm text={text} mode={mode} ibans={ibans} action={addFeedAction} />}
      {isEditable && (
        <RevolutForm text={text} mode={mode} ibans={ibans} action={addRevolutAction} />
      )}
      {env.STATEMENTS_DIR !== undefined && (
        <FolderSection
          text={text}
          name={mode === "live" ? owner.accountId : `${owner.accountId}-test`}
        />
      )}
    </SettingsPage>
  );
}
