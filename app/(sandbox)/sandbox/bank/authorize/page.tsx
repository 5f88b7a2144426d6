import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { HiddenFields, LoginStep } from "#components/sandbox/bank/login-step.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { Query } from "../open-payment.ts";

type Props = { searchParams: Promise<Query> };

const DECISION = { action: "/sandbox/bank/authorize/decision", method: "post" } as const;

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.bank.login.tab } };
}

/** The payer grants access by signing in. */
export default async function AuthorizePage({ searchParams }: Props) {
  const { sandboxBankOAuth, sandboxEnabled } = await getServices();
  const query = await searchParams;
  const request = (await sandboxEnabled()) && sandboxBankOAuth.readRequest(query);
  if (!request) notFound();
  const text = await merchantText();
  const { bank } = text.messages;
  return (
    <BankFrame text={text}>
      <PageTitle>{bank.login.title}</PageTitle>
      <LoginStep
        text={text}
        isWrong={query["problem"] === "login"}
        form={DECISION}
        fields={request}
      />
      <form {...DECISION}>
        <HiddenFields fields={request} />
        <Button name="decision" value="cancel" look="quiet" wide>
          {bank.cancel}
        </Button>
      </form>
    </BankFrame>
  );
}
