import { PageLink } from "#components/ui/page-link.tsx";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import { PERIOD_DAYS, type PeriodDays } from "#lib/console/statistics/period.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; days: PeriodDays; along: Along };

export function PeriodChoice({ text, days, along }: Props) {
  const words = text.messages.overview;
  return (
    <nav aria-label={words.period}>
      <ul className="flex w-fit gap-1 rounded-soft border border-line bg-card p-1">
        {PERIOD_DAYS.map((choice) => (
          <li key={choice}>
            <PageLink
              href={consolePath("", { ...along, days: String(choice) })}
              aria-current={choice === days ? "true" : undefined}
              className={`flex min-h-9 items-center rounded-soft px-3 text-sm no-underline ${choice === days ? "bg-accent-tint font-semibold text-accent forced-colors:outline" : "text-ink hover:bg-sunken"}`}
            >
              {text.format(words.days, { days: choice })}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
