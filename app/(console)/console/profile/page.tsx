import { PasskeyList } from "#components/console/security/passkey-list.tsx";
import { Section } from "#components/console/security/section.tsx";
import { SessionList } from "#components/console/security/session-list.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { nameBrowser } from "#lib/next/request/device.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../mode.ts";
import {
  removePasskeyAction,
  renameAction,
  revokeOtherSessionsAction,
  revokeSessionAction,
} from "./actions.ts";
import { ProfilePage } from "./profile-page.tsx";

export const generateMetadata = titleOf((words) => words.security.title);

export default async function Profile({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const session = await requireSession("/console/profile");
  const { user } = session;
  const [text, query] = await Promise.all([merchantText(), searchParams]);
  const words = text.messages.security;
  return (
    <ProfilePage session={session} path="/profile">
      <PageTitle lead={text.format(words.lead, { email: user.email })}>{words.title}</PageTitle>
      <News text={text} query={query} />
      <Section id="name" title={words.name.title}>
        <ActionForm action={renameAction} className="grid max-w-lg gap-4">
          <FormField
            name="name"
            label={words.name.label}
            hint={words.name.hint}
            defaultValue={user.name}
            autoComplete="name"
            maxLength={70}
          />
          <div>
            <SubmitButton look="secondary">{words.name.save}</SubmitButton>
          </div>
        </ActionForm>
      </Section>
      <Section id="password" title={words.password.title}>
        <p className="text-muted">{words.password.lead}</p>
        <p>
          <PageButton look="secondary" href={consolePath("/profile/password", text.linkQuery)}>
            {words.password.change}
          </PageButton>
        </p>
      </Section>
      {session.membership && <Emails text={text} />}
      <Passkeys text={text} userId={user.id} />
      <Authenticator text={text} userId={user.id} />
      <Sessions text={text} userId={user.id} ownId={session.id} />
    </ProfilePage>
  );
}

function News({ text, query }: { text: MerchantText; query: PageQuery }) {
  const words = text.messages.security;
  const { done, browsers } = query;
  let news: string | undefined;
  if (typeof done === "string" && Object.hasOwn(words.done, done)) {
    news = words.done[done as keyof typeof words.done];
  } else if (typeof browsers === "string" && /^\d{1,6}$/.test(browsers)) {
    news = text.format(words.sessions.signedOutOthers, { count: Number(browsers) });
  }
  if (!news) return null;
  return (
    <Banner tone="positive" alert>
      <p>{news}</p>
    </Banner>
  );
}

function Emails({ text }: { text: MerchantText }) {
  const { profile: words } = text.messages.letters;
  return (
    <Section id="emails" title={words.title}>
      <p className="text-muted">{words.lead}</p>
      <p>
        <PageButton look="secondary" href={consolePath("/settings/emails", text.linkQuery)}>
          {words.open}
        </PageButton>
      </p>
    </Section>
  );
}

type OfUser = { text: MerchantText; userId: string };

async function Passkeys({ text, userId }: OfUser) {
  const { passkeys, clock } = await getServices();
  const own = await passkeys.list(userId);
  const { passkeys: words } = text.messages.security;
  return (
    <Section id="passkeys" title={words.title}>
      <p className="text-muted">{words.lead}</p>
      {own.length > 0 && (
        <PasskeyList text={text} passkeys={own} now={clock.now()} remove={removePasskeyAction} />
      )}
      <p>
        <PageButton look="secondary" href={consolePath("/profile/passkeys", text.linkQuery)}>
          {words.add}
        </PageButton>
      </p>
    </Section>
  );
}

async function Authenticator({ text, userId }: OfUser) {
  const { secondFactors, clock } = await getServices();
  const { onSince, recoveryCodesLeft: left } = await secondFactors.status(userId);
  const { authenticator: words, recovery, on, off } = text.messages.security;
  return (
    <Section
      id="authenticator"
      title={words.title}
      aside={<Badge tone={onSince ? "positive" : "neutral"}>{onSince ? on : off}</Badge>}
    >
      <p className="text-muted">{onSince ? words.leadOn : words.leadOff}</p>
      {onSince && (
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          <span>
            {words.since} <Moment text={text} at={onSince} now={clock.now()} />
          </span>
          <span>{text.format(recovery.left, { count: left })}</span>
        </p>
      )}
      {onSince && left === 0 && (
        <Banner tone="warning">
          <p>{recovery.none}</p>
        </Banner>
      )}
      <p className="flex flex-wrap gap-3">
        <PageButton look="secondary" href={consolePath("/profile/authenticator", text.linkQuery)}>
          {onSince ? words.switchOff : words.setUp}
        </PageButton>
        {onSince && (
          <PageButton
            look="secondary"
            href={consolePath("/profile/recovery-codes", text.linkQuery)}
          >
            {recovery.renew}
          </PageButton>
        )}
      </p>
    </Section>
  );
}

async function Sessions({ text, userId, ownId }: OfUser & { ownId: string }) {
  const { sessions, clock } = await getServices();
  const all = await sessions.list(userId);
  const { sessions: words } = text.messages.security;
  return (
    <Section id="browsers" title={words.title}>
      <p className="text-muted">{words.lead}</p>
      <SessionList
        text={text}
        sessions={all.map((each) => ({ ...each, name: nameBrowser(each.userAgent) }))}
        ownId={ownId}
        now={clock.now()}
        revoke={revokeSessionAction}
      />
      {all.length > 1 && (
        <ActionForm action={revokeOtherSessionsAction}>
          <div>
            <SubmitButton look="secondary">{words.signOutOthers}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}
