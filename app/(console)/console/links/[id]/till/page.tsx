import type { Metadata } from "next";
import { FollowLink } from "#components/console/links/follow-link.tsx";
import { KeepAwake } from "#components/console/links/keep-awake.tsx";
import { TillCode, TillPaid } from "#components/console/links/till-code.tsx";
import { TillFrame } from "#components/console/links/till-frame.tsx";
import {
  TillPayments,
  tillPaymentsOf,
  tillWords,
} from "#components/console/links/till-payments.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { allows } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { findLink, readPayments } from "../../read-link.ts";

const POLL_MS = 1_500;
const MOST_SHOWN = 6;

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.paymentLinks.till.title };
}

/** Fills the screen with the code, and shows each payment as it arrives. */
export default async function TillPage({ params }: Props) {
  const { id } = await params;
  const visit = await requireVisit("viewer", consolePath(`/links/${id}/till`));
  const [text, link] = await Promise.all([merchantText(), findLink(visit.account.id, id)]);
  const { payments, revision } = await readPayments(link);
  const words = text.messages.paymentLinks.till;
  const shown = tillPaymentsOf(payments, MOST_SHOWN);
  const [latest] = shown;
  const paid = shown.find(({ status }) => status === "succeeded");
  const isOnce = link.usage === "once";
  const along = { mode: link.mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <TillFrame
      text={text}
      account={visit.account}
      mode={link.mode}
      closeHref={consolePath(`/links/${id}`, text.linkQuery)}
    >
      <KeepAwake />
      <FollowLink
        address={consolePath(`/links/${id}/status`)}
        revision={revision}
        everyMs={link.status === "active" || latest?.status === "processing" ? POLL_MS : 0}
        announcement={{
          text: latest ? tillWords(latest, text) : words.waiting,
          version: latest ? `${latest.id} ${latest.status}` : "",
        }}
        stopped={words.stopped}
      />
      <div className="mx-auto grid w-full max-w-5xl items-center gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {isOnce && paid ? (
          <TillPaid amount={tillWords(paid, text)} description={link.description} />
        ) : (
          <TillCode text={text} link={link} />
        )}
        <div className="grid min-w-0 gap-4">
          <section aria-labelledby="payments" className="grid gap-3">
            <h2 id="payments" className="font-semibold">
              {words.payments}
            </h2>
            <TillPayments text={text} payments={shown} />
          </section>
          {isOnce && allows(visit.role, "developer") && (
            <PageButton
              look={link.status === "paid" ? "primary" : "secondary"}
              size="large"
              wide
              href={consolePath("/links/till", along)}
            >
              {words.next}
            </PageButton>
          )}
        </div>
      </div>
    </TillFrame>
  );
}
