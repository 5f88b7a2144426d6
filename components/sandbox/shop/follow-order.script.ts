import { poll } from "#components/sandbox/poll.script.ts";
import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

const LOOK_EVERY_MS = 2_000;

export type FollowOrderProps = { orderId: string; status: string };

/** Another status shows its template `data-news`, or refreshes the page. */
export const runFollowOrder: Run<FollowOrderProps> = (element, signal) => {
  const { orderId, status } = element.props;
  const news = element.querySelector("[role=status]");
  let shown = status;
  const look = async () => {
    const address = `/sandbox/shop/orders/${orderId}/status`;
    const response = await fetch(address, { cache: "no-store", signal });
    if (!response.ok) return;
    const latest: { status: string } = await response.json();
    if (latest.status === shown) return;
    if (!news) await showPage();
    const selector = `template[data-news="${latest.status}"]`;
    const template = element.querySelector<HTMLTemplateElement>(selector);
    news?.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
    shown = latest.status;
  };
  poll(look, LOOK_EVERY_MS, signal);
  void look().catch(() => undefined);
};
