import { PageElement } from "#components/ui/page-element.tsx";
import type { CountdownProps } from "./countdown.script.ts";

type Props = CountdownProps & { expiresAt: string; serverText: string };

export function Countdown({ expiresAt, serverText, ...props }: Props) {
  return (
    <PageElement<CountdownProps>
      name="page-countdown"
      props={props}
      className="block text-center text-muted text-sm tabular-nums"
    >
      <time dateTime={expiresAt}>{serverText}</time>
      <span role="status" className="sr-only" />
    </PageElement>
  );
}
