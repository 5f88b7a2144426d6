import type { Run } from "#components/ui/page-element.script.ts";
import { poll } from "#components/ui/poll.script.ts";
import type { TimeProps } from "#components/ui/time.script.ts";

export type FirstCallProps = { href: string };

/** ISO 8601; `null` before the first call. */
export type FirstCallNews = { receivedAt: string | null };

const POLL_MS = 2_500;

/** The template holds what replaces the notice. */
export const runFirstCall: Run<FirstCallProps> = (element, signal) => {
  let shown: string | null = null;
  const onNews = ({ receivedAt }: FirstCallNews) => {
    if (receivedAt === null) return POLL_MS;
    if (shown === null) show(element, receivedAt);
    shown = receivedAt;
    return 0;
  };
  poll({ address: () => element.props.href, parse, onNews }, signal);
};

function show(element: Element, receivedAt: string): void {
  const template = element.querySelector("template");
  const status = element.querySelector("[role=status]");
  if (!template || !status) return;
  const props: TimeProps = { at: receivedAt };
  status.replaceChildren(template.content.cloneNode(true));
  status.querySelector("page-time")?.setAttribute("props", JSON.stringify(props));
}

function parse(body: unknown): FirstCallNews | undefined {
  const { receivedAt } = body as Partial<FirstCallNews>;
  return receivedAt === undefined ? undefined : { receivedAt };
}
