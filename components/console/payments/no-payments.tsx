import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  mode: Mode;
  /** No payments at all, none that match the filters, or no more. */
  why: "none" | "no_match" | "no_older";
  clearHref: string;
};

export function NoPayments({ text, mode, why, clearHref }: Props) {
  const { empty, filter } = text.messages.payments;
  if (why === "no_older") return <EmptyState title={empty.noOlder} lead={empty.noOlderLead} />;
  if (why === "no_match") {
    return (
      <EmptyState title={empty.noMatch} lead={empty.noMatchLead}>
        <PageButton look="secondary" href={clearHref}>
          {filter.clear}
        </PageButton>
      </EmptyState>
    );
  }
  const isLive = mode === "live";
  return (
    <EmptyState title={empty.none} lead={isLive ? empty.noneLive : empty.noneTest}>
      <PageButton
        href={consolePath("/installations", {
          mode: isLive ? "live" : undefined,
          ...text.linkQuery,
        })}
      >
        {empty.toInstallations}
      </PageButton>
    </EmptyState>
  );
}
