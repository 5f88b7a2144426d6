import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { Progress, Step } from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; step: Step; progress: Progress; now: Date };

export function StepResult(props: Props): ReactNode {
  switch (props.step) {
    case "company":
      return <CompanyResult {...props} />;
    case "key":
      return <KeyResult {...props} />;
    default:
      return null;
  }
}

function CompanyResult({ text, progress }: Props) {
  const words = text.messages.onboarding.steps.company;
  if (progress.payee === "confirmed") {
    return (
      <p>
        <Badge tone="positive">{words.confirmed}</Badge>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
      <Badge>{words.unconfirmed}</Badge>
      {words.unconfirmedLead}
    </p>
  );
}

function KeyResult({ text, progress, now }: Props) {
  const words = text.messages.onboarding.steps.key;
  return (
    <p className="text-muted text-sm">
      {progress.firstCallAt ? (
        <>
          {words.called} <Moment text={text} at={progress.firstCallAt} now={now} />
        </>
      ) : (
        <>
          {words.notCalled}{" "}
          <PageLink className="link" href={consolePath("/installations/web", text.linkQuery)}>
            {words.show}
          </PageLink>
        </>
      )}
    </p>
  );
}
