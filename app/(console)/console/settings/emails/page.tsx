import { NoteSwitches } from "#components/console/settings/note-switches.tsx";
import { ReceiptSwitch } from "#components/console/settings/receipt-switch.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { setNotesAction, setReceiptsAction } from "./actions.ts";

export const generateMetadata = settingsMetadata("emails");

type Props = { searchParams: Promise<PageQuery> };

export default async function EmailsPage({ searchParams }: Props) {
  const visit = await requireVisit("viewer", consolePath("/settings/emails"));
  const mode = modeOf(await searchParams);
  const { account, role, user } = visit;
  const [text, { letters }] = await Promise.all([merchantText(), getServices()]);
  const reader = { accountId: account.id, mode, userId: user.id, role };
  const { receipts, notes } = await letters.switches(reader);
  return (
    <SettingsPage visit={visit} tab="emails" needed="viewer" mode={mode}>
      <p className="text-muted">{text.messages.letters.lead}</p>
      <WhereTo mode={mode} email={user.email} />
      <NoteSwitches
        text={text}
        mode={mode}
        email={user.email}
        notes={notes}
        action={account.closedAt === null ? setNotesAction : undefined}
      />
      <ReceiptSwitch
        text={text}
        mode={mode}
        isOn={receipts}
        action={mayEdit(visit, "owner") ? setReceiptsAction : undefined}
      />
    </SettingsPage>
  );
}

/** If no mail server takes them. */
async function WhereTo({ mode, email }: { mode: Mode; email: string }) {
  const [text, { letterPost, env }] = await Promise.all([merchantText(), getServices()]);
  const words = text.messages.letters;
  if (env.SMTP_URL !== undefined) return null;
  const [toPayer, toMember] = await Promise.all([
    letterPost.toPayer.isOpen(mode),
    letterPost.toMember.isOpen(mode),
  ]);
  if (!toMember) {
    return (
      <Banner tone="warning">
        <p>{toPayer ? words.receiptsOnly : words.noServer}</p>
      </Banner>
    );
  }
  const query = new URLSearchParams({ to: email });
  return (
    <Banner>
      <p>
        {words.sandbox}{" "}
        <PageLink className="link" href={`/sandbox/mail?${query}`}>
          {words.openMailbox}
        </PageLink>
      </p>
    </Banner>
  );
}
