import { FollowZone } from "#components/console/follow-zone.tsx";
import { Figures } from "#components/console/overview/figures.tsx";
import { RecentPayments } from "#components/console/overview/recent-payments.tsx";
import { FindingsNotice } from "#components/console/refunds/refund-findings.tsx";
import { OverdueNotice } from "#components/console/transfers/overdue-notice.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { currentStep } from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { PERIOD_DAYS, type PeriodDays } from "#lib/console/statistics/period.ts";
import { allows, type Role } from "#lib/identity/model/roles.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { readerZone } from "#lib/next/request/reader-zone.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "./console-page.tsx";
import { modeOf, type PageQuery } from "./mode.ts";
import { Onboarding, ShowOnboarding } from "./onboarding.tsx";

const RECENT_PAYMENTS = 8;

export const generateMetadata = titleOf((words) => words.overview.title);

export default async function OverviewPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit();
  const query = await searchParams;
  const mode = modeOf(query);
  const days = daysOf(query);
  const zone = await readerZone();
  const owner = { accountId: visit.account.id, mode };
  const { clock, onboarding, payments, statistics, reportedTransfers, refunds } =
    await getServices();
  const [text, progress, figures, reported, findings, recent] = await Promise.all([
    merchantText(),
    onboarding.read(visit.account.id),
    statistics.read({ ...owner, days, zone }),
    reportedTransfers.count(owner),
    refunds.countFindings(owner),
    payments.list({ ...owner, filter: {} }, RECENT_PAYMENTS),
  ]);
  const isNew = mode === "test" && !progress.isDismissed && currentStep(progress) !== undefined;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <ConsolePage visit={visit} section="overview" path="" mode={mode} isWide>
      <FollowZone shown={zone} />
      <PageTitle>{text.messages.overview.title}</PageTitle>
      <div className="grid items-start gap-6 min-[100rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          {reported.overdue > 0 && (
            <OverdueNotice
              text={text}
              count={reported.overdue}
              href={consolePath("/payments/transfers", along)}
            />
          )}
          {findings > 0 && (
            <FindingsNotice text={text} count={findings} href={consolePath("/refunds", along)} />
          )}
          {isNew && <Onboarding visit={visit} progress={progress} />}
          <Figures
            text={text}
            statistics={figures}
            days={days}
            zone={zone}
            along={along}
            empty={<NoFigures mode={mode} role={visit.role} isNew={isNew} />}
          />
        </div>
        <div className="grid min-w-0 gap-6">
          <RecentPayments text={text} payments={recent.payments} now={clock.now()} along={along} />
          {mode === "test" && !isNew && <Onboarding visit={visit} progress={progress} />}
          {mode === "test" && <ShowOnboarding visit={visit} progress={progress} />}
        </div>
      </div>
    </ConsolePage>
  );
}

async function NoFigures({ mode, role, isNew }: { mode: Mode; role: Role; isNew: boolean }) {
  const { messages, linkQuery } = await merchantText();
  const words = messages.overview.empty;
  if (isNew || !allows(role, "developer")) {
    const lead = mode === "live" ? words.liveReader : words.testReader;
    return <EmptyState title={words.title} lead={lead} />;
  }
  return (
    <EmptyState title={words.title} lead={words[mode]}>
      <PageButton
        href={
          mode === "live"
            ? consolePath("/installations/web", { mode, ...linkQuery })
            : consolePath("/first-payment", linkQuery)
        }
      >
        {mode === "live" ? words.liveButton : words.testButton}
      </PageButton>
    </EmptyState>
  );
}

function daysOf(query: PageQuery): PeriodDays {
  return PERIOD_DAYS.find((days) => String(days) === query["days"]) ?? 30;
}
