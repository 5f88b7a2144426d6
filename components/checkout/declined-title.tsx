import { PageTitle } from "#components/ui/page-title.tsx";
import type { ScreenProps } from "./screen.ts";

export function DeclinedTitle({ view, text, lead }: ScreenProps & { lead: string }) {
  const { declined } = text.messages.checkout;
  const { lastDecline, attemptsLeft } = view;
  if (lastDecline === null) return null;
  const left = attemptsLeft <= 2 && text.format(declined.attemptsLeft, { count: attemptsLeft });
  return (
    <PageTitle
      lead={
        <>
          {lead} {left}
        </>
      }
    >
      {declined.titles[lastDecline]}
    </PageTitle>
  );
}
