import type { Run } from "#components/ui/page-element.script.ts";
import { poll } from "#components/ui/poll.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

const LOOK_EVERY_MS = 2_000;

export type FollowOrderProps = { orderId: string; status: string };

/** Another status shows its template `data-news`, or refreshes the page. */
export const runFollowOrder: Run<FollowOrderProps> = (element, signal) => {
  const { orderId, status } = element.props;
  const news = element.querySelector("[role=status]");
  let shown = status;
  const show = (latest: string) => {
    shown = latest;
    if (!news) return void showPage().catch(() => undefined);
    const selector = `template[data-news="${latest}"]`;
    const template = element.querySelector<HTMLTemplateElement>(selector);
    news.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
  };
  poll(
    {
      address: () => `/sandbox/shop/orders/${orderId}/status`,
      parse: (body) => {
        const { status: latest }: { status?: unknown } = Object(body);
        return typeof latest === "string" ? latest : undefined;
      },
      onNews: (latest) => {
        if (latest !== shown) show(latest);
        return LOOK_EVERY_MS;
      },
    },
    signal,
  );
};
