import { DayTotals } from "#components/console/books/day-totals.tsx";
import { ZoneField } from "#components/console/payments/zone-field.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import { modeOf, type PageQuery } from "../../mode.ts";
import { askedDay } from "./query.ts";

export const generateMetadata = titleOf((words) => words.books.title);

type Props = { searchParams: Promise<PageQuery> };

const PATH = "/payments/report";

export default async function ReportPage({ searchParams }: Props) {
  const query = await searchParams;
  const visit = await requireVisit("viewer", consolePath(PATH));
  const [text, { date, zone, asked }] = await Promise.all([merchantText(), askedDay(query)]);
  const words = text.messages.books;
  const mode = modeOf(query);
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <ConsolePage visit={visit} section="payments" path={PATH} mode={mode}>
      <p>
        <PageLink className="link" href={consolePath("/payments", along)}>
          {words.back}
        </PageLink>
      </p>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <form method="get" className="flex flex-wrap items-end gap-4">
        {mode === "live" && <input type="hidden" name="mode" value="live" />}
        <ZoneField />
        <Field
          name="date"
          type="date"
          label={words.date}
          defaultValue={date ?? ""}
          {...(date === undefined && asked !== "" && { error: words.wrong })}
        />
        <Button look="secondary">{words.show}</Button>
      </form>
      {date !== undefined && (
        <Report text={text} visit={visit} mode={mode} date={date} zone={zone} along={along} />
      )}
    </ConsolePage>
  );
}

type ReportProps = {
  text: MerchantText;
  visit: Visit;
  mode: Mode;
  date: string;
  zone: string;
  along: Record<string, string | undefined>;
};

async function Report({ text, visit, mode, date, zone, along }: ReportProps) {
  const words = text.messages.books;
  const { books } = await getServices();
  const day = books.day(date, zone);
  const totals = await books.totals({ accountId: visit.account.id, mode }, day);
  const download = (format: "csv" | "json") =>
    consolePath("/payments/report/download", { ...along, date, zone, format });
  return (
    <>
      <p className="text-muted">{text.format(words.zone, { zone })}</p>
      {!books.isOver(day) && (
        <Banner>
          <p>{words.running}</p>
        </Banner>
      )}
      {totals.length === 0 ? (
        <EmptyState title={words.none} lead={words.noneLead} />
      ) : (
        <>
          <Card>
            <DayTotals text={text} totals={totals} />
          </Card>
          <p className="text-muted text-sm">{words.missingHint}</p>
        </>
      )}
      <div className="grid gap-2">
        <p className="flex flex-wrap gap-x-5">
          {(["csv", "json"] as const).map((format) => (
            <a
              key={format}
              className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
              href={download(format)}
            >
              {words[format]}
            </a>
          ))}
        </p>
        <p className="text-muted text-sm">{words.files}</p>
      </div>
    </>
  );
}
