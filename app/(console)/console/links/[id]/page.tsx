import type { Metadata } from "next";
import { FollowLink } from "#components/console/links/follow-link.tsx";
import { LinkCode } from "#components/console/links/link-code.tsx";
import { LinkFacts } from "#components/console/links/link-facts.tsx";
import { LinkPayments } from "#components/console/links/link-payments.tsx";
import { LinkShare } from "#components/console/links/link-share.tsx";
import { LinkStatusBadge } from "#components/console/links/link-status.tsx";
import { linkAmount } from "#components/console/links/link-words.ts";
import { payButton } from "#components/console/links/pay-button.ts";
import { StopLink } from "#components/console/links/stop-link.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, shopperText } from "#lib/next/request/text.ts";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { offeredLocale } from "#lib/platform/i18n/locale.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import type { PageQuery } from "../../mode.ts";
import { stopLinkAction } from "../actions.ts";
import { shopOf } from "../poster.ts";
import { findLink, readBefore, readPayments } from "../read-link.ts";

const POLL_MS = 2_500;

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.paymentLinks.title };
}

export default async function LinkPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await requireVisit("viewer", consolePath(`/links/${id}`));
  const [text, query, link] = await Promise.all([
    merchantText(),
    searchParams,
    findLink(visit.account.id, id),
  ]);
  const { link: words } = text.messages.paymentLinks;
  const { mode } = link;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  const isActive = link.status === "active";
  return (
    <ConsolePage visit={visit} section="links" path="/links" mode={mode}>
      <p>
        <PageLink className="link" href={consolePath("/links", along)}>
          {words.back}
        </PageLink>
      </p>
      <Head text={text} link={link} mayStop={isActive && allows(visit.role, "developer")} />
      <Payments text={text} link={link} before={readBefore(query["before"])} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card labelledBy="facts">
          <h2 id="facts" className="mb-2 font-semibold">
            {words.facts.title}
          </h2>
          <LinkFacts text={text} link={link} />
        </Card>
        {isActive && <Sharing text={text} visit={visit} link={link} asked={query["language"]} />}
      </div>
    </ConsolePage>
  );
}

type HeadProps = { text: MerchantText; link: PaymentLink; mayStop: boolean };

function Head({ text, link, mayStop }: HeadProps) {
  const { link: words } = text.messages.paymentLinks;
  const amount = linkAmount(link, text);
  const isActive = link.status === "active";
  return (
    <header className="grid gap-3">
      <PageTitle lead={link.description === null ? undefined : amount}>
        {link.description ?? amount}
      </PageTitle>
      <div>
        <LinkStatusBadge text={text} status={link.status} />
      </div>
      {!isActive && <p className="text-muted">{words.over}</p>}
      <div className="flex flex-wrap items-start gap-3">
        {isActive && (
          <PageButton href={consolePath(`/links/${link.id}/till`, text.linkQuery)}>
            {words.toTill}
          </PageButton>
        )}
        {mayStop && <StopLink text={text} id={link.id} action={stopLinkAction} />}
      </div>
    </header>
  );
}

type PaymentsProps = { text: MerchantText; link: PaymentLink; before: string | undefined };

/** Up to date while the page is open. */
async function Payments({ text, link, before }: PaymentsProps) {
  const { payments: words } = text.messages.paymentLinks.link;
  const { payments, next, revision } = await readPayments(link, before);
  const path = `/links/${link.id}` as const;
  return (
    <Card labelledBy="payments">
      <h2 id="payments" className="mb-2 font-semibold">
        {words.title}
      </h2>
      <FollowLink
        address={consolePath(`${path}/status`)}
        revision={revision}
        everyMs={before === undefined ? POLL_MS : 0}
        announcement={{ text: words.updated, version: revision }}
        stopped={words.stopped}
      />
      <LinkPayments text={text} payments={payments} />
      {(before !== undefined || next !== undefined) && (
        <nav aria-label={words.pages} className="mt-4 flex flex-wrap justify-end gap-3">
          {before !== undefined && (
            <PageButton look="secondary" href={consolePath(path, text.linkQuery)}>
              {words.newest}
            </PageButton>
          )}
          {next !== undefined && (
            <PageButton
              look="secondary"
              href={consolePath(path, { ...text.linkQuery, before: next })}
            >
              {words.older}
            </PageButton>
          )}
        </nav>
      )}
    </Card>
  );
}

type SharingProps = { text: MerchantText; visit: Visit; link: PaymentLink; asked: unknown };

async function Sharing({ text, visit: { account }, link, asked }: SharingProps) {
  const { brands } = await getServices();
  const [{ name, locale }, { accentColour }] = await Promise.all([
    shopOf(link, account),
    brands.find(account.id),
  ]);
  const language = (typeof asked === "string" && offeredLocale(asked)) || locale;
  const label = shopperText(language).messages.checkout.ready.phoneTitle;
  return (
    <div className="grid min-w-0 gap-6">
      <LinkShare
        text={text}
        url={link.url}
        name={name}
        description={link.description}
        button={payButton(link.url, label, accentColour)}
      />
      <LinkCode text={text} link={link} language={language} />
    </div>
  );
}
