import { PageButton } from "#components/ui/page-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  /** Absent on the first page. */
  first?: string | undefined;
  /** Absent on the last page. */
  next?: string | undefined;
};

export function ListPages({ text, first, next }: Props) {
  const words = text.messages.operator;
  if (!first && !next) return null;
  return (
    <nav aria-label={words.pagesLabel} className="flex flex-wrap gap-3">
      {first && (
        <PageButton look="secondary" href={first}>
          {words.first}
        </PageButton>
      )}
      {next && (
        <PageButton look="secondary" href={next}>
          {words.next}
        </PageButton>
      )}
    </nav>
  );
}
