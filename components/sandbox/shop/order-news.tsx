import { ButtonLink } from "#components/ui/button.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import type { FollowOrderProps } from "./follow-order.script.ts";

type News = { words: string; href: string };
type Props = { orderId: string; paid: News; failed: News; goOn: string };

/** Shows the webhook's result next to the frame, which stays because it redirects to the shop if the browser allows it. */
export function OrderNews({ orderId, goOn, ...news }: Props) {
  return (
    <PageElement<FollowOrderProps> name="page-follow-order" props={{ orderId, status: "open" }}>
      <div role="status" />
      {Object.entries(news).map(([status, { words, href }]) => (
        <template key={status} data-news={status}>
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-soft border border-line bg-sunken px-4 py-3">
            <p className="font-medium">{words}</p>
            <ButtonLink href={href}>{goOn}</ButtonLink>
          </div>
        </template>
      ))}
    </PageElement>
  );
}
