import type { Metadata } from "next";
import { AccountStep } from "#components/sandbox/bank/account-step.tsx";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { ConfirmStep } from "#components/sandbox/bank/confirm-step.tsx";
import { DecisionForm } from "#components/sandbox/bank/decision-form.tsx";
import { LoginStep } from "#components/sandbox/bank/login-step.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { loginAction, logoutAction } from "./actions.ts";
import { openStep, type Step } from "./step.ts";

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { words } = await openStep(await props.params, await props.searchParams);
  return { title: { absolute: words.tab } };
}

export default async function ApprovePage(props: Props) {
  const step = await openStep(await props.params, await props.searchParams);
  const { text, words, problem } = step;
  return (
    <BankFrame text={text} aside={<SignedIn step={step} />}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <StepBody step={step} />
    </BankFrame>
  );
}

function StepBody({ step }: { step: Step }) {
  const { text, payment } = step;
  const { approvalToken } = payment;
  if (step.name === "decided") {
    return (
      <ButtonLink href={step.returnUrl} wide size="large">
        {text.messages.bank.back}
      </ButtonLink>
    );
  }
  if (step.name === "confirm") {
    return (
      <ConfirmStep
        text={text}
        approvalToken={approvalToken}
        account={step.account}
        picked={step.picked}
        order={payment}
      />
    );
  }
  return (
    <>
      {step.name === "login" ? (
        <LoginStep
          text={text}
          isWrong={step.isWrong}
          form={{ action: loginAction }}
          fields={{ token: approvalToken }}
        />
      ) : (
        <AccountStep
          text={text}
          currency={payment.currency}
          accounts={step.accounts}
          preselected={step.preselected}
          isWrong={step.isWrong}
        />
      )}
      <DecisionForm approvalToken={approvalToken}>
        <Button name="decision" value="cancel" look="quiet" wide>
          {text.messages.bank.cancel}
        </Button>
      </DecisionForm>
    </>
  );
}

function SignedIn({ step }: { step: Step }) {
  if (step.name !== "choose" && step.name !== "confirm") return null;
  const { text, login, payment } = step;
  return (
    <form action={logoutAction} className="flex flex-wrap items-center gap-x-3 text-sm">
      <input type="hidden" name="token" value={payment.approvalToken} />
      <span className="min-w-0 break-words text-muted">
        {text.format(text.messages.bank.signedIn, { login })}
      </span>
      <button type="submit" className="link min-h-11">
        {text.messages.bank.signOut}
      </button>
    </form>
  );
}
