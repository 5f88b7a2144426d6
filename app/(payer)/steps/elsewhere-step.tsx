import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import { claimEventsPath } from "#components/checkout/links.ts";
import { LiveStatus } from "#components/checkout/live-status.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ElsewhereScreen } from "#components/payer/elsewhere-screen.tsx";
import { claimedVersion } from "#lib/next/claims.ts";
import { problemText } from "#lib/next/problem.ts";
import type { Claim } from "#lib/payments/device-lock/claim.ts";
import { BrandedShell } from "../../(checkout)/branded-shell.tsx";
import { Refresh } from "../../(checkout)/refresh.tsx";
import { takeOverAction } from "./actions.ts";

type Props = ScreenProps & { claim: Exclude<Claim, "own">; problem: unknown };

/** The order is held by another browser: this one may wait and see, or go on here. */
export function ElsewhereStep({ view, text, claim, problem }: Props) {
  return (
    <BrandedShell view={view} text={text} problem={problemText(problem, text)}>
      <ElsewhereScreen view={view} text={text} claim={claim} action={takeOverAction} />
      <FocusHeading screen={claim} />
      <LiveStatus address={claimEventsPath(view)} version={claimedVersion(view, claim)} />
      <Refresh seconds={10} />
    </BrandedShell>
  );
}
