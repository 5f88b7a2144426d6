import { payPath } from "#components/checkout/links.ts";
import { OutcomeScreen } from "#components/checkout/outcome-screen.tsx";
import { ProcessingScreen } from "#components/checkout/processing-screen.tsx";
import { isPayable, type ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";

/** How the payment stands after the bank. */
export function ResultScreen({ view, text }: ScreenProps) {
  const { result } = text.messages.payer;
  if (isPayable(view)) return <Unpaid view={view} text={text} />;
  if (view.state === "processing") return <ProcessingScreen view={view} text={text} />;
  return (
    <OutcomeScreen view={view} text={text} linkTarget="_self">
      <p>{text.say(result.close, { payee: view.payee.name })}</p>
    </OutcomeScreen>
  );
}

/** Declined, broken, or come back without approving: the payer may go on. */
function Unpaid({ view, text }: ScreenProps) {
  const { payer, checkout } = text.messages;
  const isOpen = view.state === "opened" || view.lastDecline === null;
  const left =
    view.attemptsLeft <= 2 &&
    text.say(checkout.declined.attemptsLeft, { count: view.attemptsLeft });
  const path = (step: "" | "/bank" | "/review", query = {}) =>
    payPath(view.reference, step, { ...query, ...text.linkQuery });
  return (
    <>
      {isOpen || view.lastDecline === null ? (
        <PageTitle lead={payer.unpaid.lead}>{payer.unpaid.title}</PageTitle>
      ) : (
        <PageTitle
          lead={
            <>
              {checkout.declined.lead} {left}
            </>
          }
        >
          {checkout.declined.titles[view.lastDecline]}
        </PageTitle>
      )}
      <div className="grid gap-3">
        {view.lastBankId !== null && (
          <ButtonLink href={path("/review", { bank: view.lastBankId })} size="large" wide>
            {isOpen ? payer.unpaid.resume : payer.declined.tryAgain}
          </ButtonLink>
        )}
        <ButtonLink href={path("/bank")} look="secondary" wide>
          {view.lastBankId === null ? payer.order.next : payer.declined.another}
        </ButtonLink>
        <ButtonLink href={path("", { confirm: "cancel" })} look="quiet" wide>
          {payer.order.cancel}
        </ButtonLink>
      </div>
    </>
  );
}
