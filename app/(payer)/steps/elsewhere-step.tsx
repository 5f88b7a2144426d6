import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { lockEventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ElsewhereScreen } from "#components/payer/elsewhere-screen.tsx";
import { problemText } from "#lib/next/actions/problem.ts";
import { lockedVersion } from "#lib/next/server/checkout-events.ts";
import type { LockState } from "#lib/payments/device-lock/lock.ts";
import { BrandedShell } from "../../checkout/branded-shell.tsx";
import { takeOverAction } from "./actions.ts";

type Props = ScreenProps & { lock: Exclude<LockState, "own">; problem: unknown };

export function ElsewhereStep({ view, text, lock, problem }: Props) {
  return (
    <BrandedShell
      view={view}
      text={text}
      problem={problemText(problem, text)}
      refresh={{ seconds: 10 }}
    >
      <ElsewhereScreen view={view} text={text} lock={lock} action={takeOverAction} />
      <FocusHeading screen={lock} />
      <LiveStatus address={lockEventsPath(view)} version={lockedVersion(view, lock)} />
    </BrandedShell>
  );
}
