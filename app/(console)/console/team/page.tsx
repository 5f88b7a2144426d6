import type { ReactNode } from "react";
import { InvitationTable } from "#components/console/team/invitation-table.tsx";
import { InviteForm } from "#components/console/team/invite-form.tsx";
import { LeaveAccount } from "#components/console/team/leave-account.tsx";
import { MemberTable } from "#components/console/team/member-table.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { INVITATION_DAYS } from "#lib/identity/members/invitation-mail.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../console-page.tsx";
import type { PageQuery } from "../mode.ts";
import { inviteAction, leaveAction, revokeAction, sendAgainAction } from "./actions.ts";

export const generateMetadata = titleOf((words) => words.team.title);

export default async function TeamPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit("viewer", "/console/team");
  const { account, user, role } = visit;
  const { members, clock } = await getServices();
  const [text, all, { done }] = await Promise.all([
    merchantText(),
    members.list(account.id),
    searchParams,
  ]);
  const words = text.messages.team;
  const isOwner = role === "owner";
  const owners = all.filter((member) => member.role === "owner").length;
  return (
    <ConsolePage visit={visit} section="team" path="/team">
      <PageTitle lead={text.format(words.lead, { account: account.name })}>{words.title}</PageTitle>
      <Done text={text} done={done} />
      <Section id="members" title={words.members}>
        <MemberTable
          text={text}
          members={all}
          now={clock.now()}
          userId={user.id}
          canChange={isOwner}
        />
        {!isOwner && <p className="text-muted text-sm">{words.ownersOnly}</p>}
      </Section>
      {isOwner && <Invitations visit={visit} text={text} />}
      <Section id="leave" title={words.leave.title}>
        <LeaveAccount
          text={text}
          accountName={account.name}
          isLastOwner={isOwner && owners === 1}
          action={leaveAction}
        />
      </Section>
    </ConsolePage>
  );
}

async function Invitations({ visit: { account }, text }: { visit: Visit; text: MerchantText }) {
  const { invitations, clock, consoleMail } = await getServices();
  const [open, canMail, isKept] = await Promise.all([
    invitations.list(account.id),
    invitations.canMail(),
    consoleMail.isKept(),
  ]);
  const words = text.messages.team;
  return (
    <>
      <Section id="pending" title={words.pending.title}>
        {open.length === 0 ? (
          <EmptyState title={words.pending.none} lead={words.pending.noneLead} />
        ) : (
          <InvitationTable
            text={text}
            invitations={open}
            now={clock.now()}
            sendAgain={sendAgainAction}
            revoke={revokeAction}
          />
        )}
      </Section>
      {!account.closedAt && (
        <Section id="invite" title={words.invite.title}>
          {canMail ? (
            <>
              <p className="text-muted">
                {text.format(words.invite.lead, { days: INVITATION_DAYS })}
              </p>
              {isKept && (
                <p className="text-muted text-sm">
                  {words.invite.kept}{" "}
                  <a className="link" href="/sandbox/mail">
                    {words.invite.mailbox}
                  </a>
                </p>
              )}
              <InviteForm text={text} action={inviteAction} />
            </>
          ) : (
            <p className="text-muted">{words.invite.noMail}</p>
          )}
        </Section>
      )}
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card labelledBy={id}>
      <div className="grid gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </div>
    </Card>
  );
}

function Done({ text, done }: { text: MerchantText; done: string | string[] | undefined }) {
  const words = text.messages.team.done;
  if (typeof done !== "string" || !Object.hasOwn(words, done)) return null;
  return (
    <Banner tone="positive" alert>
      <p>{words[done as keyof typeof words]}</p>
    </Banner>
  );
}
