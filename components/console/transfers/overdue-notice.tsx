import { Banner } from "#components/ui/banner.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  /** At least 1. */
  count: number;
  /** Absent on the page that lists them. */
  href?: string;
};

/** For payments that wait for a transfer longer than transfers take. */
export function OverdueNotice({ text, count, href }: Props) {
  const words = text.messages.transfers.reported;
  return (
    <Banner tone="warning" title={text.format(words.notice, { count })}>
      <p>{words.noticeLead}</p>
      {href && (
        <p>
          <PageLink className="link" href={href}>
            {text.format(words.noticeLink, { count })}
          </PageLink>
        </p>
      )}
    </Banner>
  );
}
