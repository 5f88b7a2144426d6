import { Banner } from "#components/ui/banner.tsx";
import { totalsOf } from "#lib/payments/model/kinds.ts";
import type { ImportReport } from "#lib/payments/transfers/transfer.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { TransferTable } from "./transfer-table.tsx";

type Props = {
  text: MerchantText;
  report: ImportReport;
  isRepeated: boolean;
  problemOf: (problem: string) => string;
  now: Date;
};

export function ImportResult({ text, report, isRepeated, problemOf, now }: Props) {
  const { result: words } = text.messages.transfers;
  const { file, transfers } = report;
  const files = file.files ?? [];
  const { known, unreadable } = totalsOf(files);
  const notRead = files.filter((each) => "problem" in each);
  const replies = files.filter((each) => "refused" in each);
  const hasStatement = files.length === 0 || files.some((each) => "known" in each);
  return (
    <section aria-labelledby="result" className="grid gap-4">
      <Banner tone="positive" alert>
        <h2 id="result" className="wrap-anywhere font-semibold">
          {text.format(words.title, { file: file.fileName })}
        </h2>
        {isRepeated && <p>{words.repeated}</p>}
        {hasStatement && (
          <>
            <p>{text.format(words.credits, { count: file.entries })}</p>
            <p>{text.format(words.named, { count: transfers.length })}</p>
          </>
        )}
        {replies.map(({ name, refused, unknown }) => (
          <p key={name}>
            {text.format(words.refunds, { count: refused })}{" "}
            {unknown > 0 && text.format(words.unknownOrders, { count: unknown })}
          </p>
        ))}
        {known > 0 && <p>{text.format(words.known, { count: known })}</p>}
      </Banner>
      {unreadable > 0 && (
        <Banner tone="warning">
          <p>{text.format(words.unreadable, { count: unreadable })}</p>
        </Banner>
      )}
      {notRead.length > 0 && (
        <Banner tone="warning">
          <p>{text.format(words.notRead, { count: notRead.length })}</p>
          <ul className="list-disc ps-5">
            {notRead.map(({ name, problem }) => (
              <li key={name} className="wrap-anywhere">
                {name}: {problemOf(problem)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {transfers.length > 0 && (
        <TransferTable text={text} caption={words.caption} transfers={transfers} now={now} />
      )}
    </section>
  );
}
