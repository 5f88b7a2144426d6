import { ExactTime } from "#components/ui/exact-time.tsx";
import type { PaymentHistory } from "#lib/console/payment-history/history/history.ts";
import {
  partyOf,
  type TimelineEntry,
  type TimelineParty,
  timelineOf,
} from "#lib/console/payment-history/history/timeline.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { EntryDetails } from "./timeline-details.tsx";
import { headlineOf } from "./timeline-words.ts";

type Props = { text: MerchantText; history: PaymentHistory };

const DOTS: Record<TimelineParty, string> = {
  merchant: "bg-accent",
  payer: "bg-ink",
  bank: "bg-warning",
  service: "bg-edge",
};

export function Timeline({ text, history }: Props) {
  return (
    <ol className="grid">
      {timelineOf(history).map((entry) => (
        <Step key={entry.id} text={text} entry={entry} bankNames={history.bankNames} />
      ))}
    </ol>
  );
}

type StepProps = {
  text: MerchantText;
  entry: TimelineEntry;
  bankNames: Record<string, string>;
};

function Step({ text, entry, bankNames }: StepProps) {
  const party = partyOf(entry);
  const { who } = text.messages.payments.timeline;
  return (
    <li className="relative grid gap-1 border-line border-s ps-5 pb-6 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute -start-[5px] top-1.5 size-[9px] rounded-full ring-4 ring-card ${DOTS[party]}`}
      />
      <p className="wrap-anywhere font-medium">{headlineOf(entry, text, bankNames)}</p>
      <p className="text-muted text-sm">
        {who[party]} · <ExactTime at={entry.at} />
      </p>
      <EntryDetails text={text} entry={entry} />
    </li>
  );
}
